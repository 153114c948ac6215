// SPDX-License-Identifier: MIT

import Foundation

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
      text.wrapped(to: width, columns: columns)
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

extension ThreadDetailFeature {
  /// A line of a message, for a terminal.
  public struct Line: Equatable, Sendable {
    /// The content of a line, which determines its style.
    public enum Role: Hashable, Sendable {
      /// The author and the date of a message.
      case header
      /// The text of a message on the server.
      case text
      /// The text of a reply that is being sent.
      case sending
      /// The text of a reply that the server refused, or the reason.
      case failed
    }

    /// The message.
    public var message: Message.ID
    /// The text, without control characters.
    public var text: String
    /// The content.
    public var role: Role

    /// Creates a line.
    public init(message: Message.ID, text: String, role: Role) {
      self.message = message
      self.text = text
      self.role = role
    }
  }

  /// Returns a date relative to the current time, such as "5 min ago".
  ///
  /// A date in the future is "just now", because the clocks of two computers differ. A date of a
  /// week ago or earlier is a date of the UTC calendar, such as "2026-03-14".
  ///
  /// - Parameters:
  ///   - date: The date, in milliseconds since 1970.
  ///   - now: The current time, in milliseconds since 1970.
  /// - Returns: The date as text.
  public static func dateText(_ date: Int64, now: Int64) -> String {
    let difference = now.subtractingReportingOverflow(date)
    let minutes = difference.partialValue / 60_000
    if now < date { return "just now" }
    if difference.overflow { return calendarDate(date) }
    switch minutes {
    case 0: return "just now"
    case ..<60: return "\(minutes) min ago"
    case ..<1_440: return "\(minutes / 60) h ago"
    case ..<10_080: return minutes < 2_880 ? "1 day ago" : "\(minutes / 1_440) days ago"
    default: return calendarDate(date)
    }
  }

  private static func calendarDate(_ date: Int64) -> String {
    Date(timeIntervalSince1970: Double(date) / 1_000).formatted(.iso8601.year().month().day())
  }
}

extension String {
  /// Returns the lines of the text, at least one, wrapped at word boundaries.
  ///
  /// No line is wider than the width, unless it is a single character. A word that is wider than a
  /// line is split. Control characters become spaces, so no text can control a terminal.
  func wrapped(to width: Int, columns: (Character) -> Int) -> [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { paragraph in
      var lines: [String] = []
      var (line, used) = ("", 0)
      /// The word at the end of the line so far, with the spaces before it, and its columns.
      var (spaces, word) = ([(Character, Int)](), [(Character, Int)]())
      func endWord() {
        let fits = used + (spaces + word).reduce(0) { $0 + $1.1 } <= max(1, width)
        if !word.isEmpty, !fits, !line.isEmpty { endLine() }
        // A new line begins without the spaces.
        for (character, columns) in (fits ? spaces : []) + word where !word.isEmpty {
          if used + columns > max(1, width), !line.isEmpty { endLine() }
          line.append(character)
          used += columns
        }
        if !word.isEmpty { (spaces, word) = ([], []) }
      }
      func endLine() {
        lines.append(line)
        (line, used) = ("", 0)
      }
      for character in paragraph {
        let character = character.isControl ? " " : character
        if character.isBreak, !word.isEmpty { endWord() }
        let cell = (character, max(0, columns(character)))
        if character.isBreak { spaces.append(cell) } else { word.append(cell) }
      }
      endWord()
      endLine()
      return lines
    }
  }
}

extension Character {
  fileprivate var isBreak: Bool { isWhitespace && self != "\u{A0}" && self != "\u{202F}" }
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
