// SPDX-License-Identifier: MIT

import Foundation

/// The pages that the inspector makes of the files in the folder Page.
///
/// Each is one file that loads nothing else. It shows text of a recording as text only, whatever it
/// contains.
enum Page {
  static func recorded(_ lines: Data) throws -> Data {
    try session(["lines": embedded(lines), "server": "'none'"])
  }

  /// Returns a page without actions, which receives lines from a WebSocket and shows them.
  ///
  /// The address of the server has no path, such as `ws://127.0.0.1:9730`. The page connects to no
  /// other one. The server sends lines of a recording, the header first, with line feeds between
  /// those of one message. The page sends `{"restore":41}` to have the state after an action
  /// restored.
  static func live(server: String, path: String) throws -> Data {
    try session(["server": server, "socket": server + path])
  }

  /// Returns a page that passes a lifted state to the browser extension Redux DevTools.
  static func devTools(name: String, lifted: Data) throws -> Data {
    try filled(
      "devtools.html",
      ["name": embedded(try JSONEncoder().encode(name)), "lifted": embedded(lifted)])
  }

  private static func session(_ texts: [String: String]) throws -> Data {
    // The policy of the page runs the script with this nonce, and no other one.
    let own = [
      "nonce": UUID().uuidString, "style": try text("page.css"), "script": try text("page.js"),
    ]
    return try filled("page.html", texts.merging(own) { $1 })
  }

  /// Returns a file with texts in the places that it names, such as `{{style}}`.
  ///
  /// Only the file is searched for places, and not the texts.
  private static func filled(_ file: String, _ texts: [String: String]) throws -> Data {
    Data(try text(file).replacing(/\{\{(\w+)\}\}/) { texts[String($0.1)] ?? "" }.utf8)
  }

  private static func text(_ file: String) throws -> String {
    let resources = Bundle.module.resourceURL ?? Bundle.module.bundleURL
    return try String(contentsOf: resources.appendingPathComponent("Page/\(file)"), encoding: .utf8)
  }

  /// Returns JSON in which `<` is escaped, so that no text of it ends the element that contains it.
  private static func embedded(_ json: Data) -> String {
    // As bytes: in a string, `<` and a character such as U+0600 before it are one character.
    let parts = json.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    let escaped = parts.joined(separator: Array(#"\u003c"#.utf8))
    return String(decoding: Array(escaped), as: UTF8.self)
  }
}
