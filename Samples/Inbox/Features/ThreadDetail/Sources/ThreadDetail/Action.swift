// SPDX-License-Identifier: MIT

public import Runnel

extension ThreadDetailFeature {
  /// An action of a thread.
  public enum Action: Runnel.Action, Codable, Equatable {
    // MARK: From the user

    /// The thread appears.
    case opened
    /// The user loads the messages again.
    case retryTapped
    /// The user sends a failed reply again. The app sends it through its queue.
    ///
    /// The app's reducer finds the text in ``State/messages``, before or after this feature's.
    case resendTapped(clientID: String)
    /// The user removes a failed reply.
    ///
    /// A reply that is being sent stays, because the server can still store it.
    case discardTapped(clientID: String)
    /// The user scrolls up by a number of lines, or down by a negative one.
    case scrolled(by: Int)

    // MARK: From handlers

    /// The messages arrived.
    ///
    /// A stale answer comes from the cache, before the one of the server.
    case loaded(subject: String, [Message], isStale: Bool)
    /// The messages couldn't be loaded, for this reason.
    case loadingFailed(reason: String)

    // MARK: From the app

    /// The user has sent a reply, which is not on the server yet.
    ///
    /// It gets the status `sending`, and its client ID as its ID.
    case outgoing(Message)
    /// The server has a message: a new one, or a reply of this user.
    case received(Message)
    /// The server refused a reply, for this reason.
    case failed(clientID: String, reason: String)

    // MARK: For the app

    /// The user writes a reply.
    case replyTapped
    /// The user closes the thread.
    case closeTapped
  }
}
