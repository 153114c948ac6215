// SPDX-License-Identifier: MIT

public import Runnel

extension ThreadDetailFeature {
  /// The state of one thread.
  public struct State: Codable, Equatable, Sendable, Identifiable {
    /// The ID of the thread.
    public let id: String
    /// The subject.
    public internal(set) var subject: String
    /// The messages of the server by date, and then the replies that are not on the server.
    public internal(set) var messages: Entities<ThreadDetailFeature.Message> = []
    /// A Boolean value that indicates whether the messages are being loaded.
    public internal(set) var isLoading = false
    /// The reason for which the messages couldn't be loaded.
    public internal(set) var problem: String?
    /// The number of lines that the user has scrolled up from the end.
    public internal(set) var scroll = 0
    /// A Boolean value that indicates whether the messages are older than the server's answer.
    ///
    /// It is `true` for messages of the cache, until the server answers.
    public internal(set) var isShowingStale = false

    /// Indicates whether the thread is on the screen.
    var isOpen = false
    /// Indicates whether the server has answered since the thread was opened.
    var isAnswered = false
    /// The newest message that was marked as read.
    var marked: String?
    var clientIDs = ClientIDs()

    private enum CodingKeys: CodingKey {
      case id, subject, messages, isLoading, problem, scroll, isShowingStale
      case isOpen, isAnswered, marked
    }

    /// Creates a thread without messages.
    public init(id: String, subject: String) {
      self.id = id
      self.subject = subject
    }
  }
}
