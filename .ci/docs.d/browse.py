# SPDX-License-Identifier: MIT
"""Opens the pages of the site in headless Chromium.

Each page must show its title and its navigator, load its pictures, and print no error on the console. The pictures of
the articles must be wide enough to be read. Every link of the pages must lead to a page of the site. The search must
find a page for each question of questions.txt, among the first five results.

Usage: browse.py SERVED BASE    the site is at the path BASE of the folder SERVED
"""

import json
import os
import sys
import threading
import urllib.parse
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# The symbol pages that are opened. There are too many for all of them, and DocC makes them all alike.
SYMBOLS = [
    *("runnel", "runnel/storeof", "runnel/reducer", "runnel/effect", "runnelobservation"),
    *("runnelobservation/viewstoreof", "runneltesting", "runneltesting/teststoreof"),
]
# The part of the column that a picture with a scale must fill, to be readable.
READABLE_WIDTH = 600


class Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def serve(folder: str) -> str:
    """Serves a folder on a thread of its own, and returns the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def browser() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = os.environ["BROWSER"]
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(os.environ["DRIVER"]))


class Site:
    def __init__(self, served: str, base: str, driver: webdriver.Chrome) -> None:
        self.folder = Path(served + base)
        self.base = base
        self.driver = driver
        self.run = driver.execute_script
        self.address = serve(served) + base
        self.problems: list[str] = []
        self.links: dict[str, str] = {}

    def wait(self, script: str, *arguments: object) -> None:
        try:
            WebDriverWait(self.driver, 60, poll_frequency=0.02).until(lambda _: self.run(script, *arguments))
        except TimeoutException:
            log = [entry["message"] for entry in self.driver.get_log("browser")]
            what = f"{self.driver.current_url}: not true after 60 s: {script} {arguments}"
            sys.exit("\n".join([*self.problems, what, *log]))

    def has(self, path: str) -> bool:
        file = self.folder / urllib.parse.unquote(path).lstrip("/")
        return file.is_file() or (file / "index.html").is_file()

    def open(self, path: str, title: str, is_article: bool) -> None:
        if path.startswith("/documentation/"):
            # As its links do, because it takes long to load the site again.
            self.run(
                """if (!location.pathname.endsWith(arguments[0]))
                     document.getElementById('app').__vue__.$router.push(arguments[0])""",
                f"{path}/",
            )
        else:
            self.driver.get(f"{self.address}{path}/")
        self.wait("return [...document.querySelectorAll('h1')].some((one) => one.innerText.trim() === arguments[0])", title)
        if path.startswith("/documentation/"):
            # The navigator begins with the same group on all pages.
            self.wait(
                """const items = [...document.querySelectorAll('.navigator-card-item')];
                   return items.length > 3 && document.querySelector('.navigator').innerText.includes('Runnel')"""
            )
        # Pictures outside the window are loaded only when they are scrolled to.
        self.wait(
            """const images = [...document.querySelectorAll('main img')];
               images.forEach((image) => { image.loading = 'eager'; });
               return images.every((image) => image.complete)"""
        )
        for source, natural, width in self.run(
            """return [...document.querySelectorAll('main img')].filter((image) => image.offsetParent)
                 .map((image) => [image.currentSrc, image.naturalWidth, image.clientWidth])"""
        ):
            if natural == 0:
                self.problems.append(f"{path}: {source} is not loaded")
            elif is_article and source.endswith(".svg") and width < READABLE_WIDTH:
                self.problems.append(f"{path}: {source} is {width} px wide")
        for target in self.run("return [...document.querySelectorAll('a[href]')].map((one) => one.href)"):
            if target.startswith(self.address):
                self.links.setdefault(urllib.parse.urlparse(target).path.removeprefix(self.base), path)
        for entry in self.driver.get_log("browser"):
            if entry["level"] in ("SEVERE", "WARNING"):
                self.problems.append(f"{path}: console: {entry['message']}")

    def search(self, question: str) -> list[str]:
        """Puts a question into the search, and returns the paths of the results."""
        # At once, because it searches after each letter. The first search has loaded the index: then the results are
        # there as soon as the event has been handled.
        self.run(
            """const field = document.querySelector('#search input');
               field.value = arguments[0];
               field.dispatchEvent(new Event('input', { bubbles: true }))""",
            question,
        )
        self.wait("return document.querySelectorAll('#search li').length > 0")
        self.driver.execute_async_script("setTimeout(arguments[0])")
        paths = self.run(
            "return [...document.querySelectorAll('#search a')].map((one) => new URL(one.href).pathname + new URL(one.href).hash)"
        )
        return [path.removeprefix(self.base) for path in paths]

    def check_search(self) -> int:
        """Checks the key that leads to the search, a search without results, and the questions, which it counts."""
        self.driver.find_element(By.TAG_NAME, "body").send_keys("/")
        if not self.run("return document.activeElement.matches('#search input')"):
            self.problems.append("search: the key / doesn't lead to it")
        for path in self.search("zzyzx"):
            if not self.has(path):
                self.problems.append(f"search: {path} of the empty result doesn't exist")
        count = 0
        for line in Path(__file__).with_name("questions.txt").read_text(encoding="utf-8").splitlines():
            answer, _, questions = line.partition(": ")
            for question in questions.split(", "):
                count += 1
                found = self.search(question)[:5]
                if not any(answer in path.lower() for path in found):
                    self.problems.append(f"search “{question}”: {answer} is not in {found}")
        self.driver.find_element(By.CSS_SELECTOR, "#search input").send_keys(Keys.ENTER)
        self.wait("return document.querySelectorAll('#search a').length === 0 || location.pathname.length > 1")
        return count


def main(served: str, base: str) -> None:
    data = Path(served + base, "data")
    titles = {}
    for file in sorted(data.rglob("*.json")):
        page = json.loads(file.read_text(encoding="utf-8"))
        path = f"/{file.relative_to(data).with_suffix('')}"
        # DocC makes the pages “… Implementations” of the protocols of a type.
        is_article = page["kind"] in ("article", "project", "overview") and not path.endswith("-implementations")
        if is_article or path.removeprefix("/documentation/") in SYMBOLS:
            titles[path] = (page["metadata"]["title"], is_article)
    with browser() as driver:
        site = Site(served, base, driver)
        driver.get(site.address + "/")
        site.wait("return location.pathname.endsWith('/documentation/home/') && document.querySelector('h1') !== null")
        for path, (title, is_article) in titles.items():
            # The pictures of tutorials are small, and have no scale.
            site.open(path, title, is_article and not path.startswith("/tutorials/"))
        site.problems += [f"{page}: {path} doesn't exist" for path, page in site.links.items() if not site.has(path)]
        count = site.check_search()
        if site.problems:
            sys.exit("\n".join(sorted(set(site.problems))))
        print(f"{len(titles)} pages opened, {len(site.links)} links, {count} searches")


if __name__ == "__main__":
    main(*sys.argv[1:])
