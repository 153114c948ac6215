# SPDX-License-Identifier: MIT
"""Opens the pages of the site in headless Chromium.

Each page must show its title and its navigator, load its pictures, and print no error on the console. The pictures of
the articles must be wide enough to be read. Every link of the pages must lead to a page of the site.

Usage: browse.py SITE BASE [--screenshots DIR]
"""

import json
import os
import sys
import urllib.parse
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import server

# The symbol pages that are opened. There are too many for all of them, and DocC makes them all alike.
SYMBOLS = [
    "runnel",
    "runnel/storeof",
    "runnel/reducer",
    "runnel/effect",
    "runnelobservation",
    "runnelobservation/viewstoreof",
    "runneltesting",
    "runneltesting/teststoreof",
]
PICTURED = ["home", "runnel/coreconcepts", "runnel/performance", "runnel/storeof", "runnel/migratingtorunnel", "runnel/cookbook"]
# The part of the column that a picture with a scale must fill, to be readable.
READABLE_WIDTH = 600


def questions() -> list[tuple[str, str]]:
    """Returns questions, and a part of the address of the page that answers each."""
    rows = json.loads((Path(__file__).parent / "questions.json").read_text(encoding="utf-8"))
    return [(question, answer) for question, answer in rows.items()]


def browser() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = os.environ["BROWSER"]
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(os.environ["DRIVER"]))


class Site:
    def __init__(self, folder: str, base: str, driver: webdriver.Chrome) -> None:
        self.folder = Path(folder)
        self.base = base
        self.driver = driver
        self.address = server.start(folder, base)
        self.problems: list[str] = []
        self.links: dict[str, str] = {}

    def wait(self, script: str, *arguments: object) -> object:
        try:
            return WebDriverWait(self.driver, 60, poll_frequency=0.02).until(
                lambda driver: driver.execute_script(script, *arguments)
            )
        except TimeoutException:
            log = [entry["message"] for entry in self.driver.get_log("browser")]
            what = f"{self.driver.current_url}: not true after 60 s: {script} {arguments}"
            sys.exit("\n".join([*self.problems, what, *log]))

    def open(self, path: str, is_article: bool) -> None:
        title = json.loads((self.folder / "data" / f"{path.lstrip('/')}.json").read_text(encoding="utf-8"))
        if path.startswith("/documentation/"):
            # As its links do, because it takes long to load the site again.
            self.driver.execute_script(
                """if (!location.pathname.endsWith(arguments[0]))
                     document.getElementById('app').__vue__.$router.push(arguments[0])""",
                f"{path}/",
            )
        else:
            self.driver.get(f"{self.address}{path}/")
        self.wait(
            "return [...document.querySelectorAll('h1')].some((one) => one.innerText.trim() === arguments[0])",
            title["metadata"]["title"],
        )
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
        for source, natural, width in self.driver.execute_script(
            """return [...document.querySelectorAll('main img')].filter((image) => image.offsetParent)
                 .map((image) => [image.currentSrc, image.naturalWidth, image.clientWidth])"""
        ):
            if natural == 0:
                self.problems.append(f"{path}: {source} is not loaded")
            elif is_article and source.endswith(".svg") and width < READABLE_WIDTH:
                self.problems.append(f"{path}: {source} is {width} px wide")
        for target in self.driver.execute_script(
            "return [...document.querySelectorAll('a[href]')].map((one) => one.href)"
        ):
            if target.startswith(self.address):
                self.links.setdefault(target, path)
        for entry in self.driver.get_log("browser"):
            if entry["level"] in ("SEVERE", "WARNING"):
                self.problems.append(f"{path}: console: {entry['message']}")

    def check_links(self) -> None:
        for target, page in self.links.items():
            path = urllib.parse.urlparse(target).path[len(self.base) :]
            file = self.folder / urllib.parse.unquote(path).lstrip("/")
            if not (file.is_file() or (file / "index.html").is_file()):
                self.problems.append(f"{page}: {path} doesn't exist")

    def search(self, question: str) -> list[str]:
        """Puts a question into the search, and returns the paths of the results."""
        # At once, because it searches after each letter. check_keys has loaded the index: the results are there as soon
        # as the event has been handled.
        self.driver.execute_script(
            """const field = document.querySelector('#search input');
               field.value = arguments[0];
               field.dispatchEvent(new Event('input', { bubbles: true }))""",
            question,
        )
        self.wait("return document.querySelectorAll('#search li').length > 0")
        self.driver.execute_async_script("setTimeout(arguments[0])")
        paths = self.driver.execute_script(
            "return [...document.querySelectorAll('#search a')].map((one) => new URL(one.href).pathname + new URL(one.href).hash)"
        )
        return [path[len(self.base) :] for path in paths]

    def check_keys(self) -> None:
        """Checks the key that leads to the search, and the links of a search without results."""
        self.driver.find_element(By.TAG_NAME, "body").send_keys("/")
        if not self.driver.execute_script("return document.activeElement.matches('#search input')"):
            self.problems.append("search: the key / doesn't lead to it")
        for path in self.search("zzyzx"):
            file = self.folder / path.lstrip("/") / "index.html"
            if not file.is_file():
                self.problems.append(f"search: {path} of the empty result doesn't exist")

    def check_search(self) -> None:
        for question, answer in questions():
            found = self.search(question)[:5]
            if not any(answer.lower() in path.lower() for path in found):
                self.problems.append(f"search “{question}”: {answer} is not in {found}")
        self.driver.find_element(By.CSS_SELECTOR, "#search input").send_keys(Keys.ENTER)
        self.wait("return document.querySelectorAll('#search a').length === 0 || location.pathname.length > 1")


def main(folder: str, base: str, screenshots: str | None) -> None:
    articles = []
    for file in sorted((Path(folder) / "data").rglob("*.json")):
        page = json.loads(file.read_text(encoding="utf-8"))
        # DocC makes the pages “… Implementations” of the protocols of a type.
        if page["kind"] in ("article", "project", "overview") and not file.stem.endswith("-implementations"):
            articles.append("/" + str(file.relative_to(Path(folder) / "data").with_suffix("")))
    symbols = [f"/documentation/{name}" for name in SYMBOLS]
    with browser() as driver:
        site = Site(folder, base, driver)
        driver.get(site.address + "/")
        site.wait("return location.pathname.endsWith('/documentation/home/') && document.querySelector('h1') !== null")
        for path in articles + symbols:
            # The pictures of tutorials are small, and have no scale.
            site.open(path, path in articles and not path.startswith("/tutorials/"))
            name = path.removeprefix("/documentation/")
            if screenshots and (name in PICTURED or path.startswith("/tutorials")):
                Path(screenshots).mkdir(parents=True, exist_ok=True)
                for scheme in ("light", "dark"):
                    driver.execute_cdp_cmd(
                        "Emulation.setEmulatedMedia",
                        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
                    )
                    driver.save_screenshot(str(Path(screenshots, f"{name.replace('/', '-').strip('-')}-{scheme}.png")))
                driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        site.check_links()
        site.check_keys()
        site.check_search()
        if site.problems:
            sys.exit("\n".join(sorted(set(site.problems))))
        print(f"{len(articles + symbols)} pages opened, {len(site.links)} links, {len(questions())} searches")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[4] if sys.argv[3:4] == ["--screenshots"] else None)
