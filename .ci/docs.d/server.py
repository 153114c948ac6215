# SPDX-License-Identifier: MIT
"""Serves a static site under a path, as a site of several projects does.

Usage: server.py SITE BASE PORT
"""

import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


def server(site: str, base: str, port: int = 0) -> ThreadingHTTPServer:
    """Returns a server that isn't running yet. Port 0 stands for any free port."""

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments, directory=site)

        def translate_path(self, path: str) -> str:
            if not path.startswith(base + "/"):
                return "/does/not/exist"
            return super().translate_path(path[len(base) :])

        def log_message(self, *_: object) -> None:
            pass

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def start(site: str, base: str) -> str:
    """Starts a server on a thread of its own, and returns the address of the site."""
    running = server(site, base)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{running.server_port}{base}"


if __name__ == "__main__":
    server(sys.argv[1], sys.argv[2], int(sys.argv[3])).serve_forever()
