# SPDX-License-Identifier: MIT
"""Drives the page of a recorded session in headless Chromium, and compares it with the recording."""

import functools
import inspect
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

import live_server
import sessions

INSPECTOR = os.environ.get("PRODUCTS", ".build/debug") + "/inspector"
ACTIONS = 50_000
CHECKED = [0, 1, 2, 63, 64, 65, 998, 999, 1000, 1001, 12_345, 25_000, 31_999, 49_998, 49_999]

# The ratio of the contrast of each text that is drawn, for those below the limit of WCAG AA.
LOW_CONTRAST = """
  const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const over = (top, below) => {
    const alpha = top.length > 3 ? top[3] : 1;
    return [0, 1, 2].map((index) => top[index] * alpha + below[index] * (1 - alpha));
  };
  const background = (node) => {
    if (!node) return [255, 255, 255];
    const color = parse(getComputedStyle(node).backgroundColor);
    return color.length > 3 && color[3] === 0 ? background(node.parentElement)
      : over(color, color.length > 3 ? background(node.parentElement) : [0, 0, 0]);
  };
  const luminance = (color) => color.slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const box = node.getBoundingClientRect();
    if (walker.currentNode.data.trim() === "" || box.width === 0 || box.height === 0) continue;
    if (node.closest("script, style, .unseen, noscript, option, :disabled")) continue;
    const below = background(node);
    const a = luminance(over(parse(getComputedStyle(node).color), below));
    const b = luminance(below);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.push(ratio.toFixed(2) + " " + node.className + ": " + node.textContent.slice(0, 30));
  }
  return [...new Set(found)];
"""

# What a finger can't reach: elements outside of the viewport, parts that scroll sideways, and small controls. Text with
# an ellipsis is cut on purpose, and links in a sentence are as high as the text.
UNREACHABLE = """
  const found = [];
  const name = (node) => `${node.tagName} ${node.id || node.className}: ${node.textContent.trim().slice(0, 30)}`;
  const visible = (node) => {
    let { left, right } = node.getBoundingClientRect();
    for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== "hidden" || node.matches("button, input, select")) continue;
      const outer = box.getBoundingClientRect();
      [left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)];
    }
    return { left, right };
  };
  for (const node of document.body.querySelectorAll("*")) {
    const { width, height } = node.getBoundingClientRect();
    if (!node.checkVisibility() || node.closest(".unseen, option") || width * height === 0) continue;
    const { left, right } = visible(node);
    if (left < right && (left < -0.5 || right > innerWidth + 0.5)) found.push("outside: " + name(node));
    const scrolls = ["auto", "scroll"].includes(getComputedStyle(node).overflowX);
    if (scrolls && node.scrollWidth > node.clientWidth) found.push("scrolls: " + name(node));
    if (node.matches(".banner button, p button")) continue;
    if (node.matches("button, input, select, [role=option], [role=treeitem]") && (width < 44 || height < 44)) {
      found.push(`${width} x ${height}: ` + name(node));
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  return [...new Set(found)];
"""

FRAMES = """
  const done = arguments[0];
  const list = document.getElementById("actions");
  const times = [];
  let last = 0;
  let rows = 0;
  const step = (time) => {
    if (last > 0) times.push(time - last);
    last = time;
    list.scrollTop += 700;
    rows = Math.max(rows, list.querySelectorAll("[role=option]").length);
    if (times.length < 180) requestAnimationFrame(step);
    else {
      times.sort((a, b) => a - b);
      done({ median: times[90], p95: times[171], max: times[179], rows });
    }
  };
  requestAnimationFrame(step);
"""

# The time from a typed character until the list and the chart have been drawn.
KEYSTROKE = """
  const [text, done] = arguments;
  const input = document.getElementById("search");
  const start = performance.now();
  input.value = text;
  input.dispatchEvent(new Event("input"));
  const drawn = () => requestAnimationFrame(() => done(performance.now() - start));
  requestAnimationFrame(() => requestAnimationFrame(drawn));
"""

# Frames that a check draws, at the times that it gives.
OWN_FRAMES = """
  const frames = [];
  window.requestAnimationFrame = (body) => frames.push(body);
  window.draw = (...times) => {
    for (const time of times) for (const body of frames.splice(0)) body(time);
  };
"""

failures = []
passed = 0


def check(condition, sentence):
    global passed
    if condition:
        passed += 1
    else:
        failures.append(sentence)
        print("FAILED:", sentence)


def equal(actual, expected, sentence):
    check(actual == expected, f"{sentence}: {str(actual)[:300]!r} instead of {str(expected)[:300]!r}")


class Page:
    def __init__(self, folder, pictures):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.binary_location = os.environ["BROWSER"]
        self.driver = webdriver.Chrome(
            options=options, service=webdriver.ChromeService(os.environ["DRIVER"]))
        self.folder = folder
        self.pictures = pictures
        self.resize(1360, 850)
        self.dark(False)

    def resize(self, width, height, is_touched=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_touched})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": is_touched})

    def dark(self, is_dark):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]})

    def open(self, name, html):
        path = self.folder / f"{name}.html"
        path.write_text(html)
        self.driver.get("about:blank")
        self.driver.get(path.as_uri())
        self.until(lambda: self.js("return window.runnelWork && !runnelWork().isReading"))
        self.settle()
        return path.stat().st_size

    def until(self, condition):
        WebDriverWait(self.driver, 120, poll_frequency=0.02).until(
            lambda _: condition(), f"not after 120 s: {inspect.getsource(condition)}")

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def settle(self):
        """Returns after the page has drawn what was requested."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def texts(self, selector):
        return self.js("return [...document.querySelectorAll(arguments[0])]"
                       ".filter((node) => node.checkVisibility()).map((node) => node.textContent)", selector)

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()
        self.settle()

    def click(self, selector):
        self.one(selector).click()
        self.settle()

    def choose(self, selector, value):
        Select(self.one(selector)).select_by_value(str(value))
        self.settle()

    def key(self, key):
        """Presses a key without waiting for a frame."""
        self.js("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))", key)

    def search(self, query):
        self.js("document.getElementById('search').focus()")
        self.one("#search").clear()
        self.one("#search").send_keys(query)
        self.settle()

    def go_to(self, number):
        """Opens the page again, with an action in its address."""
        address = self.js("return location.href").split("#")[0]
        self.driver.get("about:blank")
        self.driver.get(f"{address}#{number}")
        self.until(lambda: self.js("return window.runnelWork && !runnelWork().isReading"))
        self.settle()

    def selected_number(self):
        texts = self.texts("#selection .facts span")
        return next((int(text[1:]) for text in texts if text.startswith("#")), None)

    def place(self, number):
        """Selects an action, and returns where the chart has it, in pixels."""
        self.js("location.hash = '#' + arguments[0]", number)
        self.until(lambda: self.selected_number() == number)
        return float(self.js("return document.getElementById('chart-cursor').style.transform")[11:-3])

    def tab(self, name):
        self.click(f"#tab-{name}")

    def state(self):
        """Returns the shown state, from the dialog that shows it as JSON."""
        self.js("document.querySelector('#panel-state [data-json]').click()")
        while self.one("#viewer-more").is_displayed():
            self.one("#viewer-more").click()
        text = self.js("return document.getElementById('viewer-text').textContent")
        self.press(Keys.ESCAPE)
        return json.loads(text)

    def log(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def picture(self, name):
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(self.pictures / f"{name}.png"))


@functools.cache
def page_around_lines():
    """Returns what the inspector writes before and after the lines of a recording."""
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as file:
        file.write(sessions.empty())
        file.flush()
        done = subprocess.run([INSPECTOR, "html", file.name, "-o", "-"], capture_output=True, text=True, check=True)
    return done.stdout.split(sessions.empty())


def html(lines):
    """Returns the page of a recording, also of one that the inspector refuses."""
    return lines.replace("<", "\\u003c").join(page_around_lines())


def label(type_name):
    """Returns what the page calls a type of the shop."""
    return type_name.removeprefix("Shop.").removesuffix(".Action").removesuffix(".Event")


def count(page):
    return int(page.texts("#count")[0].split(" of ")[0].split()[0].replace(",", ""))


def check_large(page):
    shop = sessions.Shop(ACTIONS, checked=CHECKED)
    records = shop.records
    size = page.open("large", html(shop.file))
    print(f"large: {len(shop.lines)} lines, page of {size / 1e6:.1f} MB, read in "
          f"{page.js('return runnelWork().readingTime'):.0f} ms")
    equal(page.texts("#count"), [f"{len(records):,} actions"], "all actions are listed")
    equal(page.texts("#app-name"), ["Shop 1.4"], "the header names the app")
    equal(page.driver.title, "Shop \u2013 recorded session", "the title names the app")
    check("50,00" in page.texts("#stats")[0], "the header counts the actions")
    frames = page.driver.execute_async_script(FRAMES)
    print(f"scrolling 25 rows a frame: median {frames['median']:.1f} ms, p95 {frames['p95']:.1f} ms, "
          f"longest {frames['max']:.1f} ms a frame")
    check(frames["rows"] < 200, f"{frames['rows']} rows for 50,000 actions")
    nodes = page.js("return document.querySelectorAll('*').length")
    print(f"{frames['rows']} rows, {nodes} elements in the document")
    check(nodes < 2_500, f"the document has {nodes} elements")

    for query in ("c", "coffee", "nothing like it", ""):
        print(f"search for {query!r}: {page.driver.execute_async_script(KEYSTROKE, query):.0f} ms until it is drawn")
    page.settle()
    check_selection(page, records)
    check_states(page, shop)
    check_filters(page, records)
    child = check_causes(page, shop)
    check_tables(page, shop)
    check_keys(page)
    equal(page.log(), [], "the console of the large session is empty")
    for is_dark in (False, True):
        page.dark(is_dark)
        for tab in ("state", "causes", "action", "effects", "reducers", "slices", "observers"):
            page.tab(tab)
            equal(page.js(LOW_CONTRAST), [], f"{tab}, dark: {is_dark}: texts with low contrast")
    take_pictures(page, child)


def check_selection(page, records):
    page.js("document.getElementById('actions').scrollTop = 0")
    page.settle()
    rows = [row for row in page.all("#actions [role=option]") if row.is_displayed()]
    row = next(row for row in rows if f"{records[5]['n']}" in row.text)
    row.click()
    page.settle()
    equal(page.selected_number(), records[5]["n"], "a click selects an action")
    equal(row.get_attribute("aria-selected"), "true", "the selected row is marked")
    page.one("#actions").send_keys(Keys.ARROW_DOWN)
    page.press("j")
    equal(page.selected_number(), records[7]["n"], "the arrow and j step forward")
    page.press(Keys.ARROW_UP, "k", "k")
    equal(page.selected_number(), records[4]["n"], "the arrow and k step back")
    page.press(Keys.END)
    equal(page.selected_number(), records[-1]["n"], "End selects the last action")
    active = page.js("return document.getElementById('actions').getAttribute('aria-activedescendant')")
    check(active and page.one(f"#{active}").get_attribute("aria-selected") == "true",
          "the list names its active row")
    check(page.one(f"#{active}").is_displayed(), "the selected row is visible")
    page.press(Keys.PAGE_UP)
    check(records[-40]["n"] < page.selected_number() < records[-1]["n"] - 5, "PageUp moves by a page")
    page.press(Keys.HOME)
    equal(page.texts("#selection h2"), ["Start of the recording"], "Home selects the start")


def check_states(page, shop):
    page.tab("state")
    for position in CHECKED:
        number = shop.records[position]["n"]
        page.go_to(number)
        equal(page.selected_number(), number, "the address selects an action")
        check(not page.one("#panel-state .banner").is_displayed(), f"the state of {position} is exact")
        equal(page.state(), shop.expected[position], f"the state after action {position}")
        work = page.js("return runnelWork()")
        check(work["differences"] <= 1_100, f"{work['differences']} differences applied for one state")
        marks = {kind: page.js(
            "return document.querySelectorAll('#panel-state .node.' + arguments[0] + ':not([hidden])').length", kind)
            for kind in ("added", "changed", "removed")}
        diff = shop.changes_of[position]
        check(sum(marks.values()) > 0 or not diff, f"the changes of action {position} are marked: {marks}")
        if diff and all(len(change) == 1 for change in diff):
            check(marks["removed"] > 0, f"action {position} shows what it removed")
    # The old value of a changed one stands beside the new one.
    position = next(index for index, record in enumerate(shop.records)
                    if index > 200 and record["type"].endswith("Session.Action"))
    page.go_to(shop.records[position]["n"])
    visits = next(change for change in shop.records[position]["diff"] if change[0][-1] == "visits")[1]
    equal(page.texts("#panel-state .node.changed:not([hidden]) .old")[-1], str(visits - 1), "the old value")
    before = page.js("return runnelWork().differences")
    for _ in range(10):
        page.press("j")
    after = page.js("return runnelWork().differences")
    check(after - before <= 20, f"10 steps apply {after - before} differences")
    number = page.selected_number()
    page.js("location.hash = '#' + arguments[0]", number + 100)
    page.until(lambda: page.selected_number() == number + 100)
    page.press("b")
    equal(page.selected_number(), number, "an address that changes is a jump")
    page.press("t")
    equal(page.js("return document.activeElement.getAttribute('role')"), "tree", "t focuses the state")
    page.press(Keys.HOME)
    rows = len(page.texts("#panel-state .node"))
    page.press(Keys.ARROW_LEFT)
    equal(len(page.texts("#panel-state .node")), 1, "Left collapses the tree")
    page.press(Keys.ARROW_RIGHT)
    equal(len(page.texts("#panel-state .node")), rows, "Right expands it")


def check_filters(page, records):
    total = len(records)
    page.search("coffee")
    expected = sum("coffee" in json.dumps(record.get("payload")).lower() for record in records)
    equal(count(page), expected, "a search lists the actions with the word")
    page.search("coffee -tea")
    expected = sum("coffee" in json.dumps(record["payload"]).lower()
                   and "tea" not in json.dumps(record["payload"]).lower() for record in records)
    equal(count(page), expected, "a word with a minus excludes actions")
    page.search("~cart.total")
    expected = sum(any(change[0] == ["cart", "total"] for change in record.get("diff", []))
                   for record in records)
    equal(count(page), expected, "a word with a tilde lists the actions that changed a part")
    page.search("nothing matches this")
    equal(count(page), 0, "a search without matches lists nothing")
    check(page.one("#actions-empty").is_displayed(), "an empty list explains itself")
    page.press(Keys.ESCAPE)
    equal(count(page), total, "Escape clears the search")

    def option(selector, text):
        return next(option.get_attribute("value") for option in page.one(selector).find_elements(
            By.TAG_NAME, "option") if option.text.startswith(text))

    page.choose("#filter-type", option("#filter-type", "Catalog"))
    expected = sum(record["type"] == "Shop.Catalog.Action" for record in records)
    equal(count(page), expected, "the filter by type")
    page.choose("#filter-type", -1)
    page.choose("#filter-file", option("#filter-file", "Shop/Support/Log.swift"))
    expected = sum(record["file"] == "Shop/Support/Log.swift" for record in records)
    equal(count(page), expected, "the filter by file")
    page.choose("#filter-file", -1)
    page.choose("#filter-duration", 100_000)
    expected = sum(record["reduce"] >= 100_000 for record in records)
    equal(count(page), expected, "the filter by duration")
    page.choose("#filter-duration", "slowest")
    slowest = sorted((record["reduce"] for record in records), reverse=True)
    equal(count(page), sum(value >= slowest[99] for value in slowest), "the slowest 100")
    page.one("#actions").send_keys(Keys.END)
    page.choose("#sort", "slowest")
    equal(page.js("return document.querySelector('#actions').scrollTop"), 0, "an order shows its first actions")
    page.one("#actions").send_keys(Keys.HOME)
    page.settle()
    first = max(records, key=lambda record: record["reduce"])
    equal(page.selected_number(), first["n"], "the slowest action comes first")
    page.choose("#sort", "")
    page.choose("#filter-duration", 0)
    page.choose("#filter-source", "effect")
    equal(count(page), sum("effect" in record for record in records), "the actions of effects")
    page.choose("#filter-source", "")

    chart = page.one("#chart")
    width = chart.size["width"]
    ActionChains(page.driver).move_to_element_with_offset(chart, -width // 4, 0).click_and_hold() \
        .move_by_offset(width // 4, 0).release().perform()
    page.settle()
    in_range = count(page)
    check(0 < in_range < total, "a range of the chart filters the list")
    check(page.one("#chart-range").is_displayed(), "the range is drawn")
    page.click("#chips button")
    equal(count(page), total, "its chip removes it")
    ActionChains(page.driver).move_to_element_with_offset(chart, width // 4, 0).click().perform()
    page.settle()
    position = page.selected_number() - records[0]["n"]
    share = records[position]["t"] / records[-1]["t"]
    check(0.70 < share < 0.80, f"a click on the chart selects an action at that time: {share:.2f}")
    page.press(Keys.SHIFT, Keys.ARROW_RIGHT)
    page.js("document.getElementById('chart').focus()")
    ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT) \
        .key_up(Keys.SHIFT).perform()
    page.settle()
    check(0 < count(page) < total, "Shift and the arrows select a range of time")
    page.press(Keys.ESCAPE)
    equal(count(page), total, "Escape clears it")


def check_causes(page, shop):
    records = shop.records
    # An action of an effect, which dispatched another one.
    index = next(index for index, record in enumerate(records) if "effect" in record and index > 500
                 and any(other.get("parent") == record["n"] for other in records[index:index + 3]))
    record = records[index]
    cause = shop.effects[record["effect"]]["cause"]
    child = next(other for other in records[index:] if other.get("parent") == record["n"])
    page.go_to(child["n"])
    page.tab("causes")
    steps = page.js("return [...document.querySelectorAll('#panel-causes ol [data-position]')]"
                    ".map((node) => Number(node.dataset.position))")
    equal([records[step]["n"] for step in steps], [cause, record["n"], child["n"]],
          "the chain of causes from the root")
    check("Search \u00b7 query" in page.texts("#panel-causes li.effect")[0], "the chain names the effect")
    page.js("document.querySelector(`#panel-causes ol [data-position='${arguments[0]}']`).focus()", steps[0])
    page.press(Keys.ENTER)
    equal(page.js("return document.activeElement.getAttribute('aria-current')"), "true",
          "the focus stays in the chain")
    equal(page.selected_number(), cause, "a cause can be selected")
    caused = page.js("return [...document.querySelectorAll('#panel-causes ul [data-position]')]"
                     ".map((node) => Number(node.dataset.position))")
    equal([records[step]["n"] for step in caused], [record["n"]], "what an action caused through its effect")
    page.click(f"#panel-causes ul [data-position='{caused[0]}']")
    equal(page.selected_number(), record["n"], "what it caused can be selected")
    page.press("p")
    equal(page.selected_number(), cause, "p goes to the cause")
    page.press("b")
    equal(page.selected_number(), record["n"], "b goes back")
    page.click("#panel-causes ol li.effect button")
    equal(page.js("return document.querySelector('#tab-effects').getAttribute('aria-selected')"), "true",
          "an effect of the chain opens the effects")
    check(f"Effect {record['effect']} " in page.texts(".effect-detail h2")[0], "the effect is selected")
    return child["n"]


def check_tables(page, shop):
    page.tab("effects")
    for outcome in ("finished", "failed", "canceled", "running"):
        page.choose("#panel-effects select", outcome)
        expected = sum(effect["outcome"] == outcome for effect in shop.effects.values())
        check(page.texts("#panel-effects .bar .spread")[0].startswith(f"{expected:,} of "),
              f"{expected} effects are {outcome}: {page.texts('#panel-effects .bar .spread')}")
    page.choose("#panel-effects select", "")
    check(len(page.all("#effects [role=option]")) < 200, "the rows of effects are windowed")
    page.tab("reducers")
    times = {}
    for record in shop.records:
        times.setdefault(record["type"], []).append(record["reduce"])
    slowest = max(times, key=lambda name: sum(times[name]))
    first = page.texts("#panel-reducers tbody tr:first-child td")
    equal(first[0], label(slowest), "the reducers with the most time come first")
    equal(first[1], f"{len(times[slowest]):,}", "their count")
    page.click("#panel-reducers th:nth-child(2) button")
    most = max(times, key=lambda name: len(times[name]))
    equal(page.texts("#panel-reducers tbody tr:first-child td")[0], label(most),
          "the heading of a column sorts")
    equal(page.one("#panel-reducers th:nth-child(2)").get_attribute("aria-sort"), "descending", "aria-sort")
    page.click("#panel-reducers tbody tr:first-child button")
    equal(count(page), len(times[most]), "a type of the table filters the list")
    page.click("#chips button.plain")
    page.tab("slices")
    changes = {}
    for record in shop.records:
        for name in record["changed"]:
            changes[name] = changes.get(name, 0) + 1
    hottest = max(changes, key=changes.get)
    equal(page.texts("#panel-slices tbody tr:first-child td")[:2], [hottest, f"{changes[hottest]:,}"],
          "the hottest slice comes first")
    page.tab("observers")
    equal(page.texts("#panel-observers tr.group td"),
          ["\\AppState", "\\AppState.cart", "\\AppState.search"], "observers by slice")


def check_keys(page):
    page.tab("state")
    page.js("document.activeElement.blur()")
    reached = []
    for _ in range(60):
        page.press(Keys.TAB)
        reached.append(page.js("const node = document.activeElement; return node === document.body ? '' :"
                               "node.id || node.getAttribute('role') || node.textContent.trim()"))
        if reached[-1] == reached[0] and len(reached) > 1:
            break
    expected = ["help-button", "chart", "search", "filter-type", "filter-file", "filter-duration",
                "filter-source", "sort", "step-back", "play", "step-on", "speed", "actions", "splitter"]
    order = [name for name in reached if name in expected]
    equal(order[:len(expected)], expected, "Tab reaches the controls in their order")
    check("tab-state" in reached and "tree" in reached, f"Tab reaches the tabs and the tree: {reached}")
    page.js("document.activeElement.blur()")
    ring = page.js("document.getElementById('search').blur(); return 1")
    page.press("/")
    equal(page.js("return document.activeElement.id"), "search", "/ focuses the search")
    check(ring and page.js("return getComputedStyle(document.activeElement).outlineStyle") != "none",
          "the focus is visible")
    page.press("x", Keys.ENTER)
    equal(page.js("return document.activeElement.id"), "actions", "Enter goes on to the list")
    page.press("?")
    check(not page.one("#help").is_displayed() or page.js("return document.querySelector('#help').open"),
          "? shows the keys")
    check(page.js("return document.querySelector('#help').open"), "? shows the keys")
    page.press(Keys.ESCAPE)
    check(not page.js("return document.querySelector('#help').open"), "Escape closes them")
    page.press(Keys.ESCAPE)
    page.press("3")
    equal(page.js("return document.querySelector('#tab-action').getAttribute('aria-selected')"), "true",
          "3 opens the third tab")
    page.one("#tab-action").send_keys(Keys.ARROW_RIGHT)
    page.settle()
    equal(page.js("return document.activeElement.id"), "tab-effects", "Right opens the next tab")
    share = page.one("#splitter").get_attribute("aria-valuenow")
    page.one("#splitter").send_keys(Keys.ARROW_RIGHT)
    check(page.one("#splitter").get_attribute("aria-valuenow") != share, "the splitter moves with keys")
    page.one("#splitter").send_keys(Keys.ARROW_LEFT)
    roles = page.js("return [...document.querySelectorAll('[role]')].map((node) => node.getAttribute('role'))")
    for role in ("listbox", "option", "tree", "treeitem", "tablist", "tab", "tabpanel", "slider", "separator"):
        if role in ("tree", "treeitem"):
            page.tab("state")
            check(page.all(f"[role={role}]"), f"there is a {role}")
        else:
            check(role in roles, f"there is a {role}")


def check_fingers(page, name):
    """Checks that a finger reaches everything on phones and on a tablet."""
    def fits(what):
        equal(page.js(UNREACHABLE), [], f"everything can be reached at {width} in {what}")

    for width, height in ((320, 640), (390, 844), (768, 1024)):
        page.resize(width, height, is_touched=True)
        page.settle()
        for tab in ("state", "causes", "action", "effects", "reducers", "slices", "observers"):
            page.tab(tab)
            fits(tab)
            page.picture(f"{name}-{width}-{tab}")
        if page.one("#filters").is_displayed():
            page.click("#filters")
            fits("the filters")
            page.click("#filters")
        page.tab("state")
        page.js("document.querySelector('#panel-state [data-json]').click()")
        fits("a dialog")
        page.press(Keys.ESCAPE)
    page.resize(1360, 850)
    page.settle()


def take_pictures(page, number):
    page.go_to(number)
    page.press("p")
    page.js("document.activeElement.blur()")
    for theme in ("light", "dark"):
        page.dark(theme == "dark")
        for tab in ("state", "causes", "action", "effects", "reducers", "slices", "observers"):
            page.tab(tab)
            page.picture(f"{theme}-{tab}")
        check_fingers(page, theme)
    page.search("search")
    page.js("document.getElementById('chart').focus()")
    ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.PAGE_DOWN, Keys.PAGE_DOWN) \
        .key_up(Keys.SHIFT).perform()
    page.tab("effects")
    page.picture("dark-filtered")
    page.press(Keys.ESCAPE, Keys.ESCAPE)
    page.press("?")
    page.picture("dark-keys")
    page.press(Keys.ESCAPE)
    page.dark(False)


def check_adaptive(page):
    shop = sessions.Shop(2_000, states="adaptive", checked=[248, 249, 250, 300])
    page.open("adaptive", html(shop.file))
    page.go_to(shop.records[300]["n"])
    banner = page.texts("#panel-state .banner")
    check(banner and "was not recorded" in banner[0], f"a missing state is announced: {banner}")
    check(f"#{shop.records[249]['n']}" in banner[0] and "51 actions earlier" in banner[0],
          f"the notice names the snapshot: {banner}")
    equal(page.state(), shop.expected[249], "the nearest earlier state is shown")
    equal(page.all("#panel-state .node.added, #panel-state .node.changed"), [], "no change is claimed")
    check(page.all("#panel-state .node.hint"), "what can have changed is marked")
    page.picture("light-adaptive")
    page.click("#panel-state .banner button")
    equal(page.selected_number(), shop.records[249]["n"], "the notice leads to the snapshot's action")
    equal(page.state(), shop.expected[249], "its state is shown")
    check("changes since the state after" in page.texts("#panel-state .banner")[0],
          "the comparison with an earlier snapshot is announced")
    equal(page.log(), [], "the console of the adaptive session is empty")


def check_hostile(page):
    page.open("hostile", html(sessions.hostile()))
    equal(page.texts("#problems"), ["4 unreadable lines"], "unreadable lines are counted")
    equal(page.js("return runnelWork().actions"), 9, "the readable actions are listed")
    check(sessions.ATTACK[:70] in page.texts("#app-name")[0], "the name of the app is shown as text")
    seen = []
    equal(page.texts("#selection h2"), ["restored a state"], "a restored state is named, and not its number")
    page.go_to(7)
    page.press("j")
    boxes = page.js("return [...document.querySelectorAll('#actions [aria-selected=true] .what span')]"
                    ".map((node) => [node.textContent, node.getBoundingClientRect().left])")
    check(sessions.HEBREW in boxes[0][0] and sessions.HEBREW in boxes[2][0] and "(12)" in boxes[3][0],
          f"text from right to left is shown: {boxes}")
    equal(boxes, sorted(boxes, key=lambda box: box[1]), "text from right to left stays in its place")
    check("\\u202e</script>" in boxes[1][0], f"an address is text: {boxes[1]}")
    page.press("c")
    source = page.texts("#viewer-text")[0]
    check("isn't one of code" in source and "isn't recorded as JSON" in source and "</script>" in source
          and source.count("\n") == source.count("\n  ") + 2, "a test has what can be code, and comments")
    page.press(Keys.ESCAPE)
    for number in range(0, 8):
        page.go_to(number) if number else page.press(Keys.HOME)
        for tab in ("state", "causes", "action", "effects", "reducers", "slices", "observers"):
            page.tab(tab)
            equal(page.js("return document.querySelectorAll('img, script:not([id]):not(:last-of-type),"
                          " iframe, object, embed, b > b').length"), 0, f"no element of a payload: {tab}")
            seen += page.texts(".panel, #selection")
        page.tab("state")
        seen += page.texts("#panel-state .node")
    everything = "\n".join(seen)
    equal(page.js("return [window.pwned, ({}).polluted, Object.prototype.polluted,"
                  " Array.prototype.polluted]"), [None] * 4, "nothing of a recording runs or leaks")
    for shown in ("12345678901234567890", "0.12345678901234567890123", "1e400", "9007199254740993",
                  "98765432109876543210", "__proto__", "\\u2028", "\\u202e", "\\ud800", "\\u0000",
                  "\\u001b[31m", "hidden", sessions.ATTACK[:40], "deeper than"):
        if shown == "deeper than":
            continue
        check(shown in everything, f"{shown!r} is shown as in the file")
    check("\u202e" not in everything and "\u2028" not in everything, "invisible characters are escaped")

    page.go_to(2)
    state = page.state()
    equal(state["__proto__"], {"polluted": "by a change"}, "a key that JavaScript reserves is a key")
    equal([state["list"], state["toString"], "new" in state], [[1, 2, 3], "changed", False],
          "changes that don't fit the state are ignored")
    page.go_to(1)
    page.tab("state")
    check(not page.texts("#panel-state .more"), "at first, only changes are shown")
    page.press("o")
    more = next(node for node in page.all("#panel-state .more") if node.is_displayed())
    check("1,000,000 characters" in more.text, f"a long string can be shown: {more.text}")
    more.click()
    page.settle()
    note = page.texts("#viewer-note")
    equal(note, ["String, 1,000,000 characters"], "the dialog has the whole string")
    page.press(Keys.ESCAPE)

    # Expanding a deep value ends at a limit. Rows stay few.
    page.press("t")
    page.press(Keys.HOME)
    for _ in range(60):
        if "deep" in page.texts("#panel-state .node[aria-selected=true] .key"):
            break
        page.press(Keys.ARROW_DOWN)
    for _ in range(230):
        ActionChains(page.driver).send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT).perform()
        if any("deeper than" in text for text in page.texts("#panel-state .node")):
            break
    page.settle()
    check(any("deeper than 200 levels" in text for text in page.texts("#panel-state .node")),
          "a deep value ends at a limit")
    check(len(page.all("#panel-state .node")) < 200, "the rows of the tree are windowed")
    page.picture("light-hostile")
    equal(page.log(), [], "the console of the hostile session is empty")

    # A script that reaches the page in another way is refused by its policy.
    page.js("const node = document.createElement('div'); try { node.innerHTML = '<b>x</b>'; window.wrote = 1 }"
            " catch {}")
    equal(page.js("return window.wrote"), None, "the policy refuses innerHTML")
    page.log()


def check_small(page):
    page.open("empty", html(sessions.empty()))
    check("No actions" in page.texts("#actions-empty")[0], "an empty session explains itself")
    for tab in ("state", "causes", "action", "effects", "reducers", "slices", "observers"):
        page.tab(tab)
        check(page.texts(f"#panel-{tab} .empty"), f"an empty session explains its {tab}")
    page.picture("light-empty")
    page.open("one", html(sessions.with_one_action()))
    equal(page.selected_number(), 1, "the only action is selected")
    check("No states were recorded" in page.texts("#panel-state")[0], "a session without states explains itself")
    page.tab("action")
    check("second line" in page.texts("#panel-action pre")[0], "an action as text is shown")
    check("Address\\.cart.items[7]" in page.texts("#panel-action table")[0], "the address of an action is shown")
    text = sessions.with_one_action().replace('"runnel":2', '"runnel":1').replace('"address"', '"instance"')
    page.open("earlier", html(text))
    page.tab("action")
    check(not page.texts("#version-notice"), "format 1 is read")
    check("Address\\.cart.items[7]" in page.texts("#panel-action table")[0], "an instance of format 1 is shown")
    page.press(Keys.ARROW_DOWN, Keys.PAGE_DOWN, Keys.END, "j", "k")
    equal(page.selected_number(), 1, "stepping stays at the only action")
    action = {"type": "Shop.T", "text": "T", "effect": 3, "reduce": 5_000, "changed": ["\\S.a", "\\S.b"]}
    page.open("effects", html("\n".join([sessions.empty().strip(), *map(sessions.text, [
        {"t": 1, "effect": 5, "event": "began", "name": "run"}, {"n": 1, "t": 2, **action},
        {"n": 2, "t": 3, **action}, {"t": 4, "effect": 4, "event": "ended", "outcome": "finished"}])]) + "\n"))
    check("effect1" in page.texts("#stats")[0], f"effects that began are counted: {page.texts('#stats')}")
    page.tab("effects")
    equal(page.texts("#tab-effects .count"), ["1"], "in the tab, too")
    equal(page.texts("#panel-effects .bar .dim"), ["1 of 1 effect and 1 that began before the recording"],
          "and others that sent an action are mentioned")
    page.tab("action")
    check("by the reducers of the slices below together" in page.texts("#panel-action table")[0],
          "the time is that of all reducers of an action")
    page.open("nothing", html(""))
    check("no header" in page.texts("#version-notice")[0], "a file without a header is announced")
    page.open("later", html(sessions.empty().replace('"runnel":2', '"runnel":3')))
    check("version 3" in page.texts("#version-notice")[0], "a later version is announced")
    page.open("chain", html(sessions.long_chain(5_000)))
    page.go_to(5_000)
    page.tab("causes")
    check(len(page.all("#panel-causes ol li")) < 60, "a long chain is shortened")
    check("4,960 actions between" in page.texts("#panel-causes .gap-row")[0], "its gap is counted")
    equal(page.log(), [], "the console of the small sessions is empty")


def check_names(page):
    """Checks what rows say, where the page begins, and the time that the chart leaves out."""
    lines, records = sessions.bursts()
    page.open("bursts", html(lines))
    equal(page.selected_number(), 65, "the page begins at the last action")
    check(page.one("#actions [aria-selected=true]").is_displayed(), "the last action is in the list")
    what = {int(row[1]): row[3:] for row in page.js(
        "return [...document.querySelectorAll('#actions .action:not([hidden])')].map((row) =>"
        " ['', row.querySelector('.n').textContent, '', ...row.querySelectorAll('.what span')]"
        ".map((part) => part.textContent ?? part))")}
    equal(what[65], ["Accounts \u00b7 ", "", "loginTapped", ""], "a row has the feature and the case")
    equal(what[61], ["ThreadList \u00b7 ", "", "loadPage", "(limit: 50)"], "and what belongs to the case")
    equal(what[62], ["Row \u00b7 ", "rows[7]", "toggled", "(true)"], "and whom of many it is for")
    equal(what[63], ["Settings \u00b7 ", "", "themeChanged", "(\"dark 63\")"], "also of an action as text")
    equal(what[64], ["", "", "SystemSampled", " {load: 0.5, processes: [5 \u00d7 {id, name}]}"],
          "an action that is no case has its type")
    equal(page.one("#selection h2").get_attribute("title"), "Inbox.AccountsFeature.Action",
          "the detail has the full type")
    page.tab("action")
    check("TypeInbox.AccountsFeature.Action" in page.texts("#panel-action table")[0], "and names it")

    page.tab("state")
    equal(page.texts("#panel-state .node .key"), ["accounts", "user"], "the detail begins with the difference")
    page.press("o")
    equal(page.texts("#panel-state .node .key"), ["accounts", "user", "theme", "threads", "pages", "rows"],
          "o shows the whole state")
    page.press("o")
    page.place(64)
    page.settle()
    check("No change" in page.texts("#panel-state .bar")[0], "an action without changes says so")

    check_pauses(page, records)
    for tab, shown in (("slices", "\\AppState"), ("observers", "\\AppState")):
        page.tab(tab)
        names = page.texts(f"#panel-{tab} tbody td:first-child")
        check(shown in names and not any(name.startswith("?") for name in names), f"{tab} have names: {names}")
    page.tab("effects")
    equal([[part.strip() for part in texts] for texts in page.js(
        "return [...document.querySelectorAll('#effects .effect-row:not([hidden])')].map((row) =>"
        " [...row.querySelectorAll('.name > span:not(.shape):not(.unseen)')].map((part) => part.textContent))")],
        [["ThreadList \u00b7", "rows[7]", "loadPage", "(account: \"ada\", limit: 50)"],
         ["Accounts \u00b7", "", "login", "run"], ["", "", "run", "at Pages.swift:24"]],
        "an effect has its feature and its command, or its ID, or its place")

    expected = [record["n"] for record in records if record.get("address", "").endswith("[7]")]
    page.search("rows[7]")
    equal(count(page), len(expected), "the search finds an address, and no longer one")
    page.press(Keys.ESCAPE)
    page.place(expected[0])
    page.click("#selection .address")
    equal(count(page), len(expected), "an address of the detail lists its actions")
    page.press(Keys.ESCAPE, Keys.ESCAPE)
    page.press("a")
    equal(page.one("#search").get_attribute("value"), "rows[7]", "a does the same")
    page.search("threadlist \u00b7 loadpage")
    equal(count(page), 13, "the search finds what rows show")
    page.press(Keys.ESCAPE)
    equal(page.log(), [], "the console of the bursts is empty")


def check_pauses(page, records):
    equal(page.texts("#chart-gaps .chart-gap"), ["59 s"] * 3, "each pause is marked with its length")
    check("2 min 57 s without actions" in page.js("return document.getElementById('chart-idle').textContent"),
          "the chart says how much it leaves out")
    page.resize(390, 800)
    page.settle()
    equal(len(page.texts("#chart-gaps .chart-gap")), 3, "the pauses are marked on a phone")
    for width in (390, 1440):
        page.resize(width, 800)
        page.settle()
        first = page.place(17)
        last = page.place(32)
        check(last - first > width / 8, f"a burst of 300 ms is {last - first:.0f} pixels of {width}")
    row = page.one("#chart").rect
    ActionChains(page.driver).move_to_element_with_offset(
        page.one("#chart"), round(first - row["width"] / 2), 0).click().perform()
    page.settle()
    equal(page.selected_number(), 17, "a click selects the action that the chart shows there")
    gap = page.one("#chart-gaps .chart-gap").rect
    ActionChains(page.driver).move_to_element_with_offset(
        page.one("#chart"), round(gap["x"] + gap["width"] / 2 - row["width"] / 2), 0).perform()
    equal(page.texts("#chart-text"), ["59.0 s without actions"], "a pause says its length")
    page.js("document.getElementById('chart').focus()")
    page.press(Keys.END)
    page.press(*[Keys.ARROW_LEFT] * 3)
    check(48 < page.selected_number() < 65, "three steps of the chart stay in the last burst")
    page.press(*[Keys.PAGE_UP] * 12)
    equal(page.selected_number(), 1, "steps reach the first action over the pauses")
    page.js("document.activeElement.blur()")
    page.resize(1360, 850)
    page.settle()


def check_playback(page):
    """Checks play, step and speed, with frames at given times: an action each 100 ms."""
    lines = sessions.empty() + "".join(sessions.text({
        "n": number, "t": number * 100_000_000, "type": "Shop.Cart.Action", "payload": {"add": {"_0": number}},
        "file": "Shop/Cart.swift", "line": 1, "reduce": 1, "changed": [], "pending": 0}) + "\n"
        for number in range(1, 21))
    page.open("playback", html(lines))
    page.press(Keys.HOME)
    page.js(OWN_FRAMES)

    def at(*times):
        """Draws frames, and returns the number of the selected action."""
        page.js("draw(...arguments); draw(arguments[arguments.length - 1])", *times)
        return page.selected_number()

    def state():
        return page.one("#play").get_attribute("aria-label")

    page.js("document.getElementById('play').click()")
    equal(state(), "Pause", "play can be paused")
    equal([at(1_000), at(1_050), at(1_110), at(1_320)], [1, 1, 2, 4], "it plays as fast as the actions happened")
    page.js("document.getElementById('speed').value = '4'")
    equal(at(1_420), 8, "it plays four times as fast")
    page.js("document.getElementById('step-on').click()")
    page.js("document.getElementById('step-on').click()")
    equal(at(1_421), 10, "it goes on from another action")
    page.key(" ")
    equal([state(), at(1_600)], ["Play", 10], "Space pauses")
    page.js("document.getElementById('step-back').click()")
    equal(at(1_601), 9, "a step back")
    page.key(">")
    equal(page.js("return document.getElementById('speed').value"), "16", "> plays faster")
    page.key(" ")
    equal([at(2_000), at(2_500), state()], [9, 20, "Play"], "it ends at the last action")
    page.key(" ")
    equal([at(3_000), state()], [1, "Pause"], "and begins again there")
    equal(page.log(), [], "the console of the playback is empty")


def check_test(page):
    """Checks the Swift test that the page makes of a session."""
    lines, _ = sessions.bursts()
    page.open("test", html(lines))
    page.place(4)
    page.press("c")
    start = '{"accounts":{"user":""},"theme":"light","threads":{"pages":0,"rows":[' \
            '{"id":7,"isDone":false},{"id":70,"isDone":false}]}}'
    decode = "try JSONDecoder().decode({}.self, from: Data(##\"{}\"##.utf8))".format
    page_loaded, toggled = '{"loadPage":{"limit":50}}', '{"toggled":{"_0":true}}'
    processes = ",".join('{"id":%d,"name":"init"}' % process for process in range(5))
    expected = [
        "@Test func `Recorded actions 1 to 4`() throws {",
        "  var state = " + decode("AppState", start),
        "  appReducer.reduce(&state, " + decode("ThreadListFeature.Action", page_loaded) + ")",
        "  appReducer.reduce(&state, " + decode("Row.Action", toggled) + ", to: \\.threads.rows, id: 7)",
        "  // #3 Settings \u00b7 themeChanged is left out. It isn't recorded as JSON.",
        "  appReducer.reduce(&state, " + decode(
            "SystemSampled", '{"load":0.5,"processes":[' + processes + "]}") + ")",
        "  // The last action changes:", "  //   nothing", "  #expect(<#condition#>)", "}", ""]
    equal(page.texts("#viewer-text")[0].split("\n"), expected, "the session up to an action, as a test")
    page.js("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    page.click("#viewer-copy")
    equal(page.js("return copied"), "\n".join(expected), "the test is copied")
    equal(page.texts("#viewer-copy"), ["Copied"], "the button says so")
    page.press(Keys.ESCAPE)
    page.place(2)
    page.press("c")
    page.choose("#viewer-choice", 1)
    only = page.texts("#viewer-text")[0].split("\n")
    equal(only[0], "@Test func `Recorded action 2`() throws {", "an action alone, as a test")
    equal(only[-4:], ["  //   threads.rows[id 7].isDone: false \u2192 true", "  #expect(<#condition#>)", "}", ""],
          "its changes are comments")
    page.press(Keys.ESCAPE)
    # Nothing in a payload ends the literal, or is interpolated.
    quote = 'a"##, b\\##(c)'
    page.open("literal", html(sessions.empty() + sessions.text({
        "n": 1, "t": 1, "type": "Shop.Cart.Action", "payload": {"add": {"_0": quote}}, "file": "A.swift",
        "line": 1, "reduce": 1, "changed": [], "pending": 0}) + "\n"))
    page.press("c")
    check('Data(###"{"add":{"_0":"a\\"##, b\\\\##(c)"}}"###.utf8)' in page.texts("#viewer-text")[0],
          f"the literal has as many signs as it needs: {page.texts('#viewer-text')}")
    page.press(Keys.ESCAPE)
    equal(page.log(), [], "the console of the test is empty")


def check_changes(page):
    """Checks how elements with IDs are called, what the state is searched for, and the history of its parts."""
    for example in json.loads((Path(__file__).parents[1] / "changes.json").read_text()):
        page.open("ids", html(sessions.with_states([example["before"], example["after"]])))
        page.press("c")
        lines = page.texts("#viewer-text")[0].split("\n")
        found = [line.removeprefix("  //   ") for line in lines if line.startswith("  //   ")]
        equal(found, example["changes"], example["about"])
        page.press(Keys.ESCAPE)
    rows = [{"id": f"t{number}", "title": f"Thread {number}", "unread": 0} for number in range(3)]
    new = {"id": "new", "title": "Canal", "unread": 1}
    second = {**rows[1], "unread": 3}
    page.open("history", html(sessions.with_states(
        [{"threads": {"rows": state}} for state in (
            rows, [new, *rows], [new, rows[0], second, rows[2]], [second, new, rows[0], rows[2]],
            [second, new, rows[0], rows[2]], [{**second, "unread": 0}, new, rows[0]])],
        parents={5: 4})))
    page.place(3)
    page.settle()
    equal(page.texts("#panel-state .node .place"), ["moved from 2 to 0"], "a moved row says where it was")
    check("1 moved" in page.texts("#panel-state .bar")[0], "moved rows are counted")
    page.place(1)
    page.settle()
    equal(page.texts("#panel-state .node .place"), ["inserted at 0"], "a new row says where it is")
    page.place(5)
    page.settle()
    equal(page.texts("#panel-state .node .place"), ["removed from 3"], "a row that is gone says where it was")
    check("Click a part" in page.texts("#panel-state .history")[0], "the history says how to begin")
    page.one("#find").send_keys("thread 1")
    page.settle()
    equal(page.texts("#panel-state .node .key"), ["threads", "rows", "id t1", "id", "title", "unread"],
          "a value is found with what it belongs to")
    unread = next(row for row in page.all("#panel-state .node") if "unread" in row.text)
    unread.click()
    page.settle()
    equal(page.texts("#panel-state .history h3"), ["What changed threads.rows[id t1].unread, the newest first"],
          "a click on a part shows its history")
    equal(page.texts("#panel-state .history .step .number"), ["#5", "#2"], "which is that of the row, wherever it is")
    equal(page.texts("#panel-state .history .change"), ["3 \u2192 0", "0 \u2192 3"], "with the values")
    equal(page.texts("#panel-state .history .cause"), ["caused by #4 T"], "and the causes")
    page.all("#panel-state .history .step")[1].click()
    page.settle()
    equal(page.selected_number(), 2, "an action of the history is selected")
    check(len(page.all("#panel-state .history .step")) == 2, "and the history stays")
    page.one("#find").clear()
    page.one("#find").send_keys("t0")
    page.settle()
    equal(page.texts("#panel-state .node .key"), ["threads", "rows", "id t0", "id", "title", "unread"],
          "an ID is found")
    page.press(Keys.ENTER, Keys.END, "h")
    check("No recorded action changed it" in page.texts("#panel-state .history")[0], "h shows the history, too")
    page.js("document.getElementById('find').focus()")
    page.press(Keys.ESCAPE)
    equal(page.texts("#panel-state .node .key"), ["threads", "rows", "id t1", "unread"], "Escape shows the changes again")
    page.open("low", html(sessions.with_states([{f"key{key}": key + state for key in range(40)} for state in (0, 1)])))
    page.place(1)
    page.settle()
    page.js("""
      const tree = document.querySelector("#panel-state .tree").getBoundingClientRect();
      const bottom = (row) => row.getBoundingClientRect().bottom;
      const rows = [...document.querySelectorAll("#panel-state .node")];
      rows.filter((row) => row.checkVisibility() && bottom(row) <= tree.bottom)
        .sort((one, other) => bottom(one) - bottom(other)).at(-1).id = "low";
    """)
    page.one("#low").click()
    page.until(lambda: page.all("#panel-state .history .step"))
    page.settle()
    check(page.js("""
      const tree = document.querySelector("#panel-state .tree").getBoundingClientRect();
      const row = document.querySelector("#panel-state .node[aria-selected=true]")?.getBoundingClientRect();
      return row && row.top >= tree.top - 1 && row.bottom <= tree.bottom + 1;
    """), "a row stays in view when its history opens")
    equal(page.log(), [], "the console of the changes is empty")


def check_live(page):
    server = live_server.LiveServer()
    shop = sessions.Shop(400, checked=[399])
    address = f"ws://127.0.0.1:{server.port}"
    text = html("\n".join(shop.lines[:50]) + "\n")
    text = text.replace("connect-src 'none'", f"connect-src {address}", 1)
    page.open("live", text.replace('data-live=""', f'data-live="{address}"', 1))
    check(server.is_connected.wait(30), "the page connects")
    page.until(lambda: page.texts("#live") == ["Live"])
    server.send("\n".join(shop.lines[50:300]))
    for line in shop.lines[300:]:
        server.send(line)
    page.until(lambda: page.js("return runnelWork().actions") == len(shop.records))
    page.until(lambda: page.texts("#count") == [f"{len(shop.records):,} actions"])
    page.one("#actions").send_keys(Keys.END)
    page.settle()
    equal(page.state(), shop.state, "the state after appended lines")
    equal(page.texts("#follow"), ["\u25cf Following"], "at the end, the page says that it follows")
    page.press("k", "k")
    equal(page.texts("#follow"), ["\u25cb Follow"], "at another action, it says that it doesn't")
    number = page.selected_number()
    page.click("#restore")
    equal(page.texts("#said"), [f"Restoring #{number}\u2026"], "the page says what is requested")
    equal(json.loads(server.messages.get(timeout=30)), {"restore": number}, "the button requests the state")

    def send(action, number, **others):
        server.send(sessions.text({
            "n": number, "t": shop.time + number, "type": action, "file": "A.swift", "line": 1, "reduce": 1,
            "changed": ["?"], "pending": 0, **others}))

    server.send(sessions.text({"restored": number}))
    send("RunnelInsight.RestoredState<Shop.AppState>", 99_990, payload={"state": {}})
    page.until(lambda: page.texts("#said") == [f"Restored #{number} with #99990"])
    equal(page.texts("#follow"), ["\u25cb Follow \u00b7 1 new"], "it counts the actions since then")
    equal(page.selected_number(), number, "a reader who doesn't follow stays at the action")
    page.picture("light-live")
    check_fingers(page, "live")
    page.press("f")
    equal(page.texts("#selection h2"), [f"restored #{number}"], "a restored state is a row with its number")
    server.send(sessions.text({"restored": 5, "problem": "the state after action 5 isn't recorded"}))
    page.until(lambda: page.texts("#said") == ["the state after action 5 isn't recorded"])
    send("Shop.Late.Action", 99_999, text="late")
    page.until(lambda: page.selected_number() == 99_999)
    equal(page.texts("#selection h2"), ["Late \u00b7 late"], "the page follows the last action")
    page.press("f")
    send("Shop.Late.Action", 100_000, text="later")
    page.until(lambda: page.texts("#follow") == ["\u25cb Follow \u00b7 1 new"])
    equal(page.selected_number(), 99_999, "f ends following")
    page.press("f")
    equal([page.selected_number(), page.texts("#follow")], [100_000, ["\u25cf Following"]], "f follows again")
    # The page shows new lines after a tenth of a second. Meanwhile, the reader selects another action.
    late = sessions.text({"n": 100_001, "t": shop.time + 100_001, "type": "Shop.Late.Action", "text": "last"})
    page.js("runnelAppend([arguments[0]]);"
            " document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'k', bubbles: true}))", late)
    page.until(lambda: page.texts("#count") == [f"{len(shop.records) + 4:,} actions"])
    equal(page.selected_number(), 99_999, "the selected action stays when lines arrive")
    server.close()
    page.until(lambda: page.texts("#live") == ["Disconnected"])
    page.settle()
    check(not page.one("#restore").is_enabled(), "without a connection no state can be restored")
    equal(page.log(), [], "the console of the live session is empty")


def main():
    pictures = Path(sys.argv[sys.argv.index("--screenshots") + 1]) if "--screenshots" in sys.argv else None
    only = [name for name in sys.argv[1:] if name in CHECKS]
    with tempfile.TemporaryDirectory() as folder:
        page = Page(Path(folder), pictures)
        try:
            for name, run in CHECKS.items():
                if not only or name in only:
                    print("-- page:", name)
                    run(page)
        finally:
            page.driver.quit()
    print(f"{passed} checks pass, {len(failures)} fail")
    sys.exit(1 if failures else 0)


CHECKS = {"small": check_small, "adaptive": check_adaptive, "hostile": check_hostile, "names": check_names,
          "playback": check_playback, "test": check_test, "changes": check_changes, "live": check_live,
          "large": check_large}

if __name__ == "__main__":
    main()
