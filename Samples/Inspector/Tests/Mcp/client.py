# SPDX-License-Identifier: MIT
"""Asks `inspector mcp` with the client of the Model Context Protocol: about a recording of the monitor, and about a
monitor that runs.

    client.py RECORDING
"""

import asyncio
import json
import re
import socket
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

sys.path.insert(0, str(Path(__file__).parents[1] / "Browser"))
from inspector import INSPECTOR, Monitor, need  # noqa: E402

TOOLS = ["overview", "actions", "why", "changes", "state", "effects", "subscriptions", "graph", "test"]
VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
LIMIT = 16_000


async def call(client, tool, **arguments):
    """Returns the text of an answer, and whether it is an error."""
    result = await client.call_tool(tool, arguments)
    text = result.content[0].text
    need(len(text) <= LIMIT, f"an answer of {tool} has at most {LIMIT} characters, and not {len(text)}")
    return text, result.is_error


async def answer(client, tool, **arguments):
    text, is_error = await call(client, tool, **arguments)
    need(not is_error, f"{tool} {arguments} answers {text!r}")
    return text


async def fault(client, tool, **arguments):
    text, is_error = await call(client, tool, **arguments)
    need(is_error, f"{tool} {arguments} is an error, and not {text!r}")
    return text


async def everything(client, tool, **arguments):
    """Follows the cursors of a tool, and returns all lines."""
    lines, pages = [], 0
    while True:
        text = await answer(client, tool, **arguments)
        pages += 1
        more = re.search(r'again with the cursor "(.+)"\.$', text)
        lines += text.splitlines()[:-1] if more else text.splitlines()
        if not more:
            return lines, pages
        arguments["cursor"] = more[1]


async def protocol_error(code, request):
    try:
        await request
    except MCPError as error:
        need(error.code == code, f"the error is {code}, and not {error.code}: {error}")
        return
    sys.exit(f"FAILED: there is no error {code}")


async def check_recording(file, mode, version):
    count = len([line for line in file.read_text().splitlines() if '"type":' in line])
    parameters = StdioServerParameters(command=INSPECTOR, args=["mcp", str(file)])
    async with Client(parameters, mode=mode) as client:
        need(client.protocol_version == version, f"{mode}: the version is {client.protocol_version}")
        need("overview" in client.instructions and client.server_info.name == "runnel-inspector", "it has a name")
        tools = (await client.list_tools()).tools
        need([tool.name for tool in tools] == TOOLS, f"the tools are {[tool.name for tool in tools]}")
        need(all(tool.annotations.read_only_hint for tool in tools), "each tool only reads")
        if mode == "legacy":
            with warnings.catch_warnings(action="ignore"):
                await client.send_ping()

        overview = await answer(client, "overview")
        need(f"{count} actions" in overview and "AppState" in overview, f"the overview counts {count} actions")
        lines, pages = await everything(client, "actions", limit=7)
        numbers = [int(line.split()[1]) for line in lines]
        need(numbers == sorted(numbers) and len(numbers) == count, "the cursor leads to all actions")
        need(pages == -(-count // 7), f"seven actions are in an answer, and not {count} in {pages}")
        newest = await answer(client, "actions", newestFirst=True, limit=3)
        need([int(line.split()[1]) for line in newest.splitlines()[:3]] == numbers[:-4:-1], "the newest ones are first")
        theme = (await answer(client, "actions", text="themeCycled")).splitlines()
        need(len(theme) == 1 and "SettingsFeature.Action" in theme[0], f"the filter finds one action: {theme}")
        number = int(theme[0].split()[1])

        why = await answer(client, "why", action=number)
        need("was dispatched at " in why and "line " in why, "the causes have places")
        changes = await answer(client, "changes", action=number)
        path, before, after = re.match(r'([\w.]+): "(\w+)" → "(\w+)"$', changes.splitlines()[0]).groups()
        changed, _ = await everything(client, "changes", path=path)
        need(f" {number} " in changed[0] and f'  {path}: "{before}" → "{after}"' in changed, "the path leads back")
        for after_number, value in [(number - 1, before), (number, after)]:
            state = await answer(client, "state", path=path, after=after_number)
            need(state.endswith(f'\n"{value}"'), f"the state has the value {value}: {state}")
        need("error" not in await answer(client, "state"), "there is a last state")
        await answer(client, "effects")
        need(" observes " in await answer(client, "subscriptions"), "there are observers")
        need((await answer(client, "graph", format="dot")).startswith("digraph"), "there is a graph")
        test = await answer(client, "test", action=number)
        need("@Test func" in test and "JSONDecoder().decode(" in test, "there is a test")

        need("there is no action" in await fault(client, "why", action=10**6), "a missing action is an error")
        need("isn't an argument" in await fault(client, "actions", types="a"), "a wrong argument is an error")
        need("has no `no.such`" in await fault(client, "state", path="no.such"), "a missing part is an error")
        need("another session" in await fault(client, "actions", cursor="7"), "a wrong cursor is an error")
        await protocol_error(-32602, client.call_tool("restore", {"after": 1}))
        missing = -32002 if mode == "legacy" else -32602
        await protocol_error(missing, client.read_resource("runnel://session/other"))
        await protocol_error(-32601, client.list_prompts())

        uris = [str(resource.uri) for resource in (await client.list_resources()).resources]
        header, graph = [(await client.read_resource(uri)).contents[0].text for uri in uris]
        need(json.loads(header)["states"] == "everyAction", "the first resource is the header")
        need(graph.startswith("flowchart LR"), "the second resource is the graph")
        need((await client.list_resource_templates()).resource_templates == [], "there are no templates")


def exchange(arguments, *messages):
    """Runs the server with messages, each in a line, and returns what it writes."""
    text = "".join(message if isinstance(message, str) else json.dumps(message) + "\n" for message in messages)
    done = subprocess.run([INSPECTOR, "mcp", *arguments], input=text, capture_output=True, text=True, timeout=60)
    need(done.returncode == 0 and done.stderr == "", f"the server ends with {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def request(number, method, **parameters):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}


def check_versions(file):
    for version in [*VERSIONS, "2026-07-28", "1.0"]:
        first, *rest = exchange([file], request(1, "initialize", protocolVersion=version), [request(2, "ping")])
        agreed = version if version in VERSIONS else VERSIONS[0]
        need(first["result"]["protocolVersion"] == agreed, f"{version} leads to {agreed}")
        if agreed in ["2025-03-26", "2024-11-05"]:
            need(rest == [[{"jsonrpc": "2.0", "id": 2, "result": {}}]], f"{version} has batches")
        else:
            need([response["error"]["code"] for response in rest] == [-32600], f"{version} has no batches")


def check_hostile(file):
    start = request(1, "initialize", protocolVersion=VERSIONS[0])
    responses = exchange(
        [file], start, "x" * (5 << 20) + "\n", "[" * (1 << 20) + "\n", "\0\n", request(2, "ping"),
        '{"jsonrpc":"2.0","id":3,"me')
    codes = [response.get("error", {}).get("code") for response in responses]
    need(codes == [None, -32600, -32700, -32700, None], f"the server goes on: {codes}")
    # A client that doesn't read, and ends.
    server = subprocess.Popen([INSPECTOR, "mcp", file], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    server.stdout.close()
    server.stdin.write((json.dumps(start) + "\n").encode())
    server.stdin.close()
    need(server.wait(60) == 0, "a client that has gone ends the server")


def free_port():
    """Returns a port that is free, like the next one."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", port + 1))
                return port
            except (OSError, OverflowError):
                continue


async def check_live(folder):
    port = free_port()
    token = "token0123456789abcdef"
    arguments = ["mcp", "--live", "--allow-changes", "--port", str(port), "--token", token]
    async with Client(StdioServerParameters(command=INSPECTOR, args=arguments)) as client:
        changing = [tool.name for tool in (await client.list_tools()).tools][len(TOOLS) :]
        need(changing == ["restore", "dispatch"], "it can change the app")
        need("no app is connected" in await fault(client, "overview"), "there is no app yet")
        monitor = Monitor(folder, "--inspect", f"runnel://{token}@127.0.0.1:{port + 1}")
        await asyncio.to_thread(monitor.wait_for, b"dark")
        before = await asyncio.to_thread(monitor.wait_for, b"")
        monitor.press("t")
        await asyncio.to_thread(monitor.wait_for, b"light", before)
        # The monitor draws before the server has accepted it.
        is_early, theme = True, ""
        while is_early or "themeCycled" not in theme:
            theme, is_early = await call(client, "actions", text="themeCycled")
            await asyncio.sleep(0.05)
        before = await asyncio.to_thread(monitor.wait_for, b"")
        await answer(client, "restore", after=int(theme.split()[1]) - 1)
        await asyncio.to_thread(monitor.wait_for, b"dark", before)
        while "RestoredState" not in await answer(client, "actions", type="RestoredState"):
            await asyncio.sleep(0.05)
        need("doesn't accept Other" in await fault(client, "dispatch", type="Other", payload="{}"), "a type is accepted")
        before = await asyncio.to_thread(monitor.wait_for, b"")
        await answer(client, "dispatch", type="SettingsFeature.Action", payload='{"themeCycled":{}}')
        await asyncio.to_thread(monitor.wait_for, b"light", before)
        need(await asyncio.to_thread(monitor.end) == 0, "the monitor ends")
        need("RestoredState" in await answer(client, "overview"), "the session is there after the app")


async def main():
    file = Path(sys.argv[1])
    await check_recording(file, "legacy", VERSIONS[0])
    await check_recording(file, "auto", "2026-07-28")
    check_versions(str(file))
    check_hostile(str(file))
    with tempfile.TemporaryDirectory() as name:
        await check_live(Path(name))
    print("the client of the protocol reads a recorded and a running monitor")


if __name__ == "__main__":
    asyncio.run(main())
