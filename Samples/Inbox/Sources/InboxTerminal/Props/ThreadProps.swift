// SPDX-License-Identifier: MIT

package import InboxApp

struct ThreadProps: Equatable, Sendable {
  var screen: ScreenID
  var subject: String
  var lines: [ThreadLine]
  /// The number of lines below the visible ones.
  var below: Int
  /// The number of lines that the user has scrolled past the first one.
  var excess: Int
  var height: Int
  /// The client ID of the last reply that the server refused.
  var failed: String?
  /// The reason for missing messages, or an empty text.
  var note: String

  /// The number of columns before the text of a message.
  static let indent = 2

  init(
    _ state: ThreadDetailFeature.State, screen: ScreenID, height: Int, columns: Int, now: Int64
  ) {
    self.screen = screen
    subject = state.subject.isEmpty ? "(no subject)" : state.subject
    (lines, below) = state.window(height: height, width: columns - Self.indent, now: now)
    excess = state.scroll - below
    self.height = height
    failed = state.messages.last { if case .failed = $0.status { true } else { false } }?.clientID
    let loading = state.isShowingStale ? "From the last visit" : ""
    note = state.problem ?? (state.isLoading ? "Loading" : loading)
  }
}

/// A line of a message, without control characters.
package struct ThreadLine: Equatable, Sendable {
  /// The content of a line, which determines its style.
  package enum Role: Sendable {
    /// The author and the date of a message.
    case header
    /// The text of a message, or of a reply that is being sent, or that the server refused.
    case text, sending, failed
  }

  package var text: String
  package var role: Role
}

extension ThreadDetailFeature.State {
  /// Returns the lines that a window shows after the user has scrolled, and the number of lines
  /// below them, which is less than ``scroll`` if the user has scrolled too far.
  ///
  /// Only the messages in and below the window are wrapped.
  func window(
    height: Int, width: Int, now: Int64, columns: (Character) -> Int = columnCount(of:)
  ) -> (lines: [ThreadLine], below: Int) {
    let height = max(0, height)
    var blocks: [[ThreadLine]] = []
    var count = 0
    for message in messages.reversed() {
      // The subtraction can't overflow, because none of the numbers is negative.
      if count - scroll >= height { break }
      blocks.append(message.lines(width: width, now: now, columns: columns))
      count += blocks.last?.count ?? 0
    }
    let below = max(0, min(scroll, count - height))
    return (blocks.reversed().flatMap { $0 }.dropLast(below).suffix(height), below)
  }
}

extension ThreadDetailFeature.Message {
  /// Returns the message as lines: a header, the text, and the reason of a failure.
  package func lines(width: Int, now: Int64) -> [ThreadLine] {
    lines(width: width, now: now, columns: columnCount(of:))
  }

  fileprivate func lines(width: Int, now: Int64, columns: (Character) -> Int) -> [ThreadLine] {
    func lines(_ text: String, _ role: ThreadLine.Role) -> [ThreadLine] {
      String(text.map { $0.isControl && !$0.isNewline ? " " : $0 })
        .wrapped(to: width, columns: columns)
        .map { ThreadLine(text: $0.text.withoutSpacesAtEnd, role: role) }
    }
    let date = ThreadDetailFeature.dateText(sentAt, now: now)
    switch status {
    case .sent: return lines("\(author), \(date)", .header) + lines(text, .text)
    case .sending: return lines("\(author), sending", .header) + lines(text, .sending)
    case .failed:
      return lines("\(author), \(date)", .header) + lines(text, .failed) + lines(progress, .failed)
    }
  }
}

extension String {
  fileprivate var withoutSpacesAtEnd: String {
    lastIndex { !$0.isWhitespace }.map { String(self[...$0]) } ?? ""
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
