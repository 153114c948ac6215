// SPDX-License-Identifier: MIT

public import Runnel

extension ComposerFeature {
  /// A draft.
  public struct State: Codable, Equatable, Sendable, Identifiable {
    /// The ID of the draft, made once.
    public let id: String
    /// The thread, or `nil` for a new one.
    public let threadID: String?
    /// The subject of a new thread, without line breaks.
    public internal(set) var subject: String
    /// The text.
    public internal(set) var text: String
    /// The field with the cursor.
    public internal(set) var focus: Field
    /// The number of characters before the cursor.
    public internal(set) var cursor = 0
    /// The undo steps of the text, each a word with the whitespace before it.
    public internal(set) var history = History<String>()
    /// A Boolean value that indicates whether the user has sent the message.
    ///
    /// The draft doesn't change afterward.
    public internal(set) var isSubmitted = false
    /// The reason why the draft can't be sent, until the user changes it.
    public internal(set) var problem: String?

    /// The number of movements of the cursor, because typing after one is a new step.
    var movements = 0

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - id: A unique ID, made once for the draft.
    ///   - threadID: The thread, or `nil` for a new one.
    ///   - subject: The subject.
    ///   - text: The text, such as a signature.
    public init(id: String, threadID: String? = nil, subject: String = "", text: String = "") {
      self.id = id
      self.threadID = threadID
      self.subject = subject
      self.text = text
      focus = threadID == nil ? .subject : .text
      cursor = focus == .subject ? subject.count : text.count
    }

    /// The content of the message.
    public var draft: Draft { Draft(id: id, threadID: threadID, subject: subject, text: text) }

    /// A Boolean value that indicates whether the draft has no content, apart from whitespace.
    ///
    /// The subject of a reply doesn't count.
    public var isEmpty: Bool { text.isBlank && (threadID != nil || subject.isBlank) }

    /// Returns the text in lines of a terminal, with the place of the cursor.
    ///
    /// - Parameters:
    ///   - width: The number of columns.
    ///   - columns: Returns the number of columns of a character: 2 for a wide one.
    /// - Returns: The lines. The cursor is at the end if it is in the subject.
    public func layout(
      width: Int, columns: (Character) -> Int = { _ in 1 }
    ) -> Layout {
      Layout(text, cursor: focus == .text ? cursor : text.count, width: width, columns: columns)
    }
  }
}

extension String {
  /// A Boolean value that indicates whether there are only whitespace characters.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension ComposerFeature {
  /// The content of a message.
  public struct Draft: Codable, Equatable, Sendable, Identifiable {
    /// The ID of the draft.
    public let id: String
    /// The thread, or `nil` for a new one.
    public let threadID: String?
    /// The subject of a new thread.
    public let subject: String
    /// The text.
    public let text: String

    /// Creates the content of a message.
    public init(id: String, threadID: String?, subject: String, text: String) {
      self.id = id
      self.threadID = threadID
      self.subject = subject
      self.text = text
    }
  }
}
