"""The official Python client against one server: `python python-client.py http <url>` or `... stdio <command> <args>`.

Connects with the newest revision and with the one before, lists, calls, reads, and prints one
line for each. Fails on the first thing that is not as it should be.
"""

import asyncio
import sys

from mcp import Client, StdioServerParameters


async def check(target, mode: str) -> str:
    async with Client(target, mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["search_archive", "get_entity"], tools
        found = await client.call_tool("search_archive", {"q": "harbour bell", "limit": 3})
        assert not found.is_error and len(found.structured_content["hits"]) > 0, found
        text = found.content[0].text
        for hit in found.structured_content["hits"]:
            assert hit["fragmentId"] in text and hit["title"] in text, hit
        refused = await client.call_tool("search_archive", {"q": "", "limit": 99})
        assert refused.is_error and "limit is above 20" in refused.content[0].text, refused
        resources = (await client.list_resources()).resources
        read = await client.read_resource(str(resources[0].uri))
        assert read.contents[0].text.startswith("One public passage."), read
        return str(client.protocol_version)


async def main() -> None:
    kind, *rest = sys.argv[1:]
    target = rest[0] if kind == "http" else StdioServerParameters(command=rest[0], args=rest[1:])
    for mode in ("2026-07-28", "legacy"):
        print(f"{kind} {mode}: {await check(target, mode)}")


asyncio.run(main())
