# SPDX-License-Identifier: MIT
"""Sessions for the check of the page, in the format of a recording."""

import copy
import json
import random

NAMES = ["Tea", "Coffee", "Sugar", "Milk", "Bread", "Butter", "Honey", "Salt", "Rice", "Beans"]


def text(record):
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"), sort_keys=False)


class Shop:
    """A made-up session of a shop: its lines, and the states to compare with."""

    def __init__(self, count, states="everyAction", seed=7, deliveries=True, checked=()):
        self.random = random.Random(seed)
        self.states = states
        self.deliveries = deliveries
        self.checked = set(checked)
        self.expected = {}
        self.changes_of = {}
        self.lines = []
        self.number = 1000
        self.time = 0
        self.effect = 0
        self.since_snapshot = 0
        self.records = []
        self.effects = {}
        self.due = []
        self.state = {
            "cart": {"coupon": None, "items": [], "total": 0},
            "catalog": {f"sku-{n:02}": {"name": NAMES[n % 10], "price": 1.25 * n, "stock": 100}
                        for n in range(30)},
            "log": [],
            "search": {"isLoading": False, "query": "", "results": []},
            "session": {"permissions": ["read"], "user": None, "visits": 0},
        }
        self.lines.append(text({
            "runnel": 2, "app": "Shop", "version": "1.4", "state": "Shop.AppState",
            "start": "2025-03-01T12:00:00.000Z", "n": self.number, "states": states,
            "deliveries": deliveries}))
        self.snapshot()
        while len(self.records) < count:
            self.step()
        for effect in self.due[:3]:
            self.end(effect, "canceled")
        self.snapshot()

    # Changes

    def set(self, *path_and_value):
        *path, value = path_and_value
        container = self.state
        for key in path[:-1]:
            container = container[key]
        if isinstance(container, list) and path[-1] == len(container):
            container.append(value)
        else:
            container[path[-1]] = value
        self.diff.append([list(path), copy.deepcopy(value)])

    def remove(self, *path):
        container = self.state
        for key in path[:-1]:
            container = container[key]
        del container[path[-1]]
        self.diff.append([list(path)])

    # Lines

    def snapshot(self):
        self.lines.append(text({"n": self.number, "t": self.time, "state": self.state}))
        self.since_snapshot = 0

    def action(self, type_name, payload, file, line, change, slices, parent=None, effect=None):
        self.number += 1
        self.time += int(self.random.lognormvariate(11, 1.6))
        self.diff = []
        change()
        reduce = int(self.random.lognormvariate(7.2 + len(type_name) % 3, 1.3))
        record = {"n": self.number, "t": self.time, "type": type_name, "payload": payload,
                  "file": file, "line": line}
        if parent is not None:
            record["parent"] = parent
        if effect is not None:
            record["effect"] = effect
        record.update({"reduce": reduce, "changed": slices, "pending": self.random.randrange(4)})
        self.since_snapshot += 1
        as_snapshot = self.states == "everyAction" and self.since_snapshot >= 1_000
        if self.states == "everyAction" and not as_snapshot:
            record["diff"] = self.diff
        position = len(self.records)
        self.lines.append(text(record))
        self.records.append(record)
        self.time += reduce
        if as_snapshot or self.states == "adaptive" and self.since_snapshot >= 250:
            self.snapshot()
        if position in self.checked:
            self.expected[position] = copy.deepcopy(self.state)
            self.changes_of[position] = self.diff
        if self.deliveries and position % 3 == 0:
            for consumer, kind, slice_name in (
                ("Shop.CartView", "viewComponent", "\\AppState.cart"),
                ("Shop.SearchView", "viewComponent", "\\AppState.search"),
                ("Shop.Telemetry", "serviceComponent", "\\AppState")):
                if slice_name in slices or slice_name == "\\AppState":
                    self.lines.append(text({
                        "n": self.number, "t": self.time, "consumer": consumer, "kind": kind,
                        "slice": slice_name, "file": "Shop/Views.swift", "line": 12,
                        "took": int(self.random.lognormvariate(9, 1)),
                        **({"main": True} if "View" in consumer else {})}))
        return self.number

    def begin(self, name, ids, cause, file, line):
        self.effect += self.random.randrange(1, 3)
        self.lines.append(text({
            "t": self.time, "effect": self.effect, "event": "began", "name": name, "ids": ids,
            "cause": cause, "file": file, "line": line}))
        self.effects[self.effect] = {"cause": cause, "outcome": "running", "actions": []}
        return self.effect

    def end(self, effect, outcome):
        record = {"t": self.time, "effect": effect, "event": "ended", "outcome": outcome}
        if outcome == "failed":
            record["error"] = "URLError: The network connection was lost."
        self.lines.append(text(record))
        self.effects[effect]["outcome"] = outcome

    # Steps

    def step(self):
        dice = self.random.random()
        if dice < 0.02:
            self.time += int(self.random.expovariate(1 / 8e8))
        if dice < 0.30:
            self.type_query()
        elif dice < 0.62:
            self.change_cart()
        elif dice < 0.80:
            self.deliver_results()
        elif dice < 0.93:
            self.write_log()
        else:
            self.sign_in()

    def type_query(self):
        query = "".join(self.random.choice("abcdeino") for _ in range(self.random.randrange(1, 6)))

        def change():
            self.set("search", "query", query)
            if not self.state["search"]["isLoading"]:
                self.set("search", "isLoading", True)

        cause = self.action("Shop.Search.Action", {"setQuery": {"_0": query}}, "Shop/SearchView.swift",
                            22, change, ["\\AppState.search"])
        if len(self.due) > 3:
            self.end(self.due.pop(0), "canceled")
        self.due.append(self.begin("run", ["Search.ID.query"], cause, "Shop/Search.swift", 41))

    def deliver_results(self):
        if not self.due:
            return
        effect = self.due.pop(self.random.randrange(len(self.due)))
        cause = self.effects[effect]["cause"]
        if self.random.random() < 0.08:
            self.end(effect, "failed")
            return
        results = [{"id": self.random.randrange(900), "name": self.random.choice(NAMES)}
                   for _ in range(self.random.randrange(0, 5))]

        def change():
            self.set("search", "results", results)
            if self.state["search"]["isLoading"]:
                self.set("search", "isLoading", False)

        self.effects[effect]["actions"].append(len(self.records))
        number = self.action("Shop.Search.Action", {"loaded": {"results": results}},
                             "Shop/Search.swift", 46, change, ["\\AppState.search"], effect=effect)
        self.end(effect, "finished")
        if self.random.random() < 0.3:
            self.action("Shop.Analytics.Event", {"name": "results", "count": len(results)},
                        "Shop/Analytics.swift", 9, lambda: None, [], parent=number)

    def change_cart(self):
        items = self.state["cart"]["items"]

        def change():
            if items and self.random.random() < 0.4:
                self.remove("cart", "items", len(items) - 1)
            elif items and self.random.random() < 0.4:
                index = self.random.randrange(len(items))
                self.set("cart", "items", index, "quantity", items[index]["quantity"] + 1)
            else:
                self.set("cart", "items", len(items), {
                    "name": self.random.choice(NAMES), "quantity": 1,
                    "sku": f"sku-{self.random.randrange(30):02}"})
            self.set("cart", "total", round(self.random.random() * 400, 2))

        number = self.action("Shop.Cart.Action", {"change": {}}, "Shop/CartView.swift", 40, change,
                             ["\\AppState.cart"])
        if self.random.random() < 0.15:
            sku = f"sku-{self.random.randrange(30):02}"
            self.action(
                "Shop.Catalog.Action", {"reserve": {"sku": sku, "amount": 1}}, "Shop/Cart.swift", 71,
                lambda: self.set("catalog", sku, "stock", self.state["catalog"][sku]["stock"] - 1),
                ["\\AppState.catalog"], parent=number)

    def write_log(self):
        def change():
            log = self.state["log"]
            if len(log) >= 20:
                while log:
                    self.remove("log", len(log) - 1)
            self.set("log", len(log), {"at": self.time, "text": self.random.choice(NAMES).lower()})

        self.action("Shop.Log.Entry", {"write": {"text": "entry", "level": "info"}},
                    "Shop/Support/Log.swift", 7, change, ["\\AppState.log"])

    def sign_in(self):
        def change():
            if self.state["session"]["user"] is None:
                self.set("session", "user", {"id": self.random.randrange(10 ** 6), "name": "Mira"})
            else:
                self.set("session", "user", None)
            self.set("session", "visits", self.state["session"]["visits"] + 1)

        self.action("Shop.Session.Action", {"toggleUser": {}}, "Shop/SessionView.swift", 15, change,
                    ["\\AppState.session"])

    @property
    def file(self):
        return "\n".join(self.lines) + "\n"


ATTACK = "</script><script>window.pwned = 1</script><img src=x onerror=\"window.pwned = 2\">"
LONG = "long " * 200_000
# Text that runs from right to left.
HEBREW = "\u05d0\u05d1\u05d2"
DEPTH = 5_000


def hostile():
    """A session whose content attacks the page."""
    deep = "[" * DEPTH + "]" * DEPTH
    state = (
        '{"__proto__":{"polluted":"by a state"},"constructor":{"prototype":1},'
        '"attack":' + json.dumps(ATTACK) + ',"big":12345678901234567890,'
        '"fraction":0.12345678901234567890123,"huge":1e400,"plain":7.5,'
        '"deep":' + deep + ',"list":[1,2,3],"long":' + json.dumps(LONG) + ','
        '"controls":"\\u0000\\u0007\\u001b[31m\\u2028\\u2029\\u202e\\ud800","toString":"text"}')
    lines = [
        text({"runnel": 2, "app": ATTACK, "version": "\u202e1", "state": ATTACK,
              "start": "not a date", "n": 0, "states": "everyAction", "deliveries": True}),
        '{"n":0,"t":0,"state":' + state + "}",
        text({"n": 1, "t": 10, "type": ATTACK, "payload": {"html": ATTACK, "\u2028": "\u2029"},
              "file": ATTACK, "line": 1, "reduce": 5, "changed": [ATTACK], "pending": 0,
              "diff": [[["attack"], ATTACK + "!"]]}),
        '{"n":2,"t":20,"type":"M.Proto","payload":{"__proto__":{"polluted":"by a payload"}},'
        '"file":"M/A.swift","line":2,"reduce":5,"changed":["\\\\S"],"pending":0,'
        '"diff":[[["__proto__","polluted"],"by a change"],[["list","length"],4294967295],'
        '[["list",4000000000],1],[["new","missing"],1],[["toString"],"changed"]]}',
        '{"n":3,"t":30,"type":"M.Deep","payload":' + deep + ',"file":"M/A.swift","line":3,'
        '"reduce":5,"changed":[],"pending":0,"diff":[]}',
        '{"n":4,"t":40,"type":"M.Number","payload":{"set":{"_0":9007199254740993}},'
        '"file":"M/A.swift","line":4,"reduce":5,"changed":[],"pending":0,'
        '"diff":[[["big"],98765432109876543210]]}',
        text({"n": 5, "t": 50, "type": "M.Long", "text": LONG, "file": "M/A.swift", "line": 5,
              "reduce": 5, "changed": [], "pending": 0, "diff": [[["long"]]],
              "problem": "<b>not encodable</b>"}),
        '{"n":6,"t":60,"type":5,"payload":null,"file":7,"line":"x","parent":"y","effect":{},'
        '"reduce":"z","changed":{},"pending":[],"diff":[5,[],[[]],[["a","b"],1]]}',
        text({"n": 7, "t": 70, "type": "M.Secret", "hidden": True, "file": "M/A.swift", "line": 7,
              "parent": 7, "reduce": 5, "changed": [], "pending": 0}),
        text({"t": 71, "effect": 9, "event": "began", "name": ATTACK, "ids": [ATTACK],
              "cause": 1, "file": ATTACK, "line": 1}),
        text({"t": 72, "effect": 9, "event": "ended", "outcome": "failed", "error": ATTACK}),
        text({"n": 7, "t": 73, "consumer": ATTACK, "kind": ATTACK, "slice": ATTACK,
              "file": ATTACK, "line": 1, "took": 5}),
        text({"n": 7, "t": 74, "type": f"M.{HEBREW}Feature.Action", "payload": {HEBREW: {"_0": 12}},
              "address": f"\\.rows[{HEBREW}\u202e{ATTACK}]", "file": "M/A.swift", "line": 8, "reduce": 5,
              "changed": [], "pending": 0, "diff": []}),
        text({"n": 7, "t": 75, "type": f"RunnelInsight.RestoredState<{ATTACK}>", "payload": {"state": 1},
              "file": "M/A.swift", "line": 9, "reduce": 5, "changed": ["?"], "pending": 0, "diff": []}),
        text({"restored": ATTACK}), text({"new kind": ATTACK}), "[1,2,3]", "not JSON " + ATTACK, "null", "",
    ]
    return "\n".join(lines) + '\n{"n":8,"t":80,"type":"M.Cut","payl'


def empty():
    return text({"runnel": 2, "state": "Shop.AppState", "start": "2025-03-01T12:00:00.000Z",
                 "n": 0, "states": "none", "deliveries": False}) + "\n"


def with_states(states, parents={}):
    """A session with these states, in differences of whole members or, unless they are objects, in snapshots."""
    lines = [empty().strip(), text({"n": 0, "t": 0, "state": states[0]})]
    for number, (before, after) in enumerate(zip(states, states[1:]), 1):
        record = {"n": number, "t": number, "type": "Shop.T", "text": "T", "file": "T.swift", "line": number}
        if number in parents:
            record["parent"] = parents[number]
        is_object = isinstance(after, dict) and isinstance(before, dict) and before.keys() == after.keys()
        if is_object:
            record["diff"] = [[[key], after[key]] for key in after if after[key] != before[key]]
        lines.append(text(record))
        if not is_object:
            lines.append(text({"n": number, "t": number, "state": after}))
    return "\n".join(lines) + "\n"


def with_one_action():
    return empty() + text({
        "n": 1, "t": 120, "type": "Shop.Cart.Action", "text": "add(\"tea\")\n  second line",
        "file": "Shop/CartView.swift", "line": 40, "reduce": 350, "changed": ["\\AppState.cart"],
        "pending": 0, "address": "\\.cart.items[7]"}) + "\n"


STEP = 20_000_000
PAUSE = 59_000_000_000


def bursts():
    """A session of three minutes: 65 actions in four bursts of a third of a second."""
    rows = [{"id": number, "isDone": False} for number in (7, 70)]
    state = {"accounts": {"user": ""}, "theme": "light", "threads": {"pages": 0, "rows": rows}}
    records = []
    lines = [
        text({"runnel": 2, "app": "Inbox", "state": "Inbox.AppState", "start": "2025-03-01T12:00:00.000Z",
              "n": 0, "states": "everyAction", "deliveries": True}),
        text({"n": 0, "t": 0, "state": state})]
    time = 0
    for number in range(1, 66):
        time += PAUSE if number % 16 == 1 and 1 < number < 65 else STEP
        index = number // 5 % 2
        action, changed, diff = [
            ({"type": "Inbox.AccountsFeature.Action", "payload": {"loginTapped": {}}},
             ["\\AppState.accounts"], [[["accounts", "user"], f"ada {number}"]]),
            ({"type": "Inbox.ThreadListFeature.Action", "payload": {"loadPage": {"limit": 50}}},
             ["?"], [[["threads", "pages"], number]]),
            ({"type": "Inbox.Row.Action", "payload": {"toggled": {"_0": number % 2 == 0}},
              "address": f"\\.threads.rows[{rows[index]['id']}]"},
             ["?", "\\AppState.threads"], [[["threads", "rows", index, "isDone"], number % 2 == 0]]),
            ({"type": "Inbox.SettingsFeature.Action", "text": f"themeChanged(\"dark {number}\")"},
             ["\\AppState"], [[["theme"], f"dark {number}"]]),
            ({"type": "Inbox.SystemSampled", "payload": {"load": 0.5, "processes": [
                {"id": process, "name": "init"} for process in range(5)]}}, [], []),
        ][number % 5]
        records.append({"n": number, "t": time, **action, "file": "Inbox/Screen.swift", "line": 9,
                        "reduce": 900, "changed": changed, "pending": 0, "diff": diff})
        lines.append(text(records[-1]))
    cause = {"cause": 2, "file": "Inbox/Pages.swift", "line": 24}
    for number, name, ids in [
            (1, "perform ThreadListFeature.Command.loadPage(account: \"ada\", limit: 50)",
             ["ThreadListFeature.ID.loading of \\.threads.rows[7]"]),
            (2, "run", ["AccountsFeature.ID.login"]), (3, "run", [])]:
        lines.append(text({"t": time, "effect": number, "event": "began", "name": name, "ids": ids, **cause}))
    lines.append(text({"n": 65, "t": time, "consumer": "Inbox.Screen", "kind": "viewComponent", "slice": "?",
                       "file": "Inbox/Screen.swift", "line": 3, "took": 5}))
    return "\n".join(lines) + "\n", records


def long_chain(count):
    """A session in which each action dispatches the next one."""
    lines = empty().splitlines()
    for number in range(1, count + 1):
        lines.append(text({
            "n": number, "t": number * 1000, "type": "Shop.Chain.Action", "payload": {"next": {}},
            "file": "Shop/Chain.swift", "line": 4,
            **({"parent": number - 1} if number > 1 else {}),
            "reduce": 100, "changed": [], "pending": 0}))
    return "\n".join(lines) + "\n"
