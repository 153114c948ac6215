// SPDX-License-Identifier: MIT

public import Foundation

extension Session {
  /// Returns a page that shows this session in a browser.
  ///
  /// ```swift
  /// try session.html().write(to: pageURL)
  /// ```
  ///
  /// It is one file that loads nothing else: the actions with search and filters, the state after
  /// each recorded one, the causes of an action and what it led to, effects over time, and slow
  /// reducers. It shows text of the recording as text only, whatever it contains. Damaged lines
  /// are left out. O(size of the recording).
  public func html() -> Data {
    var page = Data(PageTemplate.prefix.utf8)
    for line in intactLines {
      for byte in file.bytes[line] {
        // In JSON, it occurs in strings only. Escaped, no text of a recording ends the element.
        if byte == UInt8(ascii: "<") { page += Data(#"\u003c"#.utf8) } else { page.append(byte) }
      }
      page.append(0x0A)
    }
    page += Data(PageTemplate.suffix.utf8)
    return page
  }

  /// Returns a page without actions, which receives lines from a WebSocket and shows them.
  ///
  /// For a server that shows a running app. The server sends lines of a recording, the header
  /// first, with line feeds between those of one message. The page sends `{"restore":41}` to have
  /// the state after an action restored.
  ///
  /// - Parameter socket: The address of the WebSocket. The page connects to no other one.
  /// - Returns: The page, as HTML.
  public static func livePage(socket: URL) -> Data {
    let address = socket.absoluteString
      .replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
    // The policy names the server. It can't contain a query.
    var origin = URLComponents()
    origin.scheme = socket.scheme
    origin.host = socket.host
    origin.port = socket.port
    let source = origin.string ?? "'none'"
    let prefix = PageTemplate.prefix
      .replacing("connect-src 'none'", with: "connect-src \(source)", maxReplacements: 1)
      .replacing(
        "id=\"session\"", with: "id=\"session\" data-live=\"\(address)\"", maxReplacements: 1)
    return Data((prefix + PageTemplate.suffix).utf8)
  }
}
