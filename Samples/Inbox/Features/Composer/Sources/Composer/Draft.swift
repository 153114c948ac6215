// SPDX-License-Identifier: MIT

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
