// SPDX-License-Identifier: MIT

// The page of a recorded session. Everything in a recording is untrusted: it reaches the page as
// text nodes only, and objects from it are read through their own keys only.
"use strict";
(() => {
// ---------------------------------------------------------------------------------------------
// Limits

/** The deepest level of a value that the tree shows and that comparisons descend into. */
const MAX_DEPTH = 200;
/** The number of characters of a string that a row shows. */
const MAX_TEXT = 300;
/** The number of children that a container shows before a row that shows more. */
const CHILD_PORTION = 500;
/** The height of the tallest scrolled element. Browsers clip at about 17 million pixels. */
const MAX_HEIGHT = 8_000_000;
/** The number of parts of a state that a search in it shows. */
const MAX_FOUND = 300;
/** The number of actions between decoded states that are kept. */
const CHECKPOINT_DISTANCE = 64;
const MAX_CHECKPOINTS = 256;
const MAX_PARSED_SNAPSHOTS = 6;
/** The milliseconds that reading takes before the browser can paint again. */
const READING_SLICE = 24;
/** The length of a line from which a search reads the line and not the prepared text. */
const LONG_LINE = 4_000;

// ---------------------------------------------------------------------------------------------
// Elements

/** Creates an element. Strings among the children become text nodes. */
function element(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("aria-")) node.setAttribute(name, String(value));
    else if (value === false) continue;
    else if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "class") node.className = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child);
  }
}

function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

const byID = (id) => document.getElementById(id);

function button(label, onClick, properties) {
  return element("button", { type: "button", on: { click: onClick }, ...properties }, label);
}

// ---------------------------------------------------------------------------------------------
// Text

// Characters that are invisible or that reorder text.
const HIDDEN = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f"
  + "\\ufeff\\ufff9-\\ufffb]", "g");

const escaped = (character) => "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0");

/** Returns text in which hidden characters are visible as escapes. */
const plain = (text) => text.replace(HIDDEN, escaped);

/** Returns text that keeps its line breaks and tabs. Other hidden characters are escapes. */
const plainLines = (text) =>
  text.replace(HIDDEN, (character) =>
    character === "\n" || character === "\t" ? character : escaped(character));

/** Returns a string as JSON writes it, with hidden characters as escapes. */
const quoted = (text) => plain(JSON.stringify(text));

function shortened(text, limit = MAX_TEXT) {
  return text.length > limit ? text.slice(0, limit) + "\u2026" : text;
}

const count = (number) => number.toLocaleString("en-US");

const counted = (number, noun) => count(number) + " " + noun + (number === 1 ? "" : "s");

/** Returns nanoseconds in the largest fitting unit, with three significant digits. */
function duration(nanoseconds) {
  if (!(nanoseconds >= 0)) return "\u2013";
  if (nanoseconds < 1e3) return nanoseconds + " ns";
  for (const [unit, size] of [["\u00b5s", 1e3], ["ms", 1e6], ["s", 1e9]]) {
    const value = nanoseconds / size;
    if (value < (unit === "s" ? 120 : 999.5)) {
      return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0) + " " + unit;
    }
  }
  const seconds = Math.round(nanoseconds / 1e9);
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  return (hours ? hours + " h " : "") + minutes + " min" + (hours ? "" : " " + seconds % 60 + " s");
}

/** Returns a time since the start, in the unit that suits the length of the session. */
function clockTime(nanoseconds, length) {
  if (length < 1e4) return nanoseconds.toFixed(0) + " ns";
  if (length < 1e7) return (nanoseconds / 1e3).toFixed(1) + " \u00b5s";
  if (length < 1e9) return (nanoseconds / 1e6).toFixed(3) + " ms";
  const seconds = nanoseconds / 1e9;
  if (length < 6e11) return seconds.toFixed(length < 1e10 ? 4 : 3) + " s";
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  // Cut off, so that 59.9996 doesn't become 60.
  const rest = two(whole % 60) + "." + String(Math.floor(seconds % 1 * 1e3)).padStart(3, "0");
  const minutes = Math.floor(whole / 60);
  return length < 3.6e12 ? minutes + ":" + rest
    : Math.floor(minutes / 60) + ":" + two(minutes % 60) + ":" + rest;
}

/** Returns the name of a type without its module. */
const shortType = (type) => type.replace(/^[^.<(]+\./, "");

/**
 * Returns what a type of action is called in rows: `Accounts` for `App.AccountsFeature.Action`.
 *
 * The name of a type says mostly what all actions have in common.
 */
function featureName(type, hasModule = true) {
  const parts = type.replace(/<.*$/s, "").split(".").filter((part) => !part.startsWith("("));
  if (parts.length > 1 && /^(Action|Event|Command|ID)s?$/.test(parts[parts.length - 1])) {
    parts.pop();
  }
  if (hasModule && parts.length > 1) parts.shift();
  const last = parts.length - 1;
  if (last >= 0) parts[last] = parts[last].replace(/(.)(Feature|Reducer|Action|Command)$/, "$1");
  return parts.join(".") || type;
}

// A case or a type with its content, as Swift describes it.
const DESCRIBED = /^((?:[\p{L}_][\p{L}\p{N}_]*\.)*)([\p{L}_][\p{L}\p{N}_]*)($|[(\s].*)/su;

/** Returns the feature, the case and its content: `ThreadList`, `loadPage` and `(limit: 50)`. */
function describedParts(text) {
  const [, path, name, rest] = DESCRIBED.exec(text) ?? ["", "", "", text];
  return [path === "" ? "" : featureName(path.slice(0, -1), false), name, rest];
}

/** Returns an address without the root, and without steps before the first of many. */
const shortAddress = (address) =>
  address.replace(/^\\[^.[]*\.?/, "").replace(/^(?:[^.[\]]+\.)+(?=[^.[\]]+\[)/, "");

/** The type of the action with which an inspector or an app replaces the whole state. */
const isRestore = (type) => /^RunnelInsight\.RestoredState\b/.test(type);

const fileName = (path) => path.slice(path.lastIndexOf("/") + 1);

const place = (file, line) => fileName(file) + ":" + line;

// ---------------------------------------------------------------------------------------------
// JSON

/** A number that a JavaScript number would round, as it stands in the file. */
class ExactNumber {
  constructor(text) { this.text = text; }
}

// Only numbers with many digits or a large exponent can be rounded.
const MAY_ROUND = /[\d.]{16,}|\d[eE][+-]?\d{2,}/;

/** Parses JSON. Numbers that would be rounded become `ExactNumber`. */
function parse(text) {
  return MAY_ROUND.test(text) ? parseExactly(text) : JSON.parse(text);
}

/** Sets an own key, even `__proto__`. */
function setKey(object, key, value) {
  if (key === "__proto__") {
    Object.defineProperty(
      object, key, { value, configurable: true, enumerable: true, writable: true });
  } else object[key] = value;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Parses JSON without recursion, so that its depth doesn't matter. */
function parseExactly(text) {
  let position = 0;
  const open = [];
  const keys = [];
  const fail = () => { throw new SyntaxError("Invalid JSON at character " + position); };
  const skipSpace = () => {
    while (" \t\r\n".includes(text[position]) && position < text.length) position += 1;
  };
  const string = () => {
    let end = position;
    for (;;) {
      end = text.indexOf("\"", end + 1);
      if (end < 0) fail();
      let slashes = 0;
      while (text[end - 1 - slashes] === "\\") slashes += 1;
      if (slashes % 2 === 0) break;
    }
    const value = JSON.parse(text.slice(position, end + 1));
    position = end + 1;
    return value;
  };
  const number = () => {
    NUMBER.lastIndex = position;
    const match = NUMBER.exec(text);
    if (!match) fail();
    position = NUMBER.lastIndex;
    const value = Number(match[0]);
    return isRounded(match[0], value) ? new ExactNumber(match[0]) : value;
  };
  const key = () => {
    skipSpace();
    if (text[position] !== "\"") fail();
    keys.push(string());
    skipSpace();
    if (text[position] !== ":") fail();
    position += 1;
  };
  for (;;) {
    skipSpace();
    const character = text[position];
    let value;
    if (character === "{" || character === "[") {
      const container = character === "{" ? {} : [];
      position += 1;
      skipSpace();
      if (text[position] === (character === "{" ? "}" : "]")) {
        position += 1;
        value = container;
      } else {
        open.push(container);
        if (character === "{") key();
        continue;
      }
    } else if (character === "\"") value = string();
    else if (text.startsWith("true", position)) { value = true; position += 4; }
    else if (text.startsWith("false", position)) { value = false; position += 5; }
    else if (text.startsWith("null", position)) { value = null; position += 4; }
    else value = number();

    // The value is complete. So are the containers that end after it.
    for (;;) {
      const container = open[open.length - 1];
      skipSpace();
      if (container === undefined) {
        if (position < text.length) fail();
        return value;
      }
      const isArray = Array.isArray(container);
      if (isArray) container.push(value);
      else setKey(container, keys.pop(), value);
      const next = text[position];
      position += 1;
      if (next === ",") {
        if (!isArray) key();
        break;
      }
      if (next !== (isArray ? "]" : "}")) fail();
      value = open.pop();
    }
  }
}

/** Whether a number prints with other digits than those in the file. */
function isRounded(text, value) {
  if (String(value) === text) return false;
  const digits = (number) => {
    const [mantissa, exponent = "0"] = number.toLowerCase().replace("-", "").split("e");
    const [whole, fraction = ""] = mantissa.split(".");
    const all = (whole + fraction).replace(/^0+/, "");
    const significant = all.replace(/0+$/, "");
    const scale = Number(exponent) - fraction.length + all.length - significant.length;
    return significant === "" ? "0" : significant + "e" + scale;
  };
  return !Number.isFinite(value) || digits(String(value)) !== digits(text);
}

const isLeaf = (value) =>
  typeof value !== "object" || value === null || value instanceof ExactNumber;

const hasKey = (object, key) => Object.prototype.hasOwnProperty.call(object, key);

function leafText(value) {
  if (typeof value === "string") return quoted(value);
  return value instanceof ExactNumber ? value.text : String(value);
}

function leafClass(value) {
  if (typeof value === "string") return "string";
  return typeof value === "number" || value instanceof ExactNumber ? "number" : "literal";
}

/** Whether two values are equal. Doesn't recurse. */
function isEqual(first, second) {
  const pairs = [first, second];
  while (pairs.length > 0) {
    const b = pairs.pop();
    const a = pairs.pop();
    if (a === b) continue;
    if (isLeaf(a) || isLeaf(b)) {
      if (!isLeaf(a) || !isLeaf(b) || typeof a === "string" || typeof b === "string") return false;
      if (leafText(a) !== leafText(b)) return false;
      continue;
    }
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    if (Array.isArray(a)) {
      if (a.length !== b.length) return false;
      for (let index = 0; index < a.length; index += 1) pairs.push(a[index], b[index]);
    } else {
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!hasKey(b, key)) return false;
        pairs.push(a[key], b[key]);
      }
    }
  }
  return true;
}

/**
 * Returns a value in one line, close to the notation of Swift.
 *
 * Unless it is for a search, what the elements of a long array have stands for them.
 */
function summary(value, limit = 160, isForSearch = false) {
  let room = limit;
  const write = (text) => { room -= text.length; return text; };
  const list = (keys, render) => {
    const parts = [];
    for (const key of keys) {
      if (room <= 0) { parts.push("\u2026"); break; }
      parts.push(render(key));
    }
    return parts.join(", ");
  };
  const labeled = (object) => (key) =>
    (/^_\d+$/.test(key) ? "" : write(plain(shortened(key, 40)) + ": ")) + visit(object[key], 1);
  let level = 0;
  const visit = (item) => {
    if (typeof item === "string") return write(quoted(shortened(item, Math.max(room, 8))));
    if (isLeaf(item)) return write(leafText(item));
    if (level >= 4) return write(Array.isArray(item) ? "[\u2026]" : "{\u2026}");
    level += 1;
    try {
      if (Array.isArray(item)) {
        if (!isForSearch && item.length > 3 && !isLeaf(item[0])) {
          const keys = Array.isArray(item[0]) ? [] : Object.keys(item[0]);
          const shape = keys.slice(0, 6).map((key) => plain(shortened(key, 40))).join(", ");
          return write("[" + count(item.length) + " \u00d7 {" + shape
            + (keys.length > 6 ? ", \u2026" : "") + "}]");
        }
        return "[" + list(item.keys(), (index) => visit(item[index])) + "]";
      }
      const keys = Object.keys(item);
      // An enum case encodes itself as one key with its associated values.
      if (keys.length === 1 && !isLeaf(item[keys[0]]) && !Array.isArray(item[keys[0]])) {
        const values = item[keys[0]];
        const names = Object.keys(values);
        const name = write(plain(shortened(keys[0], 60)));
        return names.length === 0 ? name : name + "(" + list(names, labeled(values)) + ")";
      }
      return "{" + list(keys, labeled(item)) + "}";
    } finally { level -= 1; }
  };
  const text = visit(value);
  return text.length > limit ? shortened(text, limit) : text;
}

/** Returns a value as indented JSON, down to the deepest level that the page shows. */
function jsonText(value, indent = "", depth = 0) {
  if (isLeaf(value)) return leafText(value);
  if (depth > MAX_DEPTH) return "\"\u2026 more than " + MAX_DEPTH + " levels\"";
  const inner = indent + "  ";
  const isArray = Array.isArray(value);
  const parts = Object.keys(value).map((key) =>
    inner + (isArray ? "" : quoted(key) + ": ") + jsonText(value[key], inner, depth + 1));
  if (parts.length === 0) return isArray ? "[]" : "{}";
  return (isArray ? "[\n" : "{\n") + parts.join(",\n") + "\n" + indent + (isArray ? "]" : "}");
}

/** Returns a value as JSON in one line. Throws if it is nested too deeply. */
function compactJSON(value, depth = 0) {
  if (isLeaf(value)) return leafText(value);
  if (depth > MAX_DEPTH) throw new RangeError("It has more than " + MAX_DEPTH + " levels");
  const inner = (key) => compactJSON(value[key], depth + 1);
  return Array.isArray(value) ? "[" + Object.keys(value).map(inner).join(",") + "]"
    : "{" + Object.keys(value).map((key) => quoted(key) + ":" + inner(key)).join(",") + "}";
}

/**
 * Returns the case of an action, and what belongs to it: `add` and `("tea")`.
 *
 * The first text is empty if the action isn't a case of an enum.
 */
function caseAndContent(record, type) {
  if (record.hidden === true) return ["", " hidden"];
  if (!hasKey(record, "payload")) {
    const text = plain(shortened(asText(record.text), 400));
    const [path, name, rest] = describedParts(text);
    if (text === shortType(type)) return ["", ""];
    return path === "" && name !== "" && !("." + type).endsWith("." + name)
      ? [name, rest] : ["", " " + text];
  }
  const { payload } = record;
  const text = summary(payload, 400);
  const keys = isLeaf(payload) || Array.isArray(payload) ? [] : Object.keys(payload);
  if (keys.length !== 1 || isLeaf(payload[keys[0]]) || Array.isArray(payload[keys[0]])) {
    return ["", " " + text];
  }
  const name = plain(shortened(keys[0], 60));
  return [name, text.slice(name.length)];
}

// ---------------------------------------------------------------------------------------------
// Columns

/** An array of numbers that grows. */
class Column {
  constructor(Type) { this.values = new Type(1024); this.length = 0; }

  push(value) {
    if (this.length === this.values.length) {
      const larger = new this.values.constructor(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  get(index) { return this.values[index]; }
}

/** Texts with numbers in order of their first appearance. */
class Names {
  constructor() { this.texts = []; this.counts = []; this.numbers = new Map(); }

  add(text) {
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.texts.length;
      this.numbers.set(text, number);
      this.texts.push(text);
      this.counts.push(0);
    }
    this.counts[number] += 1;
    return number;
  }
}

// ---------------------------------------------------------------------------------------------
// Recording

const HAS_DIFF = 1;
const HIDDEN_ACTION = 2;
const HAS_PROBLEM = 4;

const asNumber = (value, absent = -1) =>
  typeof value === "number" && Number.isFinite(value) ? value
    : value instanceof ExactNumber ? Number(value.text) : absent;
const asText = (value) =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : summary(value);
/** Returns whom of many an action is for. Format 1 had instances and screens. */
const addressOf = (record) => asText(record.address ?? record.instance);

// The beginning of a snapshot, as the recorder writes it. Its state is parsed when it is shown.
const SNAPSHOT = /^\{"n":(\d+),"t":(\d+),"state":/;

const MAX_PARTS = 200;

/** Returns the paths of the first parts that an action changed, such as `rows[7].isDone`. */
function changedParts(diff) {
  const text = (path, step) => path
    + (typeof step === "number" ? "[" + step + "]" : (path === "" ? "" : ".") + asText(step));
  return diff.slice(0, MAX_PARTS)
    .map((change) => Array.isArray(change?.[0]) ? change[0].reduce(text, "") : "")
    .join("\n").toLowerCase();
}

/**
 * The index of a recording: columns for lists and filters, and the lines for everything else.
 *
 * Actions are identified by their position in the file, because several can have one number.
 * The position -1 is the start of the recording.
 */
class Recording {
  constructor() {
    this.header = null;
    this.lineCount = 0;
    this.unreadable = [];
    this.lines = [];
    this.summaries = [];
    this.texts = [];
    this.parts = [];
    this.number = new Column(Float64Array);
    this.time = new Column(Float64Array);
    this.type = new Column(Uint32Array);
    this.file = new Column(Uint32Array);
    this.line = new Column(Float64Array);
    this.parent = new Column(Float64Array);
    this.effect = new Column(Float64Array);
    this.reduce = new Column(Float64Array);
    this.pending = new Column(Float64Array);
    this.changed = new Column(Uint32Array);
    this.flags = new Column(Uint8Array);
    /** The number of actions without a difference up to and including each one. */
    this.gaps = new Column(Uint32Array);
    this.cases = [];
    this.types = new Names();
    /** What each type is called in rows. No two are called alike. */
    this.labels = [];
    this.labelSet = new Set();
    this.addresses = new Names();
    this.address = new Column(Uint32Array);
    /** The numbers of the restored states, by the positions of the actions that restored them. */
    this.restored = new Map();
    this.requested = null;
    this.files = new Names();
    this.changes = new Names();
    this.changedSlices = [];
    this.positions = new Map();
    this.children = new Map();
    this.snapshots = [];
    /** The effects that began during the recording, and those from before that sent an action. */
    this.effects = [];
    this.begunCount = 0;
    this.effectsByNumber = new Map();
    this.effectsByCause = new Map();
    this.deliveries = [];
    this.deliveriesByNumber = new Map();
    this.start = Infinity;
    this.end = 0;
    this.maximumReduce = 0;
  }

  get count() { return this.lines.length; }
  get length() { return Math.max(this.end - Math.min(this.start, this.end), 0); }

  /** Adds a line of the file. */
  add(line) {
    this.lineCount += 1;
    if (line === "" || line === "\r") return;
    const snapshot = SNAPSHOT.exec(line);
    if (snapshot) return this.addSnapshot(line, Number(snapshot[1]), Number(snapshot[2]));
    let record;
    try { record = parse(line); } catch { return void this.unreadable.push(this.lineCount); }
    if (isLeaf(record) || Array.isArray(record)) return void this.unreadable.push(this.lineCount);
    if (hasKey(record, "runnel")) this.header = record;
    else if (hasKey(record, "type")) this.addAction(line, record);
    else if (hasKey(record, "state")) {
      this.addSnapshot(line, asNumber(record.n, 0), asNumber(record.t, 0));
    } else if (hasKey(record, "effect") && hasKey(record, "event")) this.addEffect(record);
    else if (hasKey(record, "consumer")) this.addDelivery(record);
    else if (hasKey(record, "restored")) this.requested = record;
  }

  addLabel(type) {
    const full = plain(shortened(type, 120));
    const names = [featureName(type), shortType(type)].map((name) => plain(shortened(name, 60)));
    const label = names.find((name) => !this.labelSet.has(name)) ?? full;
    this.labels.push(label);
    this.labelSet.add(label);
  }

  /** Returns the name of a slice. The recorder may not have one for what `restore(_:)` replaces. */
  sliceName(slice) {
    return slice !== "" && slice !== "?" ? slice
      : "\\" + (shortType(asText(this.header?.state)) || "State");
  }

  see(time) {
    if (time < this.start) this.start = time;
    if (time > this.end) this.end = time;
  }

  addAction(line, record) {
    const position = this.lines.length;
    const number = asNumber(record.n, 0);
    const time = asNumber(record.t, 0);
    const reduce = asNumber(record.reduce);
    const file = asText(record.file);
    const hasDiff = Array.isArray(record.diff);
    this.lines.push(line);
    this.number.push(number);
    this.time.push(time);
    const type = asText(record.type);
    this.type.push(this.types.add(type));
    if (this.labels.length < this.types.texts.length) this.addLabel(type);
    const address = addressOf(record);
    this.address.push(this.addresses.add(shortAddress(address)));
    this.file.push(this.files.add(file));
    this.line.push(asNumber(record.line));
    this.parent.push(asNumber(record.parent));
    this.effect.push(asNumber(record.effect));
    this.reduce.push(reduce);
    this.pending.push(asNumber(record.pending));
    const changed = Array.isArray(record.changed) ? record.changed : [];
    const change = this.changes.add(JSON.stringify(changed));
    if (change === this.changedSlices.length) {
      this.changedSlices.push(
        [...new Set(changed.map((slice) => this.sliceName(asText(slice))))]);
    }
    this.changed.push(change);
    this.flags.push((hasDiff ? HAS_DIFF : 0) | (record.hidden === true ? HIDDEN_ACTION : 0)
      | (hasKey(record, "problem") ? HAS_PROBLEM : 0));
    this.gaps.push((position > 0 ? this.gaps.get(position - 1) : 0) + (hasDiff ? 0 : 1));
    let [name, content] = caseAndContent(record, type);
    if (isRestore(type)) {
      const request = asNumber(this.requested?.restored);
      this.requested = null;
      if (request >= 0) this.restored.set(position, request);
      name = request >= 0 ? "restored #" + request : "restored a state";
      content = "";
    }
    this.cases.push(name);
    this.summaries.push(content);
    const found = content.includes(" \u00d7 {") ? summary(record.payload, 400, true) : "";
    this.texts.push(
      [number, type, this.label(position) + " \u00b7 " + name + content + found,
       file + ":" + asText(record.line), address].join("\n").toLowerCase());
    this.parts.push(hasDiff ? changedParts(record.diff) : "");
    if (!this.positions.has(number)) this.positions.set(number, position);
    if (hasKey(record, "parent")) push(this.children, asNumber(record.parent), position);
    if (hasKey(record, "effect")) this.effectRecord(asNumber(record.effect)).actions.push(position);
    if (reduce > this.maximumReduce) this.maximumReduce = reduce;
    this.see(time);
    if (reduce > 0) this.see(time + reduce);
  }

  addSnapshot(line, number, time) {
    // In the file, a snapshot follows its action. Several actions can have the number.
    let position = this.count - 1;
    if (position >= 0 && this.number.get(position) > number) {
      position = this.positionBefore(number + 1);
    }
    this.snapshots.push({ number, position, line, value: undefined, isParsed: false });
    this.see(time);
  }

  /** Returns the position of the last action with a smaller number, or -1. */
  positionBefore(number) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.number.get(middle) < number) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  effectRecord(number) {
    let effect = this.effectsByNumber.get(number);
    if (!effect) {
      effect = {
        number, began: NaN, ended: NaN, name: "", ids: [], cause: -1, file: "", line: -1,
        outcome: "running", error: "", actions: [], index: this.effects.length,
      };
      this.effects.push(effect);
      this.effectsByNumber.set(number, effect);
    }
    return effect;
  }

  addEffect(record) {
    const number = asNumber(record.effect);
    const time = asNumber(record.t, 0);
    this.see(time);
    if (record.event === "began") {
      const effect = this.effectRecord(number);
      this.begunCount += 1;
      effect.began = time;
      effect.name = asText(record.name);
      effect.ids = Array.isArray(record.ids) ? record.ids.map(asText) : [];
      effect.file = asText(record.file);
      effect.line = asNumber(record.line);
      effect.cause = asNumber(record.cause);
      if (effect.cause >= 0) push(this.effectsByCause, effect.cause, effect);
    } else if (record.event === "ended" && this.effectsByNumber.has(number)) {
      const effect = this.effectsByNumber.get(number);
      effect.ended = time;
      effect.outcome = ["finished", "failed", "canceled"].includes(record.outcome)
        ? record.outcome : "finished";
      effect.error = asText(record.error);
    }
  }

  addDelivery(record) {
    const delivery = {
      number: asNumber(record.n), time: asNumber(record.t, 0), consumer: asText(record.consumer),
      kind: asText(record.kind), slice: this.sliceName(asText(record.slice)),
      file: asText(record.file),
      line: asNumber(record.line), took: asNumber(record.took, 0), main: record.main === true,
    };
    this.deliveries.push(delivery);
    push(this.deliveriesByNumber, delivery.number, delivery);
    this.see(delivery.time);
  }

  /** Returns all fields of an action. */
  record(position) { return parse(this.lines[position]); }

  typeName(position) { return this.types.texts[this.type.get(position)]; }

  /** Returns what the type of an action is called. */
  label(position) { return this.labels[this.type.get(position)]; }

  /** Returns whom of many an action is for, or an empty text. */
  addressText(position) {
    return plain(shortened(this.addresses.texts[this.address.get(position)], 80));
  }

  slices(position) { return this.changedSlices[this.changed.get(position)]; }

  effectOf(position) {
    const number = this.effect.get(position);
    return number < 0 ? null : this.effectsByNumber.get(number) ?? null;
  }

  /** Returns the number of the action that caused another one, or -1. */
  causeNumber(position) {
    const effect = this.effectOf(position);
    return effect && effect.cause >= 0 ? effect.cause : this.parent.get(position);
  }

  /** Returns the position of the action that caused another one, or -1. */
  cause(position) {
    const number = this.causeNumber(position);
    // Causes have smaller numbers, so that a chain ends.
    if (number < 0 || number >= this.number.get(position)) return -1;
    return this.positions.get(number) ?? -1;
  }

  /** Returns the actions that were dispatched while an action was handled, not by its effects. */
  directChildren(position) {
    const number = this.number.get(position);
    return (this.children.get(number) ?? []).filter((child) =>
      this.number.get(child) > number && this.effectOf(child)?.cause !== number);
  }

  effectsCausedBy(position) { return this.effectsByCause.get(this.number.get(position)) ?? []; }
}

function push(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

// ---------------------------------------------------------------------------------------------
// States

/** Decodes states from the nearest snapshot and the differences after it. */
class States {
  constructor(recording) {
    this.recording = recording;
    this.checkpoints = new Map();
    this.parsed = [];
    this.work = { snapshots: 0, differences: 0 };
  }

  get isEmpty() { return this.recording.snapshots.length === 0; }

  /** Returns the last snapshot at or before an action. */
  snapshot(position) {
    const { snapshots } = this.recording;
    let low = 0;
    let high = snapshots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (snapshots[middle].position <= position) low = middle + 1;
      else high = middle;
    }
    return low > 0 ? snapshots[low - 1] : null;
  }

  /** Returns the first snapshot after an action. */
  snapshotAfter(position) {
    return this.recording.snapshots.find((snapshot) => snapshot.position > position) ?? null;
  }

  /** Returns the last position, up to an action, after which the state is recorded. */
  lastExact(position) {
    const snapshot = this.snapshot(position);
    if (!snapshot) return null;
    const { gaps } = this.recording;
    const gap = (index) => index < 0 ? 0 : gaps.get(index);
    const base = gap(snapshot.position);
    let low = snapshot.position;
    let high = position;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (gap(middle) === base) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * Returns the state after an action or the nearest earlier one.
   *
   * `position` of the result is the action after which the state was recorded.
   */
  at(position) {
    const exact = this.lastExact(position);
    if (exact === null) return null;
    return { position: exact, value: this.decode(exact) };
  }

  decode(position) {
    const snapshot = this.snapshot(position);
    let start = position;
    while (start > snapshot.position && !this.checkpoints.has(start)) start -= 1;
    if (start === position && start > snapshot.position) {
      const value = this.checkpoints.get(position);
      this.keep(position, value);
      return value;
    }
    let value = start > snapshot.position
      ? this.checkpoints.get(start) : this.snapshotValue(snapshot);
    // Containers that this run has copied, and can change in place until a state is kept.
    let owned = new Set();
    for (let next = start + 1; next <= position; next += 1) {
      // The state before the last action is often needed for a comparison.
      if (next % CHECKPOINT_DISTANCE === 0 || next === position) {
        if (next - 1 > snapshot.position) this.keep(next - 1, value);
        owned = new Set();
      }
      value = applyAll(value, this.recording.record(next).diff, owned);
      this.work.differences += 1;
    }
    if (position > snapshot.position) this.keep(position, value);
    return value;
  }

  keep(position, value) {
    this.checkpoints.delete(position);
    this.checkpoints.set(position, value);
    if (this.checkpoints.size > MAX_CHECKPOINTS) {
      this.checkpoints.delete(this.checkpoints.keys().next().value);
    }
  }

  snapshotValue(snapshot) {
    if (!snapshot.isParsed) {
      this.work.snapshots += 1;
      try { snapshot.value = parse(snapshot.line).state; } catch { snapshot.value = null; }
      snapshot.isParsed = true;
      this.parsed.push(snapshot);
      if (this.parsed.length > MAX_PARSED_SNAPSHOTS) {
        const oldest = this.parsed.shift();
        oldest.isParsed = false;
        oldest.value = undefined;
      }
    }
    return snapshot.value;
  }
}

/** Applies the changes of an action to a state. Copies the containers on the way, once each. */
function applyAll(state, changes, owned) {
  const writable = (container) => {
    if (owned.has(container)) return container;
    const copy = Array.isArray(container) ? container.slice() : { ...container };
    owned.add(copy);
    return copy;
  };
  let root = state;
  for (const change of changes) {
    if (!Array.isArray(change) || !Array.isArray(change[0])) continue;
    const [path] = change;
    if (path.length === 0) {
      root = change.length > 1 ? change[1] : null;
      continue;
    }
    if (isLeaf(root)) continue;
    root = writable(root);
    let container = root;
    for (let index = 0; index < path.length - 1 && container; index += 1) {
      const key = path[index];
      const next = hasKey(container, key) ? container[key] : null;
      if (isLeaf(next)) container = null;
      else {
        const copy = writable(next);
        setKey(container, key, copy);
        container = copy;
      }
    }
    if (!container) continue;
    const key = path[path.length - 1];
    if (Array.isArray(container)) {
      // A damaged file must not make an array longer than its elements.
      if (!Number.isInteger(key) || key < 0 || key > container.length) continue;
      if (change.length > 1) container[key] = change[1];
      else container.splice(key, 1);
    } else if (change.length > 1) setKey(container, key, change[1]);
    else delete container[key];
  }
  return root;
}

// ---------------------------------------------------------------------------------------------
// Changes

/** The ID by which changes call an element: a short text or a number for `id`, else `null`. */
function elementID(value) {
  if (isLeaf(value) || Array.isArray(value) || !hasKey(value, "id")) return null;
  const { id } = value;
  if (typeof id === "string") return id !== "" && id.length <= 100 ? id : null;
  return isLeaf(id) && leafClass(id) === "number" ? leafText(id) : null;
}

const knownIDs = new WeakMap();

/** Returns the IDs of an array, or `null` if an element has none or if two have the same. */
function elementIDs(array) {
  let ids = knownIDs.get(array);
  if (ids === undefined) {
    ids = array.map(elementID);
    if (ids.includes(null) || new Set(ids).size < ids.length) ids = null;
    knownIDs.set(array, ids);
  }
  return ids;
}

/** Returns the elements of the longest part of a list whose elements ascend. */
function longestAscending(numbers) {
  // The positions at which parts of each length end, with the smallest last element.
  const ends = [];
  const previous = [];
  for (const [position, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]] >= number) high = middle;
      else low = middle + 1;
    }
    previous.push(low > 0 ? ends[low - 1] : -1);
    ends[low] = position;
  }
  const found = new Set();
  for (let position = ends.at(-1) ?? -1; position >= 0; position = previous[position]) {
    found.add(numbers[position]);
  }
  return found;
}

/**
 * Compares two values.
 *
 * Returns `null` if they are equal, otherwise `{ kind, children, removed, hasIDs }`. The kind is
 * "changed" for a value that differs as a whole, and "inside" for a container whose children
 * differ. An element with an ID that has another place among the others has `movedFrom`, the place
 * before, and the kind "moved" if nothing in it differs.
 */
function compare(before, after, depth = 0) {
  if (before === after) return null;
  if (isLeaf(before) || isLeaf(after) || Array.isArray(before) !== Array.isArray(after)
    || depth >= MAX_DEPTH) {
    return isEqual(before, after) ? null : { kind: "changed", before };
  }
  const children = new Map();
  const removed = [];
  let hasIDs = false;
  if (Array.isArray(before)) {
    const [oldIDs, newIDs] = [elementIDs(before), elementIDs(after)];
    hasIDs = oldIDs !== null && newIDs !== null;
    if (hasIDs) compareByID(before, after, oldIDs, newIDs, depth, children, removed);
    else compareArrays(before, after, depth, children, removed);
  } else {
    for (const key of Object.keys(after)) {
      if (!hasKey(before, key)) children.set(key, { kind: "added" });
      else {
        const change = compare(before[key], after[key], depth + 1);
        if (change) children.set(key, change);
      }
    }
    for (const key of Object.keys(before)) {
      if (!hasKey(after, key)) removed.push({ key, value: before[key] });
    }
  }
  return children.size + removed.length > 0 ? { kind: "inside", children, removed, hasIDs } : null;
}

function compareByID(before, after, oldIDs, newIDs, depth, children, removed) {
  const places = new Map(oldIDs.map((id, index) => [id, index]));
  const kept = new Set(newIDs);
  for (const [index, id] of oldIDs.entries()) {
    if (!kept.has(id)) removed.push({ key: String(index), id, value: before[index] });
  }
  const inOrder = longestAscending(
    newIDs.filter((id) => places.has(id)).map((id) => places.get(id)));
  for (const [index, id] of newIDs.entries()) {
    const old = places.get(id);
    let change = old === undefined ? { kind: "added" }
      : compare(before[old], after[index], depth + 1);
    if (old !== undefined && !inOrder.has(old)) {
      change = { kind: "moved", ...change, movedFrom: old };
    }
    if (change) children.set(String(index), change);
  }
}

/** Compares arrays between their common beginning and their common end. */
function compareArrays(before, after, depth, children, removed) {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && isEqual(before[first], after[first])) first += 1;
  let last = 0;
  while (last < shorter - first
    && isEqual(before[before.length - 1 - last], after[after.length - 1 - last])) last += 1;
  const paired = Math.min(before.length, after.length) - first - last;
  for (let index = first; index < first + paired; index += 1) {
    const change = compare(before[index], after[index], depth + 1);
    if (change) children.set(String(index), change);
  }
  for (let index = first + paired; index < after.length - last; index += 1) {
    children.set(String(index), { kind: "added" });
  }
  for (let index = first + paired; index < before.length - last; index += 1) {
    removed.push({ key: String(index), value: before[index] });
  }
}

/** Counts the added, removed, changed and moved parts. */
function tally(change, counts = { changed: 0, added: 0, removed: 0, moved: 0 }) {
  if (!change) return counts;
  if (change.movedFrom !== undefined) counts.moved += 1;
  if (change.kind === "added" || change.kind === "changed") counts[change.kind] += 1;
  else if (change.kind === "inside") {
    counts.removed += change.removed.length;
    for (const child of change.children.values()) tally(child, counts);
  }
  return counts;
}

// ---------------------------------------------------------------------------------------------
// Windowed rows

/** Whether rows are as high as a finger needs. The style has this condition, too. */
const isTouched = matchMedia("(max-width: 700px), (pointer: coarse)");

/** Shows the visible rows of a long list. Rows are reused, so that their number stays small. */
class WindowedRows {
  /**
   * `create` returns a row, and `render` fills it: both are called for visible rows only.
   */
  constructor(viewport, height, create, render) {
    this.viewport = viewport;
    this.height = height;
    this.create = create;
    this.render = render;
    this.count = 0;
    this.slots = [];
    this.spacer = element("div", { class: "spacer", role: "presentation" });
    viewport.append(this.spacer);
    viewport.addEventListener("scroll", () => this.update(), { passive: true });
    new ResizeObserver(() => this.update()).observe(viewport);
    isTouched.addEventListener("change", () => this.setCount(this.count));
  }

  get rowHeight() { return isTouched.matches ? 44 : this.height; }

  setCount(number) {
    this.count = number;
    this.spacer.style.height = Math.min(number * this.rowHeight, MAX_HEIGHT) + "px";
    this.update(true);
  }

  /** The distance of the first visible pixel from the first row. */
  get offset() {
    const full = this.count * this.rowHeight;
    if (full <= MAX_HEIGHT) return this.viewport.scrollTop;
    const height = this.viewport.clientHeight;
    return this.viewport.scrollTop / Math.max(MAX_HEIGHT - height, 1) * (full - height);
  }

  setOffset(offset) {
    const full = this.count * this.rowHeight;
    const height = this.viewport.clientHeight;
    this.viewport.scrollTop = full <= MAX_HEIGHT
      ? offset : offset / Math.max(full - height, 1) * (MAX_HEIGHT - height);
  }

  get pageSize() {
    return Math.max(Math.floor(this.viewport.clientHeight / this.rowHeight) - 1, 1);
  }

  update(isForced = false) {
    const height = this.viewport.clientHeight;
    const top = this.offset;
    const overscan = 4;
    const first = Math.max(Math.floor(top / this.rowHeight) - overscan, 0);
    const end = Math.min(Math.ceil((top + height) / this.rowHeight) + overscan, this.count);
    const needed = Math.ceil(height / this.rowHeight) + 2 * overscan + 1;
    if (height > 0 && this.slots.length !== needed) {
      // The slot of a row depends on the number of slots.
      while (this.slots.length > needed) this.slots.pop().row.remove();
      while (this.slots.length < needed) {
        const row = this.create();
        row.hidden = true;
        this.spacer.append(row);
        this.slots.push({ row, index: -1 });
      }
      isForced = true;
    }
    if (this.slots.length === 0) return;
    const shift = this.viewport.scrollTop - top;
    const used = new Set();
    for (let index = first; index < end; index += 1) {
      const slot = this.slots[index % this.slots.length];
      used.add(slot);
      if (isForced || slot.index !== index) {
        slot.index = index;
        slot.row.hidden = false;
        this.render(slot.row, index);
      }
      const y = index * this.rowHeight + shift;
      if (slot.y !== y) {
        slot.y = y;
        slot.row.style.transform = "translateY(" + y + "px)";
      }
    }
    for (const slot of this.slots) {
      if (!used.has(slot) && slot.index >= 0) {
        slot.index = -1;
        slot.row.hidden = true;
      }
    }
  }

  row(index) {
    if (this.slots.length === 0 || index < 0) return null;
    const slot = this.slots[index % this.slots.length];
    return slot.index === index ? slot.row : null;
  }

  index(target) {
    const row = target.closest?.("[data-row]");
    return this.slots.find((slot) => slot.row === row)?.index ?? -1;
  }

  reveal(index, isCentered = false) {
    if (index < 0) return;
    const height = this.viewport.clientHeight;
    const top = index * this.rowHeight;
    if (isCentered && (top < this.offset || top + this.rowHeight > this.offset + height)) {
      this.setOffset(Math.max(top - height / 2, 0));
    } else if (top < this.offset) this.setOffset(top);
    else if (top + this.rowHeight > this.offset + height) {
      this.setOffset(top + this.rowHeight - height);
    }
    this.update();
  }
}

let rowID = 0;

/** A row that its viewport can name as the active one. */
function makeRow(properties) {
  rowID += 1;
  return element("div", { id: "row-" + rowID, "data-row": true, ...properties });
}

/** Names the active row of a viewport, if it is visible. */
function setActive(viewport, row) {
  if (row) viewport.setAttribute("aria-activedescendant", row.id);
  else viewport.removeAttribute("aria-activedescendant");
}

/** Returns the index to which a key moves, or -1. */
function movedIndex(key, index, size, page) {
  const steps = {
    ArrowDown: index + 1, j: index + 1, ArrowUp: index - 1, k: index - 1, Home: 0, End: size - 1,
    PageDown: index + page, PageUp: index - page,
  };
  if (!hasKey(steps, key) || size === 0) return -1;
  if (index < 0) return key === "End" ? size - 1 : 0;
  return Math.min(Math.max(steps[key], 0), size - 1);
}

// ---------------------------------------------------------------------------------------------
// Tree

const MARKS = {
  added: ["+", "added"], removed: ["\u2212", "removed"], changed: ["~", "changed"],
  moved: ["\u2195", "moved"], inside: ["\u2022", "contains changes"],
  hint: ["?", "can have changed"],
};

/** What distinguishes the path of a part that is gone from that of another one in its place. */
const GONE = " (gone)";

/** Returns the name of a part as the tools write it, such as `rows[id 7].isDone`. */
const partName = (whole, step, id) => whole + (id !== undefined ? "[id " + id + "]"
  : typeof step === "number" ? "[" + step + "]" : (whole === "" ? "" : ".") + step);

/** Returns where an element with an ID has come to, or was. */
function placeText({ key, kind, change }) {
  const text = change?.movedFrom !== undefined ? "moved from " + change.movedFrom + " to " + key
    : kind === "added" ? "inserted at " + key : kind === "removed" ? "removed from " + key : "";
  return text !== "" && change && element("span", { class: "place" }, text);
}

/** A value as a collapsible tree, with changes marked. */
class Tree {
  constructor(label) {
    this.viewport = element("div", {
      class: "rows tree", role: "tree", tabindex: 0, "aria-label": label,
      on: {
        keydown: (event) => this.onKey(event),
        mousedown: (event) => this.onPress(event),
        dblclick: (event) => this.onDoubleClick(event),
      },
    });
    this.toggled = new Map();
    this.portions = new Map();
    this.items = [];
    this.selected = 0;
    this.value = undefined;
    this.change = null;
    this.hints = new Set();
    // What opens below takes some of the height.
    let height = 0;
    new ResizeObserver(() => {
      if (this.viewport.clientHeight < height) this.rows.reveal(this.selected);
      height = this.viewport.clientHeight;
    }).observe(this.viewport);
    this.onlyChanges = true;
    this.query = "";
    this.rows = new WindowedRows(
      this.viewport, 22, () => makeRow({ role: "treeitem", class: "node" }),
      (row, index) => this.render(row, index));
  }

  /** Shows a value and its difference from an earlier one. */
  show(value, change = null, hints = []) {
    this.value = value;
    this.change = change;
    this.hints = new Set(hints);
    this.flatten();
    if (change) {
      const first = this.items.findIndex((item) => item.kind && item.kind !== "inside");
      if (first >= 0) this.rows.reveal(Math.min(first + 2, this.items.length - 1));
      if (first >= 0) this.rows.reveal(first);
    }
  }

  isOpen(item) {
    const toggled = this.toggled.get(item.path);
    if (toggled !== undefined) return toggled;
    if (item.depth === 0 || this.found?.has(item.value)) return true;
    if (item.kind === "inside") return item.changeCount <= 24;
    return item.depth === 1 && item.size <= 12 && item.kind !== "removed";
  }

  /** Shows only parts with a text in their names or values, or all with an empty one. */
  find(text) {
    this.query = text.toLowerCase();
    this.flatten();
    return this.foundCount;
  }

  /** Fills the containers of the parts that are searched for, with the keys on the way to them. */
  search() {
    this.found = null;
    this.foundCount = 0;
    if (this.query === "") return;
    this.found = new Map();
    const visit = (value, depth) => {
      const isArray = Array.isArray(value);
      const ids = isArray ? elementIDs(value) : null;
      const isIn = (text) => text.toLowerCase().includes(this.query);
      // Beside a value stands what it belongs to.
      let hasValue = false;
      let keys = Object.keys(value).filter((key, index) => {
        if (this.foundCount >= MAX_FOUND) return false;
        const part = value[key];
        const isValue = isLeaf(part) && isIn(typeof part === "string" ? part : leafText(part));
        const isFound = isValue || isIn(isArray ? ids?.[index] ?? "" : key);
        if (isFound) this.foundCount += 1;
        hasValue ||= isValue;
        const isAround = !isLeaf(part) && depth < MAX_DEPTH && visit(part, depth + 1);
        return isFound || isAround;
      });
      if (hasValue && !isArray) keys = Object.keys(value);
      if (keys.length > 0) this.found.set(value, new Set(keys));
      return keys.length > 0;
    };
    if (!isLeaf(this.value)) visit(this.value, 0);
  }

  flatten() {
    const selectedPath = this.items[this.selected]?.path;
    const items = [];
    this.search();
    const visit = (value, key, path, depth, kind, change, set) => {
      const item = {
        value, key, path, depth, kind, change, steps: [], ...set, size: 0, isOpen: false,
        changeCount: 0,
      };
      items.push(item);
      if (isLeaf(value)) return;
      const keys = Object.keys(value);
      item.size = keys.length;
      item.isArray = Array.isArray(value);
      if (change?.kind === "inside")
        item.changeCount = change.children.size + change.removed.length;
      if (depth >= MAX_DEPTH) {
        item.isTooDeep = true;
        return;
      }
      item.isExpandable = keys.length > 0 || item.changeCount > 0;
      item.isOpen = item.isExpandable && this.isOpen(item);
      if (!item.isOpen) return;
      const inner = change?.kind === "inside" ? change : null;
      const ids = item.isArray && (inner?.hasIDs ?? true) ? elementIDs(value) : null;
      let entries = keys.map((name, index) =>
        ({ name, id: ids?.[index], value: value[name], change: inner?.children.get(name) }));
      const found = this.found && (this.found.get(value) ?? (depth === 0 ? new Set() : null));
      if (found) entries = entries.filter((entry) => found.has(entry.name));
      else if (this.onlyChanges && inner) entries = entries.filter((entry) => entry.change);
      for (const { key: name, id, value: old } of this.found ? [] : inner?.removed ?? []) {
        const entry = { name, id, value: old, change: { kind: "removed" }, isGone: true };
        if (item.isArray) {
          const index = entries.findIndex((other) => Number(other.name) >= Number(name));
          entries.splice(index < 0 ? entries.length : index, 0, entry);
        } else entries.push(entry);
      }
      const portion = this.portions.get(path) ?? CHILD_PORTION;
      const shown = entries.slice(0, portion);
      // A whole value that is added or removed marks its parts alike.
      const inherited = kind === "added" || kind === "removed" ? kind : null;
      for (const [index, entry] of shown.entries()) {
        const step = item.isArray ? Number(entry.name) : entry.name;
        const childPath = partName(path, step, entry.id);
        const childKind = entry.change?.kind ?? inherited
          ?? (this.hints.has(childPath) ? "hint" : null);
        visit(entry.value, entry.name, childPath + (entry.isGone ? GONE : ""), depth + 1, childKind,
          entry.change ?? null, {
            id: entry.id, steps: [...item.steps, { step, id: entry.id }], isIndex: item.isArray,
            setSize: entries.length, setIndex: index + 1,
          });
      }
      if (entries.length > portion) {
        items.push({
          path: path + "\u2026",
          parent: path,
          depth: depth + 1,
          more: entries.length - portion,
          size: 0,
        });
      }
    };
    if (this.value !== undefined) {
      visit(this.value, null, "", 0, this.change?.kind ?? null, this.change,
        { setSize: 1, setIndex: 1 });
    }
    this.items = items;
    this.onFlatten?.();
    const same = items.findIndex((item) => item.path === selectedPath);
    this.selected = same >= 0 ? same : 0;
    this.rows.setCount(items.length);
    setActive(this.viewport, this.rows.row(this.selected));
  }

  render(row, index) {
    const item = this.items[index];
    const isSelected = index === this.selected;
    row.className = "node" + (item.kind ? " " + item.kind : "");
    row.setAttribute("aria-level", item.depth + 1);
    row.setAttribute("aria-selected", isSelected);
    if (item.setSize) {
      row.setAttribute("aria-setsize", item.setSize);
      row.setAttribute("aria-posinset", item.setIndex);
    }
    if (item.isExpandable) row.setAttribute("aria-expanded", item.isOpen);
    else row.removeAttribute("aria-expanded");
    const indent = element("span", { class: "indent" });
    // Deep levels are closer to each other, so that they stay in view.
    indent.style.width =
      Math.min(item.depth, 14) * 15 + Math.min(Math.max(item.depth - 14, 0), 30) * 2 + "px";
    if (item.more) {
      replace(
        row, element("span", { class: "mark" }), indent, element("span", { class: "twist" }),
        element(
          "button", { type: "button", class: "more", tabindex: -1, "data-more": true },
          "show " + count(Math.min(item.more, CHILD_PORTION)) + " of " + count(item.more)
            + " more"));
      return;
    }
    const mark = MARKS[item.kind];
    replace(row,
      element("span", { class: "mark", title: mark?.[1] },
        mark && element("span", { "aria-hidden": true }, mark[0]),
        mark && element("span", { class: "unseen" }, mark[1])),
      indent,
      element("span", { class: "twist", "aria-hidden": true },
        item.isExpandable ? (item.isOpen ? "\u25bc" : "\u25b6") : ""),
      item.key === null ? null : [
        element("span", { class: "key" + (item.isIndex ? " index" : "") },
          item.id !== undefined ? "id " + plain(item.id)
            : plain(shortened(item.key, 120)) || "\"\""),
        item.id !== undefined && item.kind && placeText(item),
        element("span", { class: "colon" }, ":")],
      this.valueParts(item));
  }

  valueParts(item) {
    const { value } = item;
    if (isLeaf(value)) {
      const text = typeof value === "string"
        ? quoted(shortened(value)) : shortened(leafText(value));
      const isLong = (typeof value === "string" ? value.length : leafText(value).length) > MAX_TEXT;
      const before = item.change?.kind === "changed" ? item.change.before : undefined;
      return [
        before !== undefined &&
          [
            element(
              "span", { class: "old" },
              isLeaf(before)
                ? shortened(
                    typeof before === "string" ? quoted(shortened(before, 80)) : leafText(before),
                    80)
                : summary(before, 60)),
            element(
              "span", { class: "arrow" }, element("span", { "aria-hidden": true }, "\u2192"),
              element("span", { class: "unseen" }, "is now"))
          ],
        element("span", { class: "value " + leafClass(value) }, text),
        isLong
          && element(
            "button", { type: "button", class: "more", tabindex: -1, "data-full": true },
            "show all ("
              + count(typeof value === "string" ? value.length : leafText(value).length)
              + " characters)"),
      ];
    }
    if (item.isTooDeep) {
      return element("span", { class: "value preview" },
        "\u2026 deeper than " + MAX_DEPTH + " levels");
    }
    const size = item.isArray ? "[" + count(item.size) + "]" : "{" + count(item.size) + "}";
    const inside = item.change?.kind === "inside" ? tally(item.change) : null;
    const text = item.isOpen || item.size === 0 ? size
      : inside ? [size, ...Object.keys(inside).filter((kind) => inside[kind] > 0)
        .map((kind) => count(inside[kind]) + " " + kind)].join(" ")
        : size + " " + summary(value, 90);
    return element("span", { class: "value preview" }, text);
  }

  select(index) {
    const previous = this.rows.row(this.selected);
    if (previous) previous.setAttribute("aria-selected", false);
    this.selected = index;
    this.rows.reveal(index);
    const row = this.rows.row(index);
    if (row) row.setAttribute("aria-selected", true);
    setActive(this.viewport, row);
  }

  toggle(index, isOpen = !this.items[index].isOpen) {
    const item = this.items[index];
    if (!item.isExpandable || item.isOpen === isOpen) return;
    this.toggled.set(item.path, isOpen);
    this.flatten();
  }

  showMore(item) {
    this.portions.set(
      item.parent, (this.portions.get(item.parent) ?? CHILD_PORTION) + CHILD_PORTION);
    this.flatten();
  }

  activate(index) {
    const item = this.items[index];
    if (item.more) this.showMore(item);
    else if (item.isExpandable) this.toggle(index);
    else showValue(item.path || "value", item.value);
  }

  onPress(event) {
    const index = this.rows.index(event.target);
    if (index < 0 || event.button !== 0) return;
    const item = this.items[index];
    this.select(index);
    if (!item.more) this.onPick?.(item);
    if (event.target.closest("[data-full]")) {
      event.preventDefault();
      showValue(item.path, item.value);
    } else if (item.more) this.showMore(item);
    else if (item.isExpandable && !event.target.closest(".value")) this.toggle(index);
  }

  onDoubleClick(event) {
    const index = this.rows.index(event.target);
    if (index >= 0 && event.target.closest(".value")) {
      showValue(this.items[index].path || "value", this.items[index].value);
    }
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.items.length === 0) return;
    const item = this.items[this.selected];
    if (event.key === "ArrowRight") {
      if (item.isExpandable && !item.isOpen) this.toggle(this.selected);
      else if (item.isOpen) this.select(Math.min(this.selected + 1, this.items.length - 1));
    } else if (event.key === "ArrowLeft") {
      if (item.isOpen) this.toggle(this.selected);
      else {
        for (let index = this.selected - 1; index >= 0; index -= 1) {
          if (this.items[index].depth < item.depth) { this.select(index); break; }
        }
      }
    } else if (event.key === "Enter" || event.key === " ") this.activate(this.selected);
    else if (event.key === "v") showValue(item.path || "value", item.value);
    else if (event.key === "h" && this.onPick) this.onPick(item);
    else if (event.key === "j" || event.key === "k") return;
    else {
      const index = movedIndex(event.key, this.selected, this.items.length, this.rows.pageSize);
      if (index < 0) return;
      this.select(index);
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

// ---------------------------------------------------------------------------------------------
// The viewer of a value

const VIEWER_PORTION = 100_000;

/** Shows the whole of a value. */
function showValue(title, value) {
  if (value === undefined) return;
  const isString = typeof value === "string";
  showText(title, [[isString ? "String" : "JSON", () => isString ? value : jsonText(value)]]);
}

/** Shows a text. With several ones to choose from, each has a name. */
function showText(title, choices) {
  const dialog = byID("viewer");
  const pre = byID("viewer-text");
  const more = byID("viewer-more");
  const choice = byID("viewer-choice");
  byID("viewer-title").textContent = plain(shortened(title, 200));
  choice.hidden = choices.length === 1;
  replace(choice, choices.map(([name], index) => element("option", { value: index }, name)));
  const show = () => {
    const [name, make] = choices[choice.selectedIndex];
    const text = make();
    let shown = 0;
    byID("viewer-note").textContent =
      (choices.length === 1 ? name + ", " : "") + counted(text.length, "character");
    byID("viewer-copy").textContent = "Copy";
    pre.textContent = "";
    const showNext = () => {
      pre.append(plainLines(text.slice(shown, shown + VIEWER_PORTION)));
      shown = Math.min(shown + VIEWER_PORTION, text.length);
      more.hidden = shown === text.length;
      more.textContent = "Show more (" + count(text.length - shown) + " characters left)";
    };
    showNext();
    more.onclick = showNext;
    byID("viewer-copy").onclick = () => {
      copy(text, dialog);
      byID("viewer-copy").textContent = "Copied";
    };
    pre.scrollTop = 0;
  };
  choice.onchange = show;
  show();
  dialog.showModal();
}

// ---------------------------------------------------------------------------------------------
// Tests

// Names of types, with which code can't begin to do something else.
const TYPE_NAME = /^[\p{L}_][\p{L}\p{N}_.<>, ?[\]]*$/u;
/** An address with one element: the key path and the ID. */
const ONE_ELEMENT = /^\\[^.[]*\.([\p{L}_][\p{L}\p{N}_.]*)\[([^\]]+)\]$/u;

/** Returns an expression that decodes a value, in a string literal that nothing in it ends. */
function decoding(type, value) {
  if (!TYPE_NAME.test(type)) throw new RangeError("The name of its type isn't one of code");
  const json = compactJSON(value);
  const longest = Math.max(1, ...(json.match(/["\\]#*/g) ?? []).map((text) => text.length - 1));
  const hashes = "#".repeat(longest + 1);
  return "try JSONDecoder().decode(" + type + ".self, from: Data("
    + hashes + "\"" + json + "\"" + hashes + ".utf8))";
}

/** Returns a statement that reduces an action, or a comment with the reason why there is none. */
function statement(position) {
  try {
    const record = recording.record(position);
    const type = recording.typeName(position);
    if (record.hidden === true || !hasKey(record, "payload")) {
      throw new RangeError("It isn't recorded as JSON");
    }
    if (isRestore(type)) {
      return "  state = "
        + decoding(shortType(asText(recording.header?.state)), record.payload?.state ?? null);
    }
    const address = addressOf(record);
    const [, path, id] = ONE_ELEMENT.exec(address) ?? [];
    if (address !== "" && !path) throw new RangeError("It is for one of several levels");
    return "  appReducer.reduce(&state, " + decoding(shortType(type), record.payload)
      + (path ? ", to: \\." + path + ", id: " + (/^-?\d+$/.test(id) ? id : quoted(id)) : "") + ")";
  } catch (error) {
    return "  // #" + recording.number.get(position) + " " + actionName(position)
      + " is left out. " + error.message + ".";
  }
}

/**
 * Returns a Swift test that reduces the actions up to one again, or only that one.
 *
 * The app's code isn't here, so the test decodes what was recorded.
 */
function testSource(position, isSingle) {
  const start = isSingle ? position - 1 : START;
  const stateAfter = (place) => {
    const state = states.at(place);
    return state?.position === place ? state.value : undefined;
  };
  const before = stateAfter(start);
  const type = shortType(asText(recording.header?.state)) || "AppState";
  let initial = type + "()";
  try { if (before !== undefined) initial = decoding(type, before); } catch { }
  const number = (place) => recording.number.get(place);
  const lines = [
    "@Test func `Recorded action" + (isSingle || position === 0 ? " " + number(position)
      : "s " + number(0) + " to " + number(position)) + "`() throws {",
    "  var state = " + initial,
  ];
  for (let next = start + 1; next <= position; next += 1) lines.push(statement(next));
  const [old, now] = [stateAfter(position - 1), stateAfter(position)];
  if (old !== undefined && now !== undefined) {
    lines.push("  // The last action changes:", ...changeLines(compare(old, now), now));
  }
  lines.push("  #expect(<#condition#>)", "}");
  return lines.join("\n") + "\n";
}

/** Returns comments about the first changes of a state, in the words of the tools. */
function changeLines(change, value) {
  const lines = [];
  const json = (part) => {
    try { return shortened(compactJSON(part), 120); } catch { return "\u2026"; }
  };
  const add = (path, text) => lines.push(plain(shortened(path, 200) || "state") + ": " + text);
  const visit = (inner, now, path) => {
    if (lines.length > 20) return;
    if (inner.kind === "changed") add(path, json(inner.before) + " \u2192 " + json(now));
    else if (inner.kind === "added") add(path, "none \u2192 " + json(now));
    if (inner.kind !== "inside") return;
    const ids = inner.hasIDs ? elementIDs(now) : null;
    const name = (key, id = ids?.[key]) =>
      partName(path, Array.isArray(now) ? Number(key) : key, id ?? undefined);
    const gone = () => {
      for (const { key, id, value: old } of inner.removed) {
        add(name(key, id), id === undefined ? json(old) + " \u2192 none"
          : "removed from " + key + ": " + json(old));
      }
    };
    if (ids) gone();
    for (const [key, child] of inner.children) {
      const part = name(key);
      if (ids && child.kind === "added") add(part, "inserted at " + key + ": " + json(now[key]));
      else {
        const from = child.movedFrom;
        if (from !== undefined) add(part, "moved from " + from + " to " + key);
        visit(child, now[key], part);
      }
    }
    if (!ids) gone();
  };
  if (change) visit(change, value, "");
  const shown = lines.slice(0, 20);
  if (lines.length > 20) shown.push("\u2026");
  return (change ? shown : ["nothing"]).map((line) => "  //   " + line);
}

/** Shows the selected action, and those before it, as a test. */
function showTest() {
  const position = app.selected;
  if (position < 0) return;
  const name = "#" + recording.number.get(position);
  showText("Test", [
    ["The actions up to " + name, () => testSource(position, false)],
    ["Only " + name, () => testSource(position, true)],
  ]);
}

/** Copies text. A page from a file may lack the clipboard interface. */
function copy(text, host) {
  const fallback = () => {
    const area = element("textarea", { class: "unseen", "aria-hidden": true });
    area.value = text;
    host.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).catch(fallback);
  else fallback();
}

// ---------------------------------------------------------------------------------------------
// The app

const recording = new Recording();
const states = new States(recording);
const START = -1;
const NOTHING = -2;

const app = {
  /** The position of the selected action, or `START`, or `NOTHING`. */
  selected: NOTHING,
  tab: "state",
  trail: [],
  isReading: true,
  /** The number of rows that have been filtered, and the milliseconds until all lines were read. */
  work: { filtered: 0, readingTime: 0 },
  filter: { query: "", type: -1, file: -1, slice: "", source: "", minimum: 0, from: null, to: null,
    sort: "" },
  /** The positions of the listed actions. */
  view: [],
  effect: null,
  socket: null,
  /** The number of actions that the list shows or has filtered. */
  shown: 0,
};

const relative = (time) => time - Math.min(recording.start, recording.end);

/** Calls a function once before the next frame, however often it was requested. */
function coalesced(body) {
  let isPending = false;
  return () => {
    if (isPending) return;
    isPending = true;
    requestAnimationFrame(() => { isPending = false; body(); });
  };
}

function colorClass(position) {
  return "hue-" + recording.type.get(position) % 12;
}

/** Returns what belongs to the case of an action, in one line. */
const payloadText = (position) => shortened(recording.summaries[position], 160);

/** Returns the feature and the case of an action: `Accounts \u00b7 loginTapped`. */
const actionName = (position) => nameParts(position).join("");

/** Returns the feature with a separator, which can be empty, and what distinguishes the action. */
function nameParts(position) {
  const label = recording.label(position);
  const name = recording.cases[position];
  if (isRestore(recording.typeName(position))) return ["", name];
  return name === "" ? ["", label] : [label + " \u00b7 ", name];
}

/** Returns a button that lists the actions for the one of many that an action is for. */
function addressButton(position) {
  const address = recording.addressText(position);
  return address !== "" && button(address, () => setFilter({ query: address }), {
    class: "link mono address", title: "List the actions for " + address,
  });
}

// ---------------------------------------------------------------------------------------------
// Filters

/** Returns a function that decides whether an action is listed. */
function makeFilter() {
  const { filter } = app;
  const words = filter.query.toLowerCase()
                  .split(/\s+/)
                  .filter((word) => word !== "" && word !== "-")
                  .map((word) => {
                    const isNegated = word.length > 1 && word.startsWith("-");
                    const text = isNegated ? word.slice(1) : word;
                    const part = text.startsWith("~") ? text.slice(1) : "";
                    // As the text stands in a line of the file.
                    const raw = JSON.stringify(text).slice(1, -1).replaceAll("<", "\\u003c");
                    return { isNegated, text, raw, part };
                  });
  let { minimum } = filter;
  if (minimum === "slowest") {
    const sorted = recording.reduce.values.slice(0, recording.count).sort();
    minimum = Math.max(sorted[Math.max(recording.count - 100, 0)] ?? 0, 0);
  }
  const changes = filter.slice === "" ? null
    : recording.changedSlices.map((slices) => slices.includes(filter.slice));
  return (position) => {
    if (filter.type >= 0 && recording.type.get(position) !== filter.type) return false;
    if (filter.file >= 0 && recording.file.get(position) !== filter.file) return false;
    if (minimum > 0 && !(recording.reduce.get(position) >= minimum)) return false;
    if (changes && !changes[recording.changed.get(position)]) return false;
    if (filter.from !== null) {
      const time = recording.time.get(position);
      if (time < filter.from || time > filter.to) return false;
    }
    if (filter.source !== "") {
      const isEffect = recording.effect.get(position) >= 0;
      const isAction = !isEffect && recording.parent.get(position) >= 0;
      if (filter.source !== (isEffect ? "effect" : isAction ? "action" : "direct")) return false;
    }
    if (words.length > 0) {
      const prepared = recording.texts[position];
      const line = recording.lines[position];
      const long = line.length > LONG_LINE ? line.toLowerCase() : null;
      for (const { isNegated, text, raw, part } of words) {
        const isFound = part !== "" ? recording.parts[position].includes(part)
          : prepared.includes(text)
            || long !== null && (long.includes(raw) || long.includes(text));
        if (isFound === isNegated) return false;
      }
    }
    return true;
  };
}

const isFiltered = () => {
  const { query, type, file, slice, source, minimum, from } = app.filter;
  return query.trim() !== "" || type >= 0 || file >= 0 || slice !== "" || source !== ""
    || minimum !== 0 || from !== null;
};

/** Lists the actions that pass the filters. */
function applyFilters() {
  const passes = makeFilter();
  const view = [];
  if (!isFiltered() && app.filter.sort === "" && states.snapshot(START)) view.push(START);
  app.work.filtered += recording.count;
  for (let position = 0; position < recording.count; position += 1) {
    if (passes(position)) view.push(position);
  }
  if (app.filter.sort === "slowest") {
    view.sort((a, b) => recording.reduce.get(b) - recording.reduce.get(a) || a - b);
  }
  app.view = view;
}

function viewIndex(position) {
  const { view } = app;
  if (app.filter.sort !== "") return view.indexOf(position);
  let low = 0;
  let high = view.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (view[middle] < position) low = middle + 1;
    else high = middle;
  }
  return view[low] === position ? low : -1;
}

function setFilter(changes) {
  Object.assign(app.filter, changes);
  refreshList();
  // Another order is for the sake of its first actions.
  if (changes.sort) list.rows.reveal(0);
}

function clearFilters() {
  setFilter(
    { query: "", type: -1, file: -1, slice: "", source: "", minimum: 0, from: null, to: null });
}

function refreshList() {
  applyFilters();
  list.rows.setCount(app.view.length);
  const index = viewIndex(app.selected);
  list.rows.reveal(index, true);
  setActive(list.viewport, list.rows.row(index));
  showFilters();
  chart.draw();
  if (["reducers", "slices", "observers", "effects"].includes(app.tab)) showDetails();
}

function showFilters() {
  const { filter } = app;
  const total = recording.count;
  const listed = app.view.length - (app.view[0] === START ? 1 : 0);
  byID("count").textContent = isFiltered()
    ? count(listed) + " of " + counted(total, "action") : counted(total, "action");
  if (byID("search").value.trim() !== filter.query.trim()) byID("search").value = filter.query;
  byID("filter-type").value = String(filter.type);
  byID("filter-file").value = String(filter.file);
  byID("filter-duration").value = String(filter.minimum);
  byID("filter-source").value = filter.source;
  byID("sort").value = filter.sort;
  for (const id of ["filter-type", "filter-file", "filter-duration", "filter-source", "sort"]) {
    byID(id).classList.toggle("is-set", byID(id).selectedIndex > 0);
  }
  const chips = [];
  const chip = (text, changes) => chips.push(button(
    text + " \u00d7", () => setFilter(changes), { "aria-label": "Remove the filter " + text }));
  if (filter.from !== null) {
    const length = recording.length;
    chip(
      clockTime(relative(filter.from), length) + " \u2013 "
        + clockTime(relative(filter.to), length),
      { from: null, to: null });
  }
  if (filter.slice !== "") chip(plain(shortened(filter.slice, 60)), { slice: "" });
  if (isFiltered()) chips.push(button("Clear filters", clearFilters, { class: "plain" }));
  if (app.selected >= 0 && viewIndex(app.selected) < 0) {
    chips.push(element("span", {}, "The selected action is not listed."));
  }
  replace(byID("chips"), chips);
  const empty = byID("actions-empty");
  empty.hidden = app.view.length > 0 || app.isReading;
  if (!empty.hidden) {
    replace(empty, total === 0
      ? [element("strong", {}, "No actions"),
        element("p", {}, "The recording has no actions.")]
      : [element("strong", {}, "No action matches"), button("Clear filters", clearFilters)]);
  }
}

/** Fills the menus with what the recording contains. */
function fillMenus() {
  const fill = (select, all, names, render) => {
    // New options would close an open menu.
    if (select === document.activeElement && select.options.length > 0) return;
    const order = names.texts.map((_, number) => number).sort((a, b) =>
      names.texts[a] < names.texts[b] ? -1 : 1);
    const value = select.value || "-1";
    replace(
      select, element("option", { value: -1 }, all),
      order.slice(0, 2_000).map(
        (number) => element(
          "option", { value: number },
          plain(shortened(render(names.texts[number], number), 100))
            + " (" + count(names.counts[number]) + ")")));
    select.value = value;
  };
  fill(byID("filter-type"), "All types", recording.types, (_, number) => recording.labels[number]);
  fill(byID("filter-file"), "All files", recording.files, (name) => name || "no file");
}

// ---------------------------------------------------------------------------------------------
// The list of actions

const list = {
  viewport: byID("actions"),

  start() {
    const columns = ["dot", "n", "time", "what", "source", "reduce"];
    this.rows = new WindowedRows(this.viewport, 28, () => {
      const row = makeRow({ role: "option", class: "action" });
      row.parts = {};
      for (const name of columns) {
        row.parts[name] = element("span", { class: name });
        row.append(row.parts[name]);
      }
      row.parts.dot.setAttribute("aria-hidden", "true");
      for (const name of ["feature", "address", "type", "payload"]) {
        row.parts[name] = element("span", { class: name });
      }
      row.parts.what.append(
        row.parts.feature, row.parts.address, row.parts.type, row.parts.payload);
      row.parts.duration = element("span", {});
      row.parts.meter = element("i", { "aria-hidden": true });
      row.parts.reduce.append(row.parts.meter, row.parts.duration);
      return row;
    }, (row, index) => this.render(row, index));
    this.viewport.addEventListener("mousedown", (event) => {
      const index = this.rows.index(event.target);
      if (index >= 0 && event.button === 0) select(app.view[index]);
    });
    let height = this.viewport.clientHeight;
    new ResizeObserver(() => {
      if (this.viewport.clientHeight !== height) this.rows.reveal(viewIndex(app.selected));
      height = this.viewport.clientHeight;
    }).observe(this.viewport);
  },

  render(row, index) {
    const position = app.view[index];
    const { parts } = row;
    const isSelected = position === app.selected;
    row.setAttribute("aria-selected", isSelected);
    row.setAttribute("aria-setsize", app.view.length);
    row.setAttribute("aria-posinset", index + 1);
    if (position === START) {
      row.className = "action start";
      parts.n.textContent = recording.header ? String(asNumber(recording.header.n, 0)) : "";
      parts.type.textContent = "Start of the recording";
      for (const name of ["time", "feature", "address", "payload", "source", "duration"]) {
        parts[name].textContent = "";
      }
      parts.meter.style.width = "0";
      return;
    }
    const reduce = recording.reduce.get(position);
    const source = recording.effect.get(position) >= 0 ? ["\u21af", "sent by an effect"]
      : recording.parent.get(position) >= 0 ? ["\u21b3", "dispatched by an action"] : ["", ""];
    row.className = "action " + colorClass(position) + (reduce >= 4e6 ? " slow" : "");
    parts.n.textContent = String(recording.number.get(position));
    parts.time.textContent = clockTime(relative(recording.time.get(position)), recording.length);
    [parts.feature.textContent, parts.type.textContent] = nameParts(position);
    parts.address.textContent = recording.addressText(position);
    parts.payload.textContent = payloadText(position);
    parts.source.textContent = source[0];
    parts.source.title = source[1];
    parts.duration.textContent = reduce >= 0 ? duration(reduce) : "";
    parts.meter.style.width =
      Math.max(Math.log10(Math.max(reduce, 1) / 100) / 6, 0).toFixed(2) * 34 + "px";
  },

  move(key) {
    const index = viewIndex(app.selected);
    const size = app.view.length;
    let next = movedIndex(key, index, size, this.rows.pageSize);
    if (index < 0 && next >= 0 && app.selected >= 0 && app.filter.sort === "") {
      // The selected action is filtered out: continue with its neighbor.
      const after = app.view.findIndex((position) => position > app.selected);
      const isForward = ["j", "ArrowDown", "PageDown"].includes(key);
      if (key !== "Home" && key !== "End") {
        next = after < 0 ? size - 1 : isForward ? after : Math.max(after - 1, 0);
      }
    }
    if (next >= 0) select(app.view[next]);
    return next >= 0;
  },
};

/** Selects an action. `isJump` remembers the selected one, so that the user can return to it. */
function select(position, isJump = false) {
  if (position === app.selected || position < START || position >= recording.count) return;
  if (isJump && app.selected !== NOTHING) {
    app.trail.push(app.selected);
    if (app.trail.length > 200) app.trail.shift();
  }
  const old = viewIndex(app.selected);
  app.selected = position;
  // Lines that have arrived, and aren't shown yet, don't take the selection away.
  if (app.socket) follow.set(position >= app.shown - 1 || position === lastListed());
  if (old >= 0) list.rows.row(old)?.setAttribute("aria-selected", false);
  const index = viewIndex(position);
  list.rows.reveal(index, isJump);
  const row = list.rows.row(index);
  row?.setAttribute("aria-selected", true);
  setActive(list.viewport, row);
  if (index < 0 || old < 0) showFilters();
  chart.showCursor();
  showDetails();
  rememberSelection();
}

const back = () => {
  const position = app.trail.pop();
  if (position !== undefined) select(position);
};

let addressTimer = 0;

/** Returns the position of the action whose number the address has. */
function addressedPosition() {
  const match = /^#(\d+)$/.exec(location.hash);
  return match ? recording.positions.get(Number(match[1])) : undefined;
}

/** Puts the number of the selected action into the address, so that it can be passed on. */
function rememberSelection() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    if (app.selected < 0) return;
    // Some browsers refuse this for files.
    try { history.replaceState(null, "", "#" + recording.number.get(app.selected)); } catch { }
  }, 400);
}

// ---------------------------------------------------------------------------------------------
// The density chart

/** The width of a long time without actions, and the least one of the time between two. */
const GAP_WIDTH = 44;
const PART_WIDTH = 20;

const chart = {
  host: byID("chart"),
  canvas: byID("chart-canvas"),
  cells: [],
  /** The parts of the time, from left to right: `{ from, to, x, width, isGap }`. */
  parts: [],

  start() {
    this.draw = coalesced(() => this.drawNow());
    new ResizeObserver(() => this.draw()).observe(this.host);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    let origin = null;
    this.host.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || recording.count === 0) return;
      origin = { x: event.offsetX, isBrush: false };
      this.host.setPointerCapture(event.pointerId);
    });
    this.host.addEventListener("pointermove", (event) => {
      const x = event.clientX - this.host.getBoundingClientRect().left;
      this.hover(x);
      if (!origin) return;
      if (Math.abs(x - origin.x) > 4) origin.isBrush = true;
      if (origin.isBrush)
        this.setRange(this.timeAt(Math.min(origin.x, x)), this.timeAt(Math.max(origin.x, x)));
    });
    const end = () => {
      if (origin && !origin.isBrush) {
        const time = this.timeAt(origin.x);
        const { from, to } = app.filter;
        if (from !== null && (time < from || time > to)) setFilter({ from: null, to: null });
        select(this.nearest(time));
      }
      origin = null;
    };
    this.host.addEventListener("pointerup", end);
    this.host.addEventListener("pointercancel", () => { origin = null; });
    this.host.addEventListener("pointerleave", () => {
      byID("chart-hover").hidden = true;
      this.describe();
    });
    this.host.addEventListener("dblclick", () => setFilter({ from: null, to: null }));
    this.host.addEventListener("keydown", (event) => this.onKey(event));
  },

  get width() { return this.host.clientWidth; },

  /** Divides the time at those times without actions that would take most of the width. */
  layOut() {
    const key = [this.width, recording.count, recording.start, recording.end].join(" ");
    if (this.layout === key) return;
    this.layout = key;
    const begin = Math.min(recording.start, recording.end);
    const gaps = [];
    let last = begin;
    const see = (time) => {
      if (time - last > recording.length / 200) gaps.push({ from: last, to: time, isGap: true });
      if (time > last) last = time;
    };
    for (let position = 0; position < recording.count; position += 1) {
      see(recording.time.get(position));
    }
    see(recording.end);
    gaps.sort((a, b) => b.to - b.from - a.to + a.from);
    let rest = recording.length;
    let number = 0;
    while (number < Math.min(gaps.length, Math.floor(this.width / 120))
      && gaps[number].to - gaps[number].from > Math.max(rest / 6, 1e9)) {
      rest -= gaps[number].to - gaps[number].from;
      number += 1;
    }
    const parts = [];
    let from = begin;
    for (const gap of gaps.slice(0, number).sort((a, b) => a.from - b.from)) {
      parts.push({ from, to: gap.from, isGap: false }, gap);
      from = gap.to;
    }
    parts.push({ from, to: recording.end, isGap: false });
    const room = this.width - number * GAP_WIDTH - (number + 1) * PART_WIDTH;
    let x = 0;
    for (const part of parts) {
      part.x = x;
      part.width = part.isGap ? GAP_WIDTH
        : PART_WIDTH + (rest > 0 ? (part.to - part.from) / rest : 1 / (number + 1)) * room;
      x += part.width;
    }
    this.parts = parts;
    const idle = parts.filter((part) => part.isGap);
    replace(byID("chart-gaps"), idle.map((part) => {
      const mark = element("span", { class: "chart-gap" }, gapText(part));
      mark.style.left = part.x + "px";
      mark.style.width = part.width + "px";
      return mark;
    }));
    this.idle = idle.length === 0 ? ""
      : duration(recording.length - rest) + " without actions shortened";
    byID("chart-idle").textContent = this.idle;
  },

  /** Returns the last part that begins at or before what `key` of the parts says. */
  part(key, value) {
    const { parts } = this;
    let index = parts.length - 1;
    while (index > 0 && parts[index][key] > value) index -= 1;
    return parts[index];
  },

  timeAt(x) {
    if (this.parts.length === 0) return recording.start;
    const part = this.part("x", x);
    const share = Math.min(Math.max((x - part.x) / Math.max(part.width, 1), 0), 1);
    return part.from + share * (part.to - part.from);
  },

  xAt(time) {
    if (recording.length <= 0 || this.parts.length === 0) return 0;
    const part = this.part("from", time);
    const share = part.to > part.from ? (time - part.from) / (part.to - part.from) : 0.5;
    return part.x + Math.min(Math.max(share, 0), 1) * part.width;
  },

  /** Returns the position of the action that is nearest in time. */
  nearest(time) {
    let low = 0;
    let high = recording.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (recording.time.get(middle) < time) low = middle + 1;
      else high = middle;
    }
    if (low === recording.count) return low - 1;
    if (low === 0) return 0;
    return recording.time.get(low) - time < time - recording.time.get(low - 1) ? low : low - 1;
  },

  setRange: null,

  drawNow() {
    const { width } = this;
    this.layOut();
    const height = this.host.clientHeight;
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    const context = this.canvas.getContext("2d");
    context.scale(scale, scale);
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(name).trim();
    const step = 4;
    const size = Math.max(Math.floor(width / step), 1);
    const cells =
      Array.from({ length: size }, () => ({ all: 0, direct: 0, effect: 0, slowest: 0 }));
    const cellOf = (time) =>
      cells[Math.min(Math.floor(this.xAt(time) / step), size - 1)];
    for (let position = 0; position < recording.count; position += 1) {
      const cell = cellOf(recording.time.get(position));
      cell.all += 1;
      const reduce = recording.reduce.get(position);
      if (reduce > cell.slowest) cell.slowest = reduce;
    }
    for (const position of app.view) {
      if (position < 0) continue;
      const cell = cellOf(recording.time.get(position));
      if (recording.effect.get(position) >= 0) cell.effect += 1;
      else cell.direct += 1;
    }
    this.cells = cells;
    const largest = Math.max(...cells.map((cell) => cell.all), 1);
    const room = height - 28;
    // The square root keeps quiet times visible beside bursts.
    const heightOf = (number) =>
      number === 0 ? 0 : Math.max(Math.sqrt(number / largest) * room, 1.5);
    context.fillStyle = color("--line");
    context.fillRect(0, height - 7.5, width, 1);
    for (const [index, cell] of cells.entries()) {
      const x = index * step;
      const full = heightOf(cell.all);
      context.fillStyle = color("--bar-dim");
      context.fillRect(x, height - 8 - full, step - 1, full);
      const listed = cell.direct + cell.effect;
      const shown = heightOf(listed);
      const effectPart = listed > 0 ? shown * cell.effect / listed : 0;
      context.fillStyle = color("--bar");
      context.fillRect(x, height - 8 - shown, step - 1, shown);
      context.fillStyle = color("--bar-effect");
      context.fillRect(x, height - 8 - effectPart, step - 1, effectPart);
      // The slowest reducer of each interval, from 100 microseconds up.
      if (cell.slowest >= 1e5) {
        context.globalAlpha = Math.min(0.25 + Math.log10(cell.slowest / 1e5) / 2.5, 1);
        context.fillStyle = color("--slow");
        context.fillRect(x, height - 5, step - 1, 3);
        context.globalAlpha = 1;
      }
    }
    this.showCursor();
    this.showRange();
    this.describe();
  },

  showCursor() {
    const cursor = byID("chart-cursor");
    cursor.hidden = app.selected < 0;
    if (app.selected < 0) return;
    const time = recording.time.get(app.selected);
    cursor.style.transform = "translateX(" + this.xAt(time).toFixed(1) + "px)";
    this.host.setAttribute(
      "aria-valuenow", Math.round(this.xAt(time) / Math.max(this.width, 1) * 100));
    this.host.setAttribute("aria-valuetext", "action " + recording.number.get(app.selected) + " at "
      + clockTime(relative(time), recording.length));
  },

  showRange() {
    const { from, to } = app.filter;
    const range = byID("chart-range");
    range.hidden = from === null;
    if (from === null) return;
    range.style.left = this.xAt(from) + "px";
    range.style.width = Math.max(this.xAt(to) - this.xAt(from), 3) + "px";
  },

  hover(x) {
    const line = byID("chart-hover");
    line.hidden = recording.count === 0;
    line.style.transform = "translateX(" + x + "px)";
    const cell = this.cells[Math.min(Math.floor(x / 4), this.cells.length - 1)];
    if (!cell) return;
    const part = this.part("x", x);
    byID("chart-text").textContent = part?.isGap
      ? duration(part.to - part.from) + " without actions"
      : clockTime(relative(this.timeAt(x)), recording.length)
      + " \u00b7 " + counted(cell.all, "action")
      + (cell.slowest > 0 ? " \u00b7 slowest reducer " + duration(cell.slowest) : "");
  },

  describe() {
    byID("chart-text").textContent = recording.count === 0 ? ""
      : ["drag to select a range", duration(recording.length), this.idle]
        .filter((text) => text).join(" \u00b7 ");
  },

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || recording.count === 0) return;
    const steps = {
      ArrowLeft: -0.01,
      ArrowRight: 0.01,
      PageUp: -0.1,
      PageDown: 0.1,
      Home: -1,
      End: 1
    };
    if (!hasKey(steps, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const time = recording.time.get(Math.max(app.selected, 0));
    // By what is seen, so that times without actions take as many steps as they are wide.
    const moved = (start) => this.timeAt(this.xAt(start) + steps[event.key] * this.width);
    if (event.shiftKey) {
      const { from, to } = app.filter;
      const start = from ?? time;
      const end = Math.min(moved(to ?? time), recording.end);
      setFilter(end > start ? { from: start, to: end } : { from: null, to: null });
      return;
    }
    let next = this.nearest(moved(time));
    // In a pause the nearest action can be the same one.
    if (next === app.selected) next += Math.sign(steps[event.key]);
    select(Math.min(Math.max(next, 0), recording.count - 1));
  },
};

/** Returns the length of a time without actions, with few characters. */
function gapText({ from, to }) {
  const seconds = (to - from) / 1e9;
  return seconds < 1 ? duration(to - from).replace(/\.\d+/, "")
    : seconds < 99.5 ? Math.round(seconds) + " s"
    : seconds < 5_970 ? Math.round(seconds / 60) + " min" : Math.round(seconds / 3_600) + " h";
}

const refreshRange = coalesced(() => refreshList());
chart.setRange = (from, to) => {
  Object.assign(app.filter, { from, to });
  chart.showRange();
  refreshRange();
};

// ---------------------------------------------------------------------------------------------
// Details

const stateTree = new Tree("State");
const payloadTree = new Tree("Payload");
payloadTree.onFlatten = fitPayload;

const TABS = [
  { id: "state", label: "State", show: showState },
  { id: "causes", label: "Causes", show: showCauses },
  { id: "action", label: "Action", show: showAction },
  { id: "effects", label: "Effects", show: showEffects, isSession: true,
    count: () => recording.begunCount },
  { id: "reducers", label: "Reducers", show: showReducers, isSession: true },
  { id: "slices", label: "Slices", show: showSlices, isSession: true },
  { id: "observers", label: "Observers", show: showObservers, isSession: true },
];

function startTabs() {
  for (const [index, tab] of TABS.entries()) {
    if (tab.isSession && !TABS[index - 1].isSession) {
      byID("tabs").append(element("span", { class: "gap", role: "presentation" }));
    }
    tab.counter = element("span", { class: "count" });
    tab.button = button([tab.label, tab.counter], () => openTab(tab.id), {
      role: "tab", id: "tab-" + tab.id, "aria-controls": "panel-" + tab.id,
      title: tab.label + " (" + (index + 1) + ")",
    });
    tab.panel = element("div", {
      class: "panel", role: "tabpanel", id: "panel-" + tab.id, "aria-labelledby": "tab-" + tab.id,
    });
    byID("tabs").append(tab.button);
    byID("panels").append(tab.panel);
  }
  byID("tabs").addEventListener("keydown", (event) => {
    const moves = { ArrowRight: 1, ArrowLeft: -1, Home: -TABS.length, End: TABS.length };
    if (!hasKey(moves, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const index = TABS.findIndex((tab) => tab.id === app.tab) + moves[event.key];
    const tab = TABS[event.key === "Home" || event.key === "End"
      ? Math.min(Math.max(index, 0), TABS.length - 1) : (index + TABS.length) % TABS.length];
    openTab(tab.id);
    tab.button.focus();
  });
  openTab("state");
}

function openTab(id) {
  app.tab = id;
  for (const tab of TABS) {
    const isOpen = tab.id === id;
    tab.button.setAttribute("aria-selected", isOpen);
    tab.button.tabIndex = isOpen ? 0 : -1;
    tab.panel.hidden = !isOpen;
    if (isOpen) tab.button.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }
  showDetails();
}

const showDetails = coalesced(showDetailsNow);

function showDetailsNow() {
  const focused = document.activeElement;
  const hadFocus = byID("panels").contains(focused) || byID("selection").contains(focused);
  showSelection();
  for (const tab of TABS) {
    tab.counter.textContent = tab.count && tab.count() > 0 ? count(tab.count()) : "";
  }
  const tab = TABS.find((other) => other.id === app.tab);
  tab.show(tab.panel);
  // The pressed link is gone: continue at the selected action.
  if (hadFocus && document.activeElement === document.body) {
    (tab.panel.querySelector("[aria-current]") ?? list.viewport).focus();
  }
}

function emptyText(panel, title, text) {
  replace(
    panel,
    element("div", { class: "empty" }, element("strong", {}, title), element("p", {}, text)));
}

/** Returns a button that selects an action. */
function actionLink(position, label = "#" + recording.number.get(position)) {
  return button(label, () => select(position, true), { class: "link number" });
}

/** Returns a link to the action with a number, or its number if the recording lacks the action. */
function numberLink(number) {
  const position = recording.positions.get(number);
  return position === undefined ? "#" + number + " (not recorded)" : actionLink(position);
}

/**
 * Returns the feature of an effect, what it does, its content, and whom of many it is for.
 *
 * That is its command or, without one, its first ID.
 */
function effectParts(effect) {
  const [id = "", address = ""] = (effect.ids[0] ?? "").split(/ of (?=\\)/);
  const isCommand = effect.name.startsWith("perform ");
  const text = isCommand ? effect.name.slice("perform ".length) : id;
  const [feature, name, rest] = describedParts(shortened(text, 400));
  const parts = text !== "" ? [feature, name, rest + (isCommand ? "" : " " + effect.name)]
    : ["", effect.name || "effect " + effect.number,
       effect.file === "" ? "" : " at " + place(effect.file, effect.line)];
  return [...parts, shortAddress(address)].map((part) => plain(shortened(part, 160)));
}

function effectLabel(effect) {
  const [feature, name, rest] = effectParts(effect);
  return (feature === "" ? "" : feature + " \u00b7 ") + (name || shortened(rest, 80));
}

function openEffect(effect) {
  app.effect = effect;
  openTab("effects");
}

function showSelection() {
  const host = byID("selection");
  const position = app.selected;
  if (position < START || app.isReading && recording.count === 0) {
    replace(host, element("p", { class: "dim" },
      app.isReading ? "Reading the recording\u2026" : "No action is selected."));
    return;
  }
  const backButton = app.trail.length > 0
    && button("\u2190 Back", back,
              { class: "link", title: "Back to the action before the jump (b)" });
  if (position === START) {
    replace(
      host, element("div", { class: "headline" }, element("h2", {}, "Start of the recording")),
      element(
        "div", { class: "facts dim" }, backButton,
        element("span", {}, "The state before the first action.")));
    return;
  }
  const effect = recording.effectOf(position);
  const cause = recording.causeNumber(position);
  const fact = (...children) => element("span", { class: "dim" }, children);
  const restore = app.socket && button("Restore this state", restoreState, {
    class: "primary", id: "restore", disabled: app.socket.readyState !== WebSocket.OPEN,
  });
  replace(
    host,
    element(
      "div", { class: "headline " + colorClass(position) },
      element("span", { class: "dot", "aria-hidden": true }),
      element(
        "h2", { title: plain(shortened(recording.typeName(position))) }, actionName(position)),
      element("span", { class: "payload mono" }, payloadText(position)),
      button("Copy as test", showTest, { id: "test", title: "Show the actions as a test (c)" }),
      restore),
    element(
      "div", { class: "facts number" }, backButton, fact("#" + recording.number.get(position)),
      addressButton(position),
      fact(clockTime(relative(recording.time.get(position)), recording.length)),
      effect
        && fact(
          "by effect ", button(effectLabel(effect), () => openEffect(effect), { class: "link" })),
      cause >= 0 && fact("caused by ", numberLink(cause)), fact("at " + sitePlain(position)),
      recording.reduce.get(position) >= 0
        && fact("reduced in " + duration(recording.reduce.get(position)))));
}

function sitePlain(position) {
  return plain(shortened(
    place(recording.files.texts[recording.file.get(position)], recording.line.get(position)), 80));
}

// State

let hasStateView = false;
let shownState = null;

function showNoState(panel, title, text) {
  hasStateView = false;
  emptyText(panel, title, text);
}

function showState(panel) {
  const position = app.selected;
  if (position === NOTHING)
    return showNoState(panel, "No state", "Select an action.");
  if (states.isEmpty) {
    return showNoState(panel, "No states were recorded",
      "The state's type must be Encodable, and the recording must include states.");
  }
  let current = null;
  let earlier = null;
  let problem = "";
  try {
    current = states.at(position);
    const isExact = current?.position === position;
    if (isExact && position > START) earlier = states.at(position - 1);
  } catch (error) { problem = String(error); }
  if (!current) {
    return showNoState(panel, "No state at or before this action",
      problem === "" ? "The first recorded state is a later one." : plain(problem));
  }
  const isExact = current.position === position;
  const change = earlier ? compare(earlier.value, current.value) : null;
  const key = position + " " + current.position + " " + recording.snapshots.length;
  if (!hasStateView) {
    panel.replaceChildren();
    panel.append(stateView.bar, stateView.banner, stateTree.viewport, historyView.box);
    hasStateView = true;
  } else if (shownState === key) return;
  shownState = key;
  stateView.fill(position, current, earlier, change, isExact);
  historyView.show();
  const hints = isExact || position < 0 ? [] : slicePaths(recording.slices(position));
  stateTree.show(current.value, change, hints);
  stateTree.viewport.setAttribute("aria-label", isExact ? "State" : "Nearest earlier state");
}

/** Returns the paths in the tree of the slices that an action can have changed. */
function slicePaths(slices) {
  return slices
    .map((slice) => {
      const keys =
        slice.replace(/^\\[^.]*\.?/, "").replace(/\[.*$/, "").replace(/[?!]/g, "").split(".");
      return keys.join(".");
    })
    .filter((path) => path !== "");
}

const stateView = {
  bar: element("div", { class: "bar" }),
  find: element("input", {
    type: "search", id: "find", placeholder: "Find in the state",
    "aria-label": "Find in the state", autocomplete: "off", spellcheck: "false",
    on: {
      input: () => stateView.showFound(),
      keydown: (event) => {
        if (!["Escape", "Enter", "ArrowDown"].includes(event.key)) return;
        if (event.key === "Escape") {
          event.target.value = "";
          stateView.showFound();
        }
        stateTree.viewport.focus();
        event.preventDefault();
        event.stopPropagation();
      },
    },
  }),
  note: element("span", { class: "dim", role: "status" }),
  banner: element("div", { class: "banner", role: "status" }),

  showFound() {
    const text = this.find.value.trim();
    const number = stateTree.find(text);
    this.note.textContent = text === "" ? ""
      : (number < MAX_FOUND ? "" : "the first ") + count(number) + " found";
  },

  toggleOnlyChanges() {
    stateTree.onlyChanges = !stateTree.onlyChanges;
    this.only?.setAttribute("aria-pressed", stateTree.onlyChanges);
    stateTree.flatten();
  },

  fill(position, current, earlier, change, isExact) {
    const counts = tally(change);
    const part = (kind) => counts[kind] > 0 && element("span", { class: "tally " + kind },
      element("b", { "aria-hidden": true }, MARKS[kind][0]), count(counts[kind]) + " " + kind);
    const isUnchanged = isExact && earlier && !change;
    this.only = button("Only changes", () => this.toggleOnlyChanges(), {
      class: "toggle", "aria-pressed": stateTree.onlyChanges, title: "Only changes (o)",
    });
    const isTyping = document.activeElement === this.find;
    replace(this.bar, this.find, this.note,
      isUnchanged ? element("span", { class: "dim" }, "No change: the whole state") : null,
      change && Object.keys(counts).map(part),
      !isExact && element("span", { class: "dim" }, "Snapshot after "
        + (current.position < 0 ? "the start" : "#" + recording.number.get(current.position))),
      element("span", { class: "spread" }), change && this.only,
      button("JSON", () => showValue("State", current.value), {
        title: "Show the state as JSON", "data-json": true,
      }));
    if (isTyping) this.find.focus();
    this.banner.hidden = true;
    this.banner.className = "banner";
    const distance = (from, to) => counted(to - from, "action");
    const link = (to) => to < 0
      ? button("the start", () => select(START, true), { class: "link" }) : actionLink(to);
    if (!isExact) {
      const next = states.snapshotAfter(position);
      this.banner.hidden = false;
      const slices = recording.slices(position);
      replace(this.banner,
        "The state after this action was not recorded. Below is the nearest earlier one, after ",
        link(current.position), ", " + distance(current.position, position) + " earlier.",
        slices.length > 0 && " Parts that this action can have changed have a question mark.",
        next && [" The next recorded state is after ", link(next.position), "."]);
    } else if (earlier && earlier.position !== position - 1) {
      this.banner.hidden = false;
      this.banner.className = "banner quiet";
      replace(this.banner, "Marked are the changes since the state after ", link(earlier.position),
        ", " + distance(earlier.position, position) + " earlier: there is none in between.");
    }
  },
};

// History

/** The number of changes of a part that are shown at once. */
const HISTORY_PORTION = 12;
/** The milliseconds that a search takes before the browser can paint again. */
const HISTORY_SLICE = 100;

/** Returns a part of a state, or `undefined` if the state doesn't have it. */
function partAt(state, steps) {
  let value = state;
  for (const { step, id } of steps) {
    if (isLeaf(value)) return undefined;
    let key = step;
    if (id !== undefined) {
      if (!Array.isArray(value)) return undefined;
      // Most often, it is where it was.
      const isThere = step < value.length && elementID(value[step]) === id;
      if (!isThere) key = value.findIndex((part) => elementID(part) === id);
    }
    if (!hasKey(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** The actions that changed a part of the state, the newest first, below the tree. */
const historyView = {
  box: element("section", { class: "history", "aria-label": "What changed a part of the state" }),
  part: null,

  pick(item) {
    if (item.depth === 0) return;
    const { path, steps } = item;
    // The names of the keys before the first element.
    const first = steps.findIndex(({ step }) => typeof step === "number");
    const keys = first < 0 ? steps : steps.slice(0, first);
    this.part = {
      steps, name: path.endsWith(GONE) ? path.slice(0, -GONE.length) : path,
      prefix: keys.reduce((name, { step }) => partName(name, step), "").toLowerCase(),
    };
    this.begin();
  },

  begin() {
    Object.assign(
      this.part, { next: recording.count - 1, end: recording.count, found: [], wanted: 0 });
    this.searchMore();
  },

  searchMore() {
    this.part.wanted += HISTORY_PORTION;
    this.search(this.part);
  },

  /** Returns whether an action can have changed the part, as far as the names of keys tell. */
  mayChange(position) {
    const { prefix } = this.part;
    const parts = recording.parts[position].split("\n");
    return parts.length >= MAX_PARTS
      || parts.some((name) => name.startsWith(prefix) || prefix.startsWith(name));
  },

  search(part) {
    if (part !== this.part) return;
    const { steps, found, wanted } = part;
    const deadline = performance.now() + HISTORY_SLICE;
    while (part.next > START && found.length < wanted && performance.now() < deadline) {
      const position = states.lastExact(part.next) ?? START;
      const earlier = position > START ? states.lastExact(position - 1) : null;
      part.next = earlier ?? START;
      if (earlier === null) break;
      const isAlone = earlier === position - 1;
      const hasDiff = (recording.flags.get(position) & HAS_DIFF) !== 0;
      if (isAlone && hasDiff && !this.mayChange(position)) continue;
      const after = partAt(states.at(position).value, steps);
      const before = partAt(states.at(earlier).value, steps);
      const change = before === undefined || after === undefined
        ? before !== after : compare(before, after);
      if (change) found.push({ position, earlier, before, after, change });
    }
    if (part.next > START && found.length < wanted) setTimeout(() => this.search(part));
    this.show();
  },

  show() {
    const { part } = this;
    if (!part) {
      return replace(this.box, element("p", { class: "dim" },
        "Click a part of the state to see which actions changed it."));
    }
    const close = () => {
      this.part = null;
      this.show();
    };
    const { found } = part;
    const name = element("span", { class: "mono" }, plain(shortened(part.name, 200)));
    replace(this.box,
      element("div", { class: "history-head" },
        element("h3", {}, "What changed ", name, found.length > 0 && ", the newest first"),
        button("\u00d7", close, { class: "icon", "aria-label": "Close the history" })),
      found.length === 0 && part.next <= START && element("p", { class: "dim" },
        "No recorded action changed it: it was so at the start."),
      element("ol", { class: "chain" }, found.map((entry) => this.row(entry)),
        part.next > START && element("li", { class: "gap-row" }, found.length < part.wanted
          ? element("span", { class: "dim" },
            "Searching " + counted(part.next + 1, "earlier action") + "\u2026")
          : button("Search " + counted(part.next + 1, "earlier action"), () => this.searchMore(),
                   { class: "link step" }))),
      recording.count > part.end && button(
        "Search " + counted(recording.count - part.end, "newer action"), () => this.begin(),
        { class: "link" }));
  },

  row({ position, earlier, before, after, change }) {
    const value = (part) => part === undefined ? "none" : summary(part, 80);
    const counts = change.kind === "inside" ? tally(change) : null;
    const text = counts ? Object.keys(counts).filter((kind) => counts[kind] > 0)
      .map((kind) => counts[kind] + " " + kind).join(", ")
      : value(before) + " \u2192 " + value(after);
    const cause = recording.cause(position);
    const effect = recording.effectOf(position);
    const number = (place) => "#" + recording.number.get(place);
    const isCurrent = position === app.selected;
    return element("li", { class: colorClass(position) },
      button([
        element("span", { class: "dim number" }, number(position)),
        element("span", { class: "type" }, actionName(position)),
        element("span", { class: "change mono" }, text),
        element("span", { class: "where" }, earlier < position - 1
          ? "or another action after " + (earlier < 0 ? "the start" : number(earlier))
          : sitePlain(position) + " \u00b7 "
            + clockTime(relative(recording.time.get(position)), recording.length)),
      ], () => select(position, true), {
        class: "step", "aria-current": isCurrent ? "true" : null,
      }),
      (cause >= 0 || effect) && element("span", { class: "dim cause" },
        effect && ["sent by ", button(effectLabel(effect), () => openEffect(effect),
                                      { class: "link" })],
        cause >= 0 && [effect ? " of " : "caused by ",
                       actionLink(cause, number(cause) + " " + actionName(cause))]));
  },
};

stateTree.onPick = (item) => historyView.pick(item);

// Causes

/** The number of items of a list that are shown before a button that shows all. */
const LIST_PORTION = 40;
const expandedChains = new Set();

function showCauses(panel) {
  const position = app.selected;
  panel.classList.add("scrolls");
  if (position < 0)
    return emptyText(panel, "No action is selected", "Select an action to see its causes.");
  const chain = [];
  for (let next = position; next >= 0; next = recording.cause(next)) chain.push(next);
  chain.reverse();
  const rootCause = recording.causeNumber(chain[0]);
  const isAll = expandedChains.has(position) || chain.length <= LIST_PORTION;
  const hiddenCount = isAll ? 0 : chain.length - LIST_PORTION;
  const rows = [];
  if (rootCause >= 0) {
    rows.push(element("li", {}, element("span", { class: "step dim" },
      "#" + rootCause + " was reduced before the recording or is missing from it.")));
  }
  for (const [index, step] of chain.entries()) {
    if (hiddenCount > 0 && index > 0 && index <= hiddenCount) {
      if (index === 1) {
        rows.push(element("li", { class: "gap-row" }, button(
          "\u2026 " + counted(hiddenCount, "action") + " between",
          () => { expandedChains.add(position); showDetails(); }, { class: "link step" })));
      }
      continue;
    }
    const effect = recording.effectOf(step);
    if (effect) rows.push(effectStep(effect));
    rows.push(actionStep(step, step === position));
  }
  replace(panel,
    element("h3", {}, chain.length > 1 ? "Caused by, from the root" : "Cause"),
    element("ol", { class: "chain" }, rows),
    element("h3", {}, "What it caused"), consequences(position));
  panel.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function actionStep(position, isCurrent = false) {
  const children = recording.directChildren(position).length
    + recording.effectsCausedBy(position).length;
  return element("li", { class: colorClass(position) },
    button([
      element("span", { class: "dim number" }, "#" + recording.number.get(position)),
      element("span", { class: "type" }, actionName(position)),
      element("span", { class: "payload" }, shortened(payloadText(position), 90)),
      element("span", { class: "address mono" }, recording.addressText(position)),
      element("span", { class: "where" }, sitePlain(position) + " \u00b7 "
        + clockTime(relative(recording.time.get(position)), recording.length)
        + (isCurrent || children === 0 ? "" : " \u00b7 " + counted(children, "consequence"))),
    ], () => select(position, true), {
      class: "step", "aria-current": isCurrent ? "true" : null, "data-position": position,
    }));
}

const OUTCOMES = {
  finished: ["\u25cf", "finished"], failed: ["\u2716", "failed"], canceled: ["\u25a8", "canceled"],
  running: ["\u25b7", "no end recorded"],
};

const effectTook = (effect) => effect.ended - effect.began;

function effectStep(effect, children = null) {
  const [, label] = OUTCOMES[effect.outcome];
  const site =
    effect.file === "" ? "" : plain(shortened(place(effect.file, effect.line), 80)) + " \u00b7 ";
  return element("li", { class: "effect " + effect.outcome },
    button([
      element("span", { class: "dim" }, "effect " + effect.number),
      element("span", { class: "type" }, effectLabel(effect)),
      element("span", { class: "where" }, site + label
        + (effectTook(effect) >= 0 ? " after " + duration(effectTook(effect)) : "")
        + (Number.isNaN(effect.began) ? " \u00b7 began before the recording" : "")
        + (effect.error === "" ? "" : " \u00b7 " + plain(shortened(effect.error, 200)))),
    ], () => openEffect(effect), { class: "step" }), children);
}

function consequences(position) {
  const actions = recording.directChildren(position);
  const effects = recording.effectsCausedBy(position);
  if (actions.length + effects.length === 0) {
    return element(
      "p", { class: "dim" },
      "It started no effect, and no action is traced to it. Those that observers on other queues "
        + "dispatch never are.");
  }
  return element(
    "ul", { class: "chain" }, portion(actions, (child) => actionStep(child)),
    portion(
      effects,
      (effect) => effectStep(
        effect,
        effect.actions.length > 0
          && element(
            "ul", { class: "chain" }, portion(effect.actions, (child) => actionStep(child))))));
}

/** Renders the first items, and a button that shows more of them. */
function portion(items, render) {
  const nodes = items.slice(0, LIST_PORTION).map(render);
  if (items.length > LIST_PORTION) {
    const row = element("li", { class: "gap-row" });
    const showNext = (shown) => {
      const more = button("Show more (" + count(items.length - shown) + " left)", () => {
        const next = items.slice(shown, shown + 5 * LIST_PORTION);
        row.before(...next.map(render));
        if (shown + next.length < items.length) showNext(shown + next.length);
        else row.remove();
      }, { class: "link step" });
      replace(row, more);
    };
    showNext(LIST_PORTION);
    nodes.push(row);
  }
  return nodes;
}

// Action

function showAction(panel) {
  const position = app.selected;
  panel.classList.add("scrolls");
  if (position < 0)
    return emptyText(panel, "No action is selected", "Select an action to see its payload.");
  const record = recording.record(position);
  const rows = [];
  const fact = (label, ...content) => rows.push(element("tr", {},
    element("th", { scope: "row" }, label), element("td", {}, content)));
  const text = (value) => plain(shortened(asText(value), 600));
  fact("Type", element("span", { class: "mono" }, text(record.type)));
  fact(
    "Dispatched at",
    element("span", { class: "mono" }, text(record.file) + ":" + text(record.line)));
  const start = Date.parse(asText(recording.header?.start));
  const time = recording.time.get(position);
  fact("Time", clockTime(time, recording.length) + (Number.isNaN(start) ? ""
    : " \u00b7 " + new Date(start + time / 1e6)
      .toISOString().replace("T", " ").replace("Z", " UTC")));
  const slices = recording.slices(position);
  if (hasKey(record, "reduce")) {
    fact("Reduced in", duration(recording.reduce.get(position))
      + (slices.length > 1 ? " by the reducers of the slices below together" : ""));
  }
  if (hasKey(record, "pending")) fact("Pending behind it", count(recording.pending.get(position)));
  if (addressOf(record) !== "") {
    fact("Address", element("span", { class: "mono" }, text(addressOf(record))));
  }
  if (recording.restored.has(position)) {
    fact("Restored the state after", numberLink(recording.restored.get(position)));
  }
  fact(
    "Can have changed",
    slices.length === 0 ? "nothing: no reducer handled it"
                        : slices.map(
                            (slice, index) =>
                              [index > 0 && ", ",
                               button(
                                 plain(shortened(slice)), () => setFilter({ slice }),
                                 { class: "link mono", title: "Filter by this slice" })]));
  const payload = [element("h3", {}, "Payload")];
  if (record.hidden === true)
    payload.push(element("p", { class: "dim" }, "The recording hides this action."));
  else if (hasKey(record, "payload")) {
    payloadTree.viewport.classList.add("payload-rows");
    payload.push(element("div", { class: "payload-tree" }, payloadTree.viewport));
  } else {
    const whole = asText(record.text);
    payload.push(
      element("pre", { class: "text", tabindex: 0 }, plainLines(shortened(whole, 4_000))));
    if (whole.length > 4_000)
      payload.push(button(
        "Show all (" + count(whole.length) + " characters)", () => showValue("Action", whole)));
    if (hasKey(record, "problem")) payload.push(element("p", { class: "dim" },
      "It could not be encoded: " + text(record.problem)));
  }
  const deliveries = recording.deliveriesByNumber.get(recording.number.get(position)) ?? [];
  const observers = deliveries.length > 0 && [
    element("h3", {}, "Observers notified"),
    element("ul", {}, portion(deliveries, (delivery) => element("li", {},
      plain(shortened(shortType(delivery.consumer), 80)), " ", element("span", { class: "dim" },
        plain(shortened(delivery.slice, 80)) + " \u00b7 " + duration(delivery.took)
        + (delivery.main ? " on the main thread" : "")))))];
  replace(panel, payload, element("h3", {}, "Facts"),
    element("table", { class: "facts-table" }, element("tbody", {}, rows)), observers);
  if (hasKey(record, "payload") && record.hidden !== true) payloadTree.show(record.payload);
}

/** Makes the payload as high as its rows, up to a limit. */
function fitPayload() {
  const box = payloadTree.viewport.parentElement;
  const { count, rowHeight } = payloadTree.rows;
  if (box) box.style.height = Math.min(count * rowHeight + 10, 340) + "px";
}

// Effects

const effectsView = {
  outcome: "",
  ownOnly: false,
  fits: true,
  shown: [],
  rows: null,
  axis: [0, 1],

  start(panel) {
    this.outcomes = element(
      "select", {
        "aria-label": "Outcome",
        on: {
          change: () => {
            this.outcome = this.outcomes.value;
            showDetails();
          }
        },
      },
      element("option", { value: "" }, "All outcomes"),
      Object.entries(OUTCOMES).map(
        ([id, [shape, label]]) => element("option", { value: id }, shape + " " + label)));
    this.own = button("Of the selected action", () => {
      this.ownOnly = !this.ownOnly;
      this.own.setAttribute("aria-pressed", this.ownOnly);
      showDetails();
    }, { class: "toggle", "aria-pressed": false });
    this.fit = button("Zoom to rows", () => {
      this.fits = !this.fits;
      this.fit.setAttribute("aria-pressed", this.fits);
      this.updateAxis();
    }, { class: "toggle", "aria-pressed": true, title: "The time of the visible effects only" });
    this.note = element("span", { class: "dim spread number" });
    this.scale = element("div", { class: "effect-scale number", "aria-hidden": true });
    this.viewport = element("div", {
      class: "rows", role: "listbox", tabindex: 0, "aria-label": "Effects", id: "effects",
      on: {
        scroll: () => this.updateAxis(),
        keydown: (event) => this.onKey(event),
        mousedown: (event) => {
          const index = this.rows.index(event.target);
          if (index >= 0) this.select(index);
        },
      },
    });
    this.detail = element("div", { class: "effect-detail" });
    replace(panel, element("div", { class: "bar" }, this.outcomes, this.own, this.fit, this.note),
      this.scale, this.viewport, this.detail);
    this.rows = new WindowedRows(this.viewport, 25,
      () => makeRow({ role: "option" }), (row, index) => this.render(row, index));
  },

  get range() {
    const { from, to } = app.filter;
    return from === null ? [Math.min(recording.start, recording.end), recording.end] : [from, to];
  },

  /** Sets the time that the bars show: that of the visible effects, or the whole range. */
  updateAxis() {
    const [from, to] = this.range;
    const size = Math.ceil(this.viewport.clientHeight / this.rows.rowHeight);
    const first = Math.floor(this.rows.offset / this.rows.rowHeight);
    const visible = this.fits ? this.shown.slice(first, first + size) : [];
    let axis = [from, to];
    if (visible.length > 0) {
      const begins = visible.map((effect) => Number.isNaN(effect.began) ? from : effect.began);
      const ends = visible.map((effect) => Number.isNaN(effect.ended) ? to : effect.ended);
      axis = [Math.max(Math.min(...begins), from), Math.min(Math.max(...ends), to)];
      const margin = (axis[1] - axis[0]) * 0.01;
      axis = [axis[0] - margin, axis[1] + margin];
    }
    if (axis[0] === this.axis[0] && axis[1] === this.axis[1]) return;
    this.axis = axis;
    const marks = [0, 0.25, 0.5, 0.75].map((share) => {
      const time = Math.max(axis[0] + share * (axis[1] - axis[0]), 0);
      const mark = element("span", {}, clockTime(relative(time), recording.length));
      mark.style.left = share * 100 + "%";
      return mark;
    });
    const bar = this.viewport.offsetWidth - this.viewport.clientWidth;
    this.scale.style.paddingRight = 14 + bar + "px";
    replace(this.scale, element("span", {}, "Effect"), element("span", { class: "marks" }, marks),
      element("span", { class: "took" }, "Took"));
    this.rows.update(true);
  },

  render(row, index) {
    const effect = this.shown[index];
    const [from, to] = this.axis;
    const length = Math.max(to - from, 1);
    const began = Number.isNaN(effect.began) ? from : effect.began;
    const ended = Number.isNaN(effect.ended) ? to : effect.ended;
    const share = (time) => Math.min(Math.max((time - from) / length, 0), 1) * 100;
    const span = element("span", { class: "span" });
    span.style.left = Math.min(share(began), 99.6) + "%";
    span.style.width = Math.max(share(ended) - share(began), 0) + "%";
    const [shape, label] = OUTCOMES[effect.outcome];
    const [feature, name, rest, address] = effectParts(effect);
    const isMine = app.selected >= 0 && (effect.cause === recording.number.get(app.selected)
      || effect === recording.effectOf(app.selected));
    row.className = "effect-row " + effect.outcome;
    row.setAttribute("aria-selected", effect === app.effect);
    row.setAttribute("aria-setsize", this.shown.length);
    row.setAttribute("aria-posinset", index + 1);
    replace(
      row,
      element(
        "span", { class: "name" + (isMine ? " mine" : "") },
        element("span", { class: "shape", "aria-hidden": true }, shape),
        element("span", { class: "dim" }, feature && feature + " \u00b7 "),
        element("span", { class: "address mono" }, address),
        element("span", { class: "type" }, name),
        element("span", { class: "payload" }, rest),
        element("span", { class: "unseen" }, ", " + label)),
      element("span", { class: "track", "aria-hidden": true }, span),
      element(
        "span", { class: "took" },
        effectTook(effect) >= 0 ? duration(effectTook(effect)) : "\u2013"));
  },

  select(index) {
    const old = this.rows.row(this.shown.indexOf(app.effect));
    if (old) old.setAttribute("aria-selected", false);
    app.effect = this.shown[index] ?? null;
    this.rows.reveal(index);
    const row = this.rows.row(index);
    if (row) row.setAttribute("aria-selected", true);
    setActive(this.viewport, row);
    this.showDetail();
  },

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || ["j", "k"].includes(event.key)) return;
    if (event.key === "Enter") {
      const position = recording.positions.get(app.effect?.cause);
      if (position !== undefined) select(position, true);
    } else {
      const index = movedIndex(
        event.key, this.shown.indexOf(app.effect), this.shown.length, this.rows.pageSize);
      if (index < 0) return;
      this.select(index);
    }
    event.preventDefault();
    event.stopPropagation();
  },

  showDetail() {
    const effect = app.effect;
    this.detail.hidden = !effect;
    if (!effect) return;
    const [shape, label] = OUTCOMES[effect.outcome];
    const rows = [];
    const fact = (name, ...content) => rows.push(element("tr", {},
      element("th", { scope: "row" }, name), element("td", {}, content)));
    fact("Effect", element("span", { class: "mono" }, plain(shortened(effect.name, 600))));
    if (effect.ids.length > 0) {
      fact("IDs", element("span", { class: "mono" }, plain(shortened(effect.ids.join(", "), 600))));
    }
    fact(
      "Outcome",
      element(
        "span", { class: effect.outcome }, element("span", { class: "shape" }, shape + " ")),
      label, effect.error !== "" && ": " + plain(shortened(effect.error, 600)));
    if (!Number.isNaN(effect.began)) {
      fact("Time", clockTime(relative(effect.began), recording.length)
        + (effectTook(effect) >= 0 ? ", for " + duration(effectTook(effect)) : ""));
    }
    if (effect.file !== "") {
      fact(
        "Created at",
        element("span", { class: "mono" }, plain(shortened(effect.file)) + ":" + effect.line));
    }
    if (effect.cause >= 0) fact("Caused by", numberLink(effect.cause));
    if (effect.actions.length > 0) {
      const shown = effect.actions.slice(0, 30);
      fact("Sent", shown.map((position) => [actionLink(position), " "]),
        effect.actions.length > 30 && "and " + count(effect.actions.length - 30) + " more");
    }
    replace(
      this.detail,
      element("h2", {}, "Effect " + effect.number + " \u00b7 " + effectLabel(effect)),
      element("table", { class: "facts-table" }, element("tbody", {}, rows)));
  },
};

function showEffects(panel) {
  if (recording.effects.length === 0) {
    effectsView.rows = null;
    return emptyText(panel, "No effects", "No effect began or ended in this recording.");
  }
  const view = effectsView;
  if (!view.rows) view.start(panel);
  const [from, to] = view.range;
  const number = app.selected >= 0 ? recording.number.get(app.selected) : NaN;
  const own = recording.effectOf(Math.max(app.selected, 0));
  view.shown = recording.effects.filter((effect) =>
    (view.outcome === "" || effect.outcome === view.outcome)
    && !(effect.began > to) && !(effect.ended < from)
    && (!view.ownOnly || effect.cause === number || app.selected >= 0 && effect === own));
  const begun = view.shown.filter((effect) => !Number.isNaN(effect.began)).length;
  const earlier = view.shown.length - begun;
  view.note.textContent = count(begun) + " of " + counted(recording.begunCount, "effect")
    + (earlier > 0 ? " and " + count(earlier) + " that began before the recording" : "");
  view.axis = [NaN, NaN];
  view.rows.setCount(view.shown.length);
  const index = view.shown.indexOf(app.effect);
  // Without a selected effect, those from the selected action on are the next ones to see.
  view.rows.reveal(index >= 0 || app.selected < 0 ? index
    : view.shown.findIndex((effect) => effect.began >= recording.time.get(app.selected)), true);
  view.updateAxis();
  setActive(view.viewport, view.rows.row(index));
  view.showDetail();
}

// Tables

/** A table whose columns sort it. */
class Figures {
  constructor(columns, sortedBy, activate) {
    this.columns = columns;
    this.sortedBy = sortedBy;
    this.isAscending = false;
    this.activate = activate;
  }

  show(panel, note, rows, groupBy = null) {
    const column = this.columns.find((other) => other.id === this.sortedBy);
    const direction = this.isAscending ? 1 : -1;
    const order = (a, b) => {
      const x = a[column.id];
      const y = b[column.id];
      return direction * (typeof x === "string" ? (x < y ? -1 : x > y ? 1 : 0) : x - y);
    };
    rows.sort(
      (a, b) => (groupBy ? (a[groupBy] < b[groupBy]     ? -1
                              : a[groupBy] > b[groupBy] ? 1
                                                        : 0)
                         : 0)
        || order(a, b));
    const largest = rows.reduce((most, row) => Math.max(most, row.share ?? 0), 1e-9);
    const head = element(
      "tr", {},
      this.columns.map(
        (other) => element(
          "th", {
            scope: "col",
            class: other.isOptional ? "optional" : null,
            "aria-sort": other.id !== this.sortedBy ? null
              : this.isAscending                    ? "ascending"
                                                    : "descending",
          },
          button(other.label, () => {
            this.isAscending =
              other.id === this.sortedBy ? !this.isAscending : other.isText === true;
            this.sortedBy = other.id;
            showDetailsNow();
            panel.querySelectorAll("th button")[this.columns.indexOf(other)]?.focus();
          }))));
    const body = [];
    let group = null;
    for (const row of rows.slice(0, 500)) {
      if (groupBy && row[groupBy] !== group) {
        group = row[groupBy];
        body.push(element("tr", { class: "group" }, element("td", { colspan: this.columns.length },
          plain(shortened(group, 200)))));
      }
      body.push(element("tr", {}, this.columns.map((other, index) => {
        const text = other.render ? other.render(row) : count(row[other.id]);
        if (index > 0) return element("td", { class: other.isOptional ? "optional" : null }, text);
        const meter = element("i", {});
        meter.style.width = (row.share ?? 0) / largest * 100 + "%";
        return element("td", { title: plain(shortened(row.name)) },
          this.activate ? button(text, () => this.activate(row), { class: "link" }) : text,
          element("div", { class: "meter", "aria-hidden": true }, meter));
      })));
    }
    replace(panel, element("div", { class: "bar dim" }, note, rows.length > 500
      && element("span", {}, "The first 500 of " + count(rows.length) + " are shown.")),
    element("div", { class: "table-wrap" }, element("table", { class: "figures" },
      element("thead", {}, head), element("tbody", {}, body))));
  }
}

const inRange = (time) =>
  app.filter.from === null || time >= app.filter.from && time <= app.filter.to;

const rangeNote = () =>
  app.filter.from === null ? "The whole session." : "The selected range of time.";

const reducerTable = new Figures(
  [
    {
      id: "name",
      label: "Action type",
      isText: true,
      render: (row) => recording.labels[row.type]
    },
    { id: "number", label: "Count" },
    { id: "total", label: "Total", render: (row) => duration(row.total) },
    {
      id: "mean",
      label: "Mean",
      isOptional: true,
      render: (row) => duration(Math.round(row.mean))
    },
    { id: "p95", label: "p95", render: (row) => duration(row.p95) },
    {
      id: "maximum",
      label: "Max",
      render: (row) => row.slowest < 0 ? "\u2013"
                                       : button(
                                           duration(row.maximum), () => select(row.slowest, true),
                                           { class: "link", title: "Show the slowest action" })
    },
  ],
  "total", (row) => setFilter({ type: row.type }));

function showReducers(panel) {
  const times = recording.types.texts.map(() => []);
  const slowest = recording.types.texts.map(() => -1);
  const counts = recording.types.texts.map(() => 0);
  for (let position = 0; position < recording.count; position += 1) {
    if (!inRange(recording.time.get(position))) continue;
    const type = recording.type.get(position);
    const reduce = recording.reduce.get(position);
    counts[type] += 1;
    if (reduce < 0) continue;
    times[type].push(reduce);
    if (slowest[type] < 0 || reduce > recording.reduce.get(slowest[type])) slowest[type] = position;
  }
  const rows = [];
  for (const [type, values] of times.entries()) {
    if (counts[type] === 0) continue;
    const sorted = Float64Array.from(values).sort();
    const total = sorted.reduce((sum, value) => sum + value, 0);
    rows.push({
      name: recording.types.texts[type], type, number: counts[type], total, share: total,
      mean: sorted.length > 0 ? total / sorted.length : NaN, slowest: slowest[type],
      // The nearest rank: the smallest time that 95 % of the actions don't exceed.
      p95: sorted.length > 0 ? sorted[Math.ceil(sorted.length * 0.95) - 1] : NaN,
      maximum: sorted.length > 0 ? sorted[sorted.length - 1] : NaN,
    });
  }
  if (rows.length === 0)
    return emptyText(panel, "No reducers", "No action was reduced in this time.");
  reducerTable.show(
    panel, rangeNote() + " Times of all reducers of an action together, by type of action.", rows);
}

const sliceTable = new Figures([
  { id: "name", label: "Slice", isText: true, render: (row) => plain(shortened(row.name, 160)) },
  { id: "number", label: "Changes" },
  { id: "types", label: "Action types", isOptional: true },
  { id: "total", label: "Reduce time", render: (row) => duration(row.total) },
  { id: "observers", label: "Observers" },
], "number", (row) => setFilter({ slice: row.name }));

function showSlices(panel) {
  const slices = new Map();
  for (let position = 0; position < recording.count; position += 1) {
    if (!inRange(recording.time.get(position))) continue;
    for (const name of new Set(recording.slices(position))) {
      let slice = slices.get(name);
      if (!slice) slices.set(name, slice = { name, number: 0, total: 0, typeSet: new Set() });
      slice.number += 1;
      slice.total += Math.max(recording.reduce.get(position), 0);
      slice.typeSet.add(recording.type.get(position));
    }
  }
  if (slices.size === 0)
    return emptyText(panel, "No slices", "No action changed the state in this time.");
  const observers = new Map();
  for (const { slice, consumer } of recording.deliveries) {
    if (!observers.has(slice)) observers.set(slice, new Set());
    observers.get(slice).add(consumer);
  }
  sliceTable.show(panel, rangeNote() + " Slices by the actions that can have changed them.",
    [...slices.values()].map((slice) => ({
      ...slice, share: slice.number, types: slice.typeSet.size,
      observers: observers.get(slice.name)?.size ?? 0,
    })));
}

const observerTable = new Figures(
  [
    {
      id: "name",
      label: "Observer",
      isText: true,
      render: (row) =>
        plain(shortened(shortType(row.name), 100)) + (row.main ? " (main thread)" : "")
    },
    {
      id: "kind",
      label: "Kind",
      isText: true,
      isOptional: true,
      render: (row) => plain(shortened(row.kind, 40))
    },
    { id: "number", label: "Deliveries" },
    { id: "total", label: "Total", render: (row) => duration(row.total) },
    { id: "maximum", label: "Max", render: (row) => duration(row.maximum) },
    {
      id: "place",
      label: "Subscribed at",
      isText: true,
      isOptional: true,
      render: (row) => plain(shortened(row.place, 60))
    },
  ],
  "total", null);

function showObservers(panel) {
  if (recording.deliveries.length === 0) {
    return emptyText(
      panel, "No deliveries were recorded",
      "Record with deliveries: true to see the observers of each slice, and their times.");
  }
  const observers = new Map();
  for (const delivery of recording.deliveries) {
    if (!inRange(delivery.time)) continue;
    const { slice, consumer, kind } = delivery;
    const site = place(delivery.file, delivery.line);
    const key = [slice, consumer, kind, site].join("\n");
    let row = observers.get(key);
    if (!row) {
      row = {
        slice,
        name: consumer,
        kind,
        place: site,
        number: 0,
        total: 0,
        maximum: 0,
        main: false
      };
      observers.set(key, row);
    }
    row.number += 1;
    row.total += delivery.took;
    row.maximum = Math.max(row.maximum, delivery.took);
    row.main ||= delivery.main;
    row.share = row.total;
  }
  observerTable.show(panel, rangeNote() + " Observers by the slice that they observe.",
    [...observers.values()], "slice");
}

// ---------------------------------------------------------------------------------------------
// The header of the page

function showHeader() {
  const { header } = recording;
  const name = plain(shortened(asText(header?.app), 80)) || "Session";
  const version = plain(shortened(asText(header?.version), 40));
  byID("app-name").textContent = version === "" ? name : name + " " + version;
  byID("app-state").textContent = plain(shortened(asText(header?.state), 120));
  document.title = name + " \u2013 recorded session";
  const stats = [];
  const stat = (value, label, isExtra = false) => stats.push(element(
    "div", { class: isExtra ? "extra" : null }, element("dt", {}, label),
    element("dd", {}, value)));
  const one = (number, noun, isExtra) =>
    stat(count(number), number === 1 ? noun : noun + "s", isExtra);
  one(recording.count, "action");
  stat(recording.length > 0 ? duration(recording.length) : "0 s", "long");
  one(recording.begunCount, "effect");
  one(recording.snapshots.length, "snapshot", true);
  if (recording.deliveries.length > 0) {
    stat(
      count(recording.deliveries.length),
      recording.deliveries.length === 1 ? "delivery" : "deliveries", true);
  }
  const start = Date.parse(asText(header?.start));
  if (!Number.isNaN(start)) {
    stat(new Date(start).toISOString().slice(0, 16).replace("T", " ") + " UTC", "", true);
  }
  replace(byID("stats"), stats);
  const format = asNumber(header?.runnel, 0);
  const notice = byID("version-notice");
  notice.hidden = app.isReading || format === 1 || format === 2;
  notice.textContent = header === null
    ? "The recording has no header. It may not be a recording, or its beginning is missing."
    : "The recording has version " + format + " of the format. This page reads versions 1 and 2.";
  const problems = byID("problems");
  problems.hidden = recording.unreadable.length === 0;
  problems.textContent = counted(recording.unreadable.length, "unreadable line");
  problems.title = "Lines " + recording.unreadable.slice(0, 20).join(", ");
  const digits = String(recording.count > 0 ? recording.number.get(recording.count - 1) : 0).length;
  const time = clockTime(recording.length, recording.length).length;
  byID("actions").style.setProperty("--number-width", Math.max(digits * 7.6, 30) + "px");
  byID("actions").style.setProperty("--time-width", time * 7 + 4 + "px");
}

// ---------------------------------------------------------------------------------------------
// Keys

const KEYS = [
  [["j", "\u2193"], "Next action"], [["k", "\u2191"], "Previous action"],
  [["PgDn", "PgUp"], "A page of actions"], [["Home", "End"], "First and last action"],
  [["/"], "Search; a word with - excludes, ~total finds changes of a total"],
  [["Esc"], "Clear the search, then the range of time"],
  [["p"], "Go to the cause"], [["b"], "Back to the action before the jump"],
  [["Space"], "Play or pause, from the beginning at the end"],
  [["<", ">"], "Play slower or faster"],
  [["f"], "Follow a running app, or stop following"],
  [["c"], "Copy the actions as a test"], [["R"], "Restore the state in a running app"],
  [["o"], "Only changes, or the whole state"], [["a"], "List the actions for the same address"],
  [["1", "\u2026", "7"], "Open a tab"], [["t"], "Focus the state"],
  [["\u2190", "\u2192"], "Collapse and expand in the tree; move in the chart"],
  [["Shift", "\u2190 \u2192"], "Select a range of time in the chart"],
  [["h"], "Show which actions changed a part of the tree"],
  [["Enter"], "Expand, or show the whole value"], [["v"], "Show a part of the tree as JSON"],
  [["?"], "Show the keys"],
];

function showKeys() {
  replace(byID("keys"), KEYS.map(([keys, text]) => [
    element("dt", {}, keys.map((key) => element("kbd", {}, key))), element("dd", {}, text)]));
  byID("help").showModal();
}

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  const { key, target } = event;
  const isTyping = target.matches("input, textarea");
  if (key === "Escape") {
    if (isTyping && app.filter.query !== "") setFilter({ query: "" });
    else if (isTyping || target.matches("select")) list.viewport.focus();
    else if (app.filter.query !== "") setFilter({ query: "" });
    else if (app.filter.from !== null) setFilter({ from: null, to: null });
    else list.viewport.focus();
    event.preventDefault();
    return;
  }
  if (isTyping) {
    if (key === "Enter" || key === "ArrowDown") {
      list.viewport.focus();
      if (viewIndex(app.selected) < 0) list.move("Home");
      event.preventDefault();
    }
    return;
  }
  if (target.matches("select")) return;
  const isInList = target === list.viewport || target === document.body;
  if (key === "/") byID("search").focus();
  else if (key === "?") showKeys();
  else if (key === "p") {
    const cause = app.selected >= 0 ? recording.cause(app.selected) : -1;
    if (cause >= 0) select(cause, true);
  } else if (key === "b") back();
  else if (key === " " && isInList) playback.toggle();
  else if (key === "<" || key === ">") playback.setSpeed(key === "<" ? -1 : 1);
  else if (key === "f" && app.socket) follow.toggle();
  else if (key === "c") showTest();
  else if (key === "R") restoreState();
  else if (key === "o") stateView.toggleOnlyChanges();
  else if (key === "a" && app.selected >= 0) {
    setFilter({ query: recording.addressText(app.selected) });
  }
  else if (key === "t") {
    openTab("state");
    showDetailsNow();
    stateTree.viewport.focus();
  } else if (key >= "1" && key <= String(TABS.length)) openTab(TABS[Number(key) - 1].id);
  else if (key === "j" || key === "k" || isInList) {
    if (!list.move(key)) return;
  } else return;
  event.preventDefault();
}

function startControls() {
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", () => {
    const position = addressedPosition();
    if (position !== undefined) select(position, true);
  });
  byID("help-button").addEventListener("click", showKeys);
  byID("filters").addEventListener("click", (event) => {
    const isOpen = event.target.parentElement.classList.toggle("is-open");
    event.target.setAttribute("aria-pressed", isOpen);
  });
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
  }
  const search = coalesced(() => setFilter({ query: byID("search").value }));
  byID("search").addEventListener("input", search);
  const minimums = [[0, "Duration"], [1e3, "\u2265 1 \u00b5s"], [1e4, "\u2265 10 \u00b5s"],
    [1e5, "\u2265 100 \u00b5s"], [1e6, "\u2265 1 ms"], [4e6, "\u2265 4 ms"], [16e6, "\u2265 16 ms"],
    ["slowest", "Slowest 100"]];
  replace(byID("filter-duration"), minimums.map(([value, label]) =>
    element("option", { value }, label)));
  const onChange = (id, change) =>
    byID(id).addEventListener("change", () => setFilter(change(byID(id).value)));
  onChange("filter-type", (value) => ({ type: Number(value) }));
  onChange("filter-file", (value) => ({ file: Number(value) }));
  onChange(
    "filter-duration", (value) => ({ minimum: value === "slowest" ? value : Number(value) }));
  onChange("filter-source", (source) => ({ source }));
  onChange("sort", (sort) => ({ sort }));
  startSplitter();
}

function startSplitter() {
  const splitter = byID("splitter");
  const panes = byID("panes");
  let share = 46;
  const setShare = (percent) => {
    share = Math.min(Math.max(percent, 20), 75);
    panes.style.setProperty("--split", share + "%");
    splitter.setAttribute("aria-valuenow", Math.round(share));
  };
  splitter.addEventListener("pointerdown", (event) => {
    splitter.setPointerCapture(event.pointerId);
    event.preventDefault();
    splitter.focus({ focusVisible: false });
  });
  splitter.addEventListener("pointermove", (event) => {
    if (!splitter.hasPointerCapture(event.pointerId)) return;
    setShare((event.clientX - panes.getBoundingClientRect().left) / panes.clientWidth * 100);
  });
  splitter.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: -2, ArrowRight: 2, Home: -100, End: 100 };
    if (!hasKey(moves, event.key)) return;
    setShare(share + moves[event.key]);
    event.preventDefault();
    event.stopPropagation();
  });
}

// ---------------------------------------------------------------------------------------------
// Reading

/** Reads the lines of a text in portions, so that the page appears and reacts meanwhile. */
function readAll(text, finish) {
  const begin = performance.now();
  let position = 0;
  let menuTypes = -1;
  const readPortion = () => {
    const deadline = performance.now() + READING_SLICE;
    let lines = 0;
    while (position < text.length) {
      let end = text.indexOf("\n", position);
      if (end < 0) end = text.length;
      recording.add(text.slice(position, end));
      position = end + 1;
      lines += 1;
      // Reading the clock for each line would cost more than some lines.
      if (lines % 64 === 0 && performance.now() > deadline) break;
    }
    const isDone = position >= text.length;
    if (isDone) {
      app.isReading = false;
      app.work.readingTime = performance.now() - begin;
    }
    if (menuTypes < 0 || isDone) {
      menuTypes = recording.types.texts.length;
      refreshAll();
    } else showHeader();
    if (isDone) finish();
    else setTimeout(readPortion);
  };
  readPortion();
}

function refreshAll() {
  app.shown = recording.count;
  fillMenus();
  showHeader();
  refreshList();
  if (app.selected === NOTHING && !app.isReading) {
    const position = addressedPosition();
    if (position !== undefined) select(position);
    else if (recording.count > 0) select(recording.count - 1);
    else if (app.view.length > 0) select(START);
    list.rows.reveal(viewIndex(app.selected), true);
  }
  showDetails();
}

// ---------------------------------------------------------------------------------------------
// Live sessions

let appendTimer = 0;

/** Adds lines of a running session. The page is updated at most every 100 milliseconds. */
function appendLines(lines) {
  for (const line of lines) recording.add(String(line));
  if (appendTimer !== 0) return;
  appendTimer = setTimeout(() => {
    const before = app.shown;
    appendTimer = 0;
    refreshAll();
    tellRestored(before);
    if (follow.isOn && recording.count > 0) select(lastListed());
    follow.show();
  }, 100);
}

/** Returns the position of the last action in the list. */
const lastListed = () => app.filter.sort === "" && app.view.length > 0
  ? app.view[app.view.length - 1] : recording.count - 1;

/** Selects each new action, until the reader selects another one. */
const follow = {
  isOn: true,
  /** The number of actions when following ended. */
  seen: 0,

  set(isOn) {
    if (this.isOn && !isOn) this.seen = app.shown;
    this.isOn = isOn;
    this.show();
  },

  toggle() {
    this.set(!this.isOn);
    if (this.isOn && recording.count > 0) select(lastListed());
  },

  show() {
    const news = recording.count - this.seen;
    const control = byID("follow");
    control.classList.toggle("on", this.isOn);
    control.textContent = this.isOn ? "\u25cf Following"
      : "\u25cb Follow" + (news > 0 ? " \u00b7 " + count(news) + " new" : "");
  },
};

function startLive(address) {
  const badge = byID("live");
  const show = (text, isOff) => {
    badge.hidden = false;
    badge.textContent = text;
    badge.classList.toggle("off", isOff);
    showDetails();
  };
  byID("follow").hidden = false;
  byID("follow").addEventListener("click", () => follow.toggle());
  follow.show();
  try { app.socket = new WebSocket(address); } catch { return show("Not connected", true); }
  show("Connecting\u2026", true);
  app.socket.addEventListener("open", () => show("Live", false));
  app.socket.addEventListener("close", () => {
    byID("follow").hidden = true;
    show("Disconnected", true);
  });
  app.socket.addEventListener("message", (event) => {
    if (typeof event.data === "string") appendLines(event.data.split("\n"));
  });
}

function restoreState() {
  if (app.selected < 0 || app.socket?.readyState !== WebSocket.OPEN) return;
  const number = recording.number.get(app.selected);
  say("Restoring #" + number + "\u2026");
  app.socket.send(JSON.stringify({ restore: number }));
}

/** Says which states were restored since there was a number of actions, and which can't be. */
function tellRestored(before) {
  for (const [position, number] of recording.restored) {
    if (position >= before) say("Restored #" + number + " with ", actionLink(position));
  }
  if (!recording.requested || !hasKey(recording.requested, "problem")) return;
  say(plain(shortened(asText(recording.requested.problem), 200)));
  recording.requested = null;
}

/** Says what has happened, also to screen readers. */
function say(...text) {
  replace(byID("said"), text);
}

// ---------------------------------------------------------------------------------------------
// Playback

/** The longest time between two actions while a session is played, in nanoseconds. */
const LONGEST_WAIT = 1e9;

/** Selects the listed actions one after another, as fast as they happened. */
const playback = {
  isPlaying: false,
  /** The time that has passed since the selected action was reached. */
  passed: 0,
  last: NaN,

  start() {
    byID("play").addEventListener("click", () => this.toggle());
    byID("step-back").addEventListener("click", () => list.move("k"));
    byID("step-on").addEventListener("click", () => list.move("j"));
  },

  toggle() {
    if (this.isPlaying) return this.stop();
    if (app.view.length === 0) return;
    // At the end it begins again.
    if (viewIndex(app.selected) === app.view.length - 1) select(app.view[0]);
    Object.assign(this, { isPlaying: true, passed: 0, last: NaN });
    this.show();
    requestAnimationFrame((time) => this.advance(time));
  },

  stop() {
    this.isPlaying = false;
    this.show();
  },

  advance(time) {
    if (!this.isPlaying) return;
    if (time > this.last) this.passed += (time - this.last) * 1e6 * Number(byID("speed").value);
    this.last = time;
    let index = viewIndex(app.selected);
    const wait = () =>
      Math.min(Math.abs(this.timeOf(index + 1) - this.timeOf(index)), LONGEST_WAIT);
    while (index < app.view.length - 1 && this.passed >= wait()) {
      this.passed -= wait();
      index += 1;
    }
    if (index >= 0) select(app.view[index]);
    if (index >= app.view.length - 1) this.stop();
    else requestAnimationFrame((next) => this.advance(next));
  },

  timeOf(index) {
    const position = app.view[index] ?? START;
    return position < 0 ? Math.min(recording.start, recording.end) : recording.time.get(position);
  },

  setSpeed(step) {
    const speed = byID("speed");
    speed.selectedIndex =
      Math.min(Math.max(speed.selectedIndex + step, 0), speed.options.length - 1);
    say("Speed " + speed.selectedOptions[0].textContent);
  },

  show() {
    const control = byID("play");
    control.textContent = this.isPlaying ? "\u275a\u275a" : "\u25b6\ufe0e";
    control.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
    control.title = (this.isPlaying ? "Pause" : "Play") + " (Space)";
  },
};

// ---------------------------------------------------------------------------------------------
// Start

list.start();
chart.start();
startTabs();
startControls();
playback.start();
const source = byID("session");
window.runnelAppend = appendLines;
/** The work done so far, for checks of this page. */
window.runnelWork = () => ({
  lines: recording.lineCount, actions: recording.count, unreadable: recording.unreadable.length,
  ...states.work, ...app.work, checkpoints: states.checkpoints.size, isReading: app.isReading,
});
readAll(source.textContent.replace(/^\n/, ""), () => {
  if (source.dataset.live) startLive(source.dataset.live);
});
})();
