// SPDX-License-Identifier: MIT

extension ThreadDetailFeature.State {
  /// Returns the messages as lines of a terminal.
  ///
  /// - Parameters:
  ///   - width: The number of columns, at least 1.
  ///   - now: The time, in milliseconds since 1970.
  ///   - columns: Returns the number of columns of a character.
  /// - Returns: The lines, none of which is wider, unless a character is.
  public func lines(
    width: Int, now: Int64, columns: (Character) -> Int = { _ in 1 }
  ) -> [ThreadDetailFeature.Line] {
    messages.flatMap { $0.lines(width: width, now: now, columns: columns) }
  }

  /// Returns the lines that a window shows, after the user has scrolled.
  ///
  /// If the user scrolls past the first line, the window shows the first lines. Only the messages
  /// in and below the window are wrapped.
  ///
  /// - Parameters:
  ///   - height: The number of lines of the window.
  ///   - width: The number of columns, at least 1.
  ///   - now: The time, in milliseconds since 1970.
  ///   - columns: Returns the number of columns of a character.
  /// - Returns: The lines, and the number of lines below them. If it is less than ``scroll``, the
  ///   user has scrolled too far: send ``ThreadDetailFeature/Action/scrolled(by:)`` with the
  ///   difference.
  public func window(
    height: Int, width: Int, now: Int64, columns: (Character) -> Int = { _ in 1 }
  ) -> (lines: [ThreadDetailFeature.Line], below: Int) {
    let height = max(0, height)
    var blocks: [[ThreadDetailFeature.Line]] = []
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
  /// The progress as text, or an empty text for a sent message.
  public var progress: String {
    switch status {
    case .sent: ""
    case .sending: "Sending"
    case .failed(let reason): "Not sent: \(reason)"
    }
  }

  /// Returns the message as lines of a terminal: a header, the text, and the reason of a failure.
  ///
  /// - Parameters:
  ///   - width: The number of columns, at least 1.
  ///   - now: The time, in milliseconds since 1970.
  ///   - columns: Returns the number of columns of a character.
  /// - Returns: The lines, none of which is wider, unless a character is.
  public func lines(
    width: Int, now: Int64, columns: (Character) -> Int = { _ in 1 }
  ) -> [ThreadDetailFeature.Line] {
    func lines(
      _ text: String, _ role: ThreadDetailFeature.Line.Role
    ) -> [ThreadDetailFeature.Line] {
      TextWrap.lines(of: text, width: width, columns: columns)
        .map { ThreadDetailFeature.Line(message: id, text: $0, role: role) }
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
