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
}
