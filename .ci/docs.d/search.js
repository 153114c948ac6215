// SPDX-License-Identifier: MIT
// A search over the text of all pages of the site. DocC's own filter covers titles only.
(() => {
  const base = baseUrl.replace(/\/$/, "");
  const style = document.createElement("style");
  style.textContent = `
    #search { position: fixed; top: 10px; right: 24px; z-index: 9999; width: min(340px, 45vw); font: 15px system-ui, sans-serif; }
    #search input { box-sizing: border-box; width: 100%; height: 32px; padding: 0 10px; font: inherit;
      color: var(--color-text, #1d1d1f); background: var(--color-fill, #fff);
      border: 1px solid var(--color-grid, #86868b); border-radius: 6px; }
    #search ol { position: absolute; right: 0; width: min(640px, 90vw); max-height: 75vh; overflow: auto; margin: 4px 0 0;
      padding: 4px; list-style: none; color: var(--color-text, #1d1d1f); background: var(--color-fill, #fff);
      border: 1px solid var(--color-grid, #86868b); border-radius: 6px; box-shadow: 0 6px 24px #0004; }
    #search ol:empty { display: none; }
    #search a { display: block; padding: 6px 10px; border-radius: 4px; color: inherit; text-decoration: none; }
    #search a:hover, #search a:focus { background: var(--color-fill-secondary, #eee); outline: none; }
    #search b { display: block; font-weight: 600; }
    #search span { display: block; font-size: 13px; line-height: 1.4; }
    #search mark { color: inherit; background: #ffd60a66; }
    #search li.none { padding: 6px 10px; }
    #search li.none a { display: inline; padding: 0; text-decoration: underline; }
    .nav-menu-settings { margin-right: min(360px, 47vw) !important; }
    /* Leaves room for the menu button of narrow windows, and for the menus of a tutorial. */
    @media (max-width: 1067px) { #search { right: 64px; width: min(260px, 36vw); } }
    @media (max-width: 1199px) { body:has(.tutorial) #search { top: auto; bottom: 16px; right: 16px; }
      body:has(.tutorial) #search ol { position: fixed; bottom: 56px; } }
    @media (max-width: 735px) { #search ol { position: fixed; left: 5vw; right: 5vw; width: auto; } }
    /* DocC writes "Documentation" there. */
    .documentation-nav .nav-title * { font-size: 0 !important; }
    .documentation-nav .nav-title::before { content: "Runnel"; }
    /* DocC lists what is on a page only beside a very wide text. */
    @media (min-width: 1200px) {
      .adjustable-sidebar-width .aside { max-width: max(300px, 24vw); }
      .doc-topic .OnThisPageStickyContainer:has(.OnThisPageNav) { display: block !important; }
    }
    /* One search is enough: the filter of the navigator finds titles only. */
    .navigator-filter, .navigator .filter-wrapper, .quick-navigation-open { display: none !important; }`;

  const form = document.createElement("form");
  form.id = "search";
  form.setAttribute("role", "search");
  form.innerHTML = `<input type="search" placeholder="Search all pages" aria-label="Search all pages" autocomplete="off"><ol></ol>`;
  const [field, list] = form.children;

  const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}_@]+/gu) ?? [];
  // Words that most questions contain, and that say nothing about the page.
  const common = new Set("a an and are as at be by can do does for from how i in is it my not of on or that the to what when which why with you while into one off after before inside over up down more".split(" "));

  // Words of users, and the words of the pages with the same meaning.
  const synonyms = {
    api: ["request"], big: ["large"], combinereducers: ["compose"], compile: ["build"], coordinator: ["navigation"], corrupt: ["damaged"],
    createslice: ["reducer"], crossing: ["sendable"], debug: ["logging"], delete: ["remove"], dependency: ["dependencies"], dialog: ["alert"],
    encrypt: ["keychain"], epic: ["effect"],
    endless: ["infinite"], fetch: ["load", "request"], freeze: ["block"], huge: ["large"], identifiedarray: ["entities"],
    inject: ["dependencies"], mock: ["stub", "replace"], multiple: ["several"], paginate: ["pages"], popup: ["alert"], print: ["logging"],
    redraw: ["update"], refetch: ["refresh"], rerender: ["update"], saga: ["effect"], selector: ["scope"],
    router: ["navigation"], send: ["dispatch"], sink: ["observe"], slow: ["performance"], speed: ["performance"], spinner: ["progress"], subscribe: ["observe"], tca: ["composable"], composable: ["tca"],
    thunk: ["effect"], unsubscribe: ["dispose"], useeffect: ["effect"], useselector: ["scope"], watch: ["observe"],
  };
  const phrases = [[/\b(sign|log)(ging|ing)?[ -]?out\b/gi, "logout"], [/\bsign(ing)?[ -]?in\b/gi, "login"]];

  // Makes a function that computes each value once.
  const kept = (compute) => {
    const values = new Map();
    return (key) => values.get(key) ?? values.set(key, compute(key)).get(key);
  };
  const stem = (word) => word.length > 4 ? word.replace(/(ing|ed|es|s)$/, "") : word.replace(/(?<=[^s]{3})s$/, "");
  // A word counts where a word of the page begins with it, also within a name such as `cancelInFlight`.
  const pattern = kept((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "giu"));
  const occurrences = (text, word) => Math.min((text.match(pattern(word)) ?? []).length, 4);
  const unify = (text) => phrases.reduce((result, [phrase, word]) => result.replace(phrase, word), text);
  // Names such as `TextField` are also found by their parts.
  const searched = (text) => {
    const names = text.match(/\p{Lu}?\p{Ll}+(?:\p{Lu}\p{Ll}+)+/gu) ?? [];
    return [unify(text), ...names.map((name) => name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " "))].join(" ");
  };

  const contents = (one) => `${one.title} ${one.heading} ${one.text} ${one.words}`;
  let sections, weight, loading;
  const load = () => loading ??= (async () => {
    const entries = await (await fetch(`${base}/search/index.json`)).json();
    const isSymbol = /Instance|Type |Initializer|Case|Operator|Structure|Class|Protocol|Enumeration|Alias|Function|Macro/;
    sections = entries.map((entry) => ({
      ...entry, title: searched(entry.t), heading: searched(entry.h ?? ""), text: searched(entry.x), words: searched(entry.w ?? ""),
      summary: entry.a ?? "", isArticle: !isSymbol.test(entry.k),
    }));
    // A word that few sections contain says more about a page.
    weight = kept((word) => {
      const count = sections.filter((one) => contents(one).search(pattern(word)) >= 0).length;
      return Math.log(1 + sections.length / (1 + count));
    });
  })();

  // The terms of a question, each a list of words with the same meaning. One letter, such as the s of "what's", is no term.
  const termsOf = (question) => {
    const meant = words(unify(question)).filter((word) => word.length > 1);
    // Names that no page contains, such as `IfLetStore`, are found by their parts.
    const known = meant.flatMap((word) => isKnown(word) ? [word] : partsOf(question, word));
    const kept = [...new Set(known)].filter((word) => !common.has(word));
    return (kept.length ? kept : meant).map((word) => [word, ...(synonyms[word] ?? synonyms[stem(word)] ?? [])].map(stem));
  };
  const isKnown = (word) => synonyms[word] || synonyms[stem(word)]
    || sections.some((one) => contents(one).search(pattern(stem(word))) >= 0);
  const partsOf = (question, word) => {
    const name = question.match(/[\p{L}\p{N}_@]+/gu).find((one) => one.toLowerCase() === word) ?? word;
    const parts = name.split(/(?<=\p{Ll})(?=\p{Lu})/u);
    return parts.length > 1 ? parts.map((part) => part.toLowerCase()) : [word];
  };
  const pointsOf = (section, word) => (occurrences(section.title, word) ? 6 : 0) + (occurrences(section.heading, word) ? 9 : 0)
    + (occurrences(section.words, word) ? 4 : 0) + (occurrences(section.summary, word) ? 6 : 0) + occurrences(section.text, word) / (1 + section.text.length / 2000);
  const find = (query) => {
    const terms = termsOf(query);
    if (!terms.length) return [];
    const small = words(query).filter((word) => word.length > 1 && common.has(word));
    const found = sections.map((section) => {
      let score = 0, found = 0, all = 0;
      for (const term of terms) {
        // A word that means the same counts a little less than the word itself.
        const best = Math.max(...term.map((word, place) => pointsOf(section, word) * weight(word) * (place ? 0.7 : 1)));
        const importance = weight(term[0]);
        all += importance;
        if (best > 0) { score += best; found += importance; }
      }
      // Common words only decide between headings: "why" finds the heading that begins with it.
      if (found) score += small.filter((word) => section.heading.search(pattern(word)) >= 0).length;
      const share = found / all;
      return { section, score: score * share * share * (section.isArticle ? 1.5 : 1) };
    }).filter((one) => one.score > 0).sort((a, b) => b.score - a.score);
    // At most two sections of each page, so that other pages are seen as well.
    const shown = new Map();
    return found.filter(({ section }) => {
      const page = section.p.split("#")[0];
      shown.set(page, (shown.get(page) ?? 0) + 1);
      return shown.get(page) <= 2;
    }).slice(0, 12);
  };

  const escaped = (text) => text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter]);
  const excerpt = (text, terms) => {
    const places = terms.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
    const start = Math.max(0, Math.min(...places, text.length) - 40);
    const shown = places.length ? text.slice(start, start + 160) : text.slice(0, 160);
    // A word has letters, digits, _ and @ only. The name of an escaped character is no word.
    const html = escaped(shown).replace(new RegExp(`(${terms.join("|")})(?![a-z]*;)`, "gi"), "<mark>$1</mark>");
    return (places.length && start > 0 ? "…" : "") + html;
  };

  const show = async () => {
    const query = field.value;
    if (query.trim().length < 2) { list.replaceChildren(); return; }
    await load();
    if (query !== field.value) return;
    const terms = termsOf(query).flat();
    const results = find(query);
    list.innerHTML = results.map(({ section }) => `<li><a href="${base}${section.p.replace(/(#|$)/, "/$1")}"><b>${
      escaped(section.h ? `${section.h} — ${section.t}` : section.t)}</b><span>${excerpt(section.x, terms)}</span></a></li>`).join("")
      || `<li class="none">No page contains these words. Try the <a href="${base}/documentation/runnel/cookbook/">Cookbook</a>
        or the <a href="${base}/documentation/runnel/faq/">frequently asked questions</a>.</li>`;
  };

  field.addEventListener("input", show);
  field.addEventListener("focus", load, { once: true });
  form.addEventListener("submit", (event) => { event.preventDefault(); list.querySelector("a")?.click(); });
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const links = [...list.querySelectorAll("a")];
    const place = links.indexOf(document.activeElement);
    if (event.key === "Escape") { list.replaceChildren(); field.blur(); }
    if (event.key === "ArrowDown") { event.preventDefault(); links[place + 1]?.focus(); }
    if (event.key === "ArrowUp") { event.preventDefault(); (links[place - 1] ?? field).focus(); }
  });
  // DocC opens its own filter with this key, so the event must not reach it.
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey
      || getComputedStyle(form).display === "none") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    field.focus();
  }, true);
  document.addEventListener("click", (event) => { if (!form.contains(event.target)) list.replaceChildren(); });
  addEventListener("DOMContentLoaded", () => { document.head.append(style); document.body.append(form); });
})();
