// SPDX-License-Identifier: MIT

public import Runnel

/// One thread: its messages, and the user's replies from sending to confirmation.
///
/// The list contains the messages of the server, sorted by date, and then the replies that are not
/// on the server, in the order in which they were sent. A reply that the server has stored becomes
/// a message of the server. If it is the newest one, it keeps its place.
///
/// - Messages merge: the server deletes none, so an answer never removes a message that an event
///   added while the answer was pending.
/// - A client ID occurs once, whatever the order of events, answers and failures.
/// - Client IDs must be unique over all users, such as UUIDs, and differ from the server's IDs.
///
/// Put the state into a slice with an identity, such as `ifPresent(\.thread)`. Then answers for
/// another thread are dropped. If several threads are open, compose them with `forEach`, or give
/// each an instance: `ThreadDetailFeature.reducer.ifPresent(\.thread).instance(pane)`.
public enum ThreadDetailFeature {
  enum ID { case loading, marking }

  /// The time for an answer of the server.
  static let patience = Duration.seconds(30)

  /// The reducer of a thread.
  public static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .opened: return state.open()
    case .retryTapped: return state.load()
    case .loaded(let subject, let messages, isStale: true):
      state.showCache(subject: subject, messages)
    case .loaded(let subject, let messages, isStale: false):
      return state.showAnswer(subject: subject, messages)
    case .loadingFailed(let reason): return state.failToLoad(reason)
    case .outgoing(let message): state.add(message)
    case .received(let message): return state.receive(message)
    case .failed(let clientID, let reason): state.fail(clientID, reason)
    case .resendTapped(let clientID): state.resend(clientID)
    case .discardTapped(let clientID): state.discard(clientID)
    case .scrolled(let lines): state.scroll(by: lines)
    case .closeTapped: return state.close()
    case .replyTapped: break
    }
    return .none
  }

  /// An action of a thread.
  public enum Action: Runnel.Action, Codable, Equatable {
    // MARK: From the user

    case opened
    case retryTapped
    /// The user sends a failed reply again. The app sends it through its queue.
    ///
    /// The app's reducer finds the text in ``State/messages``, before or after this feature's.
    case resendTapped(clientID: String)
    /// The user removes a failed reply. The server can still store one that is being sent.
    case discardTapped(clientID: String)
    /// The user scrolls up by a number of lines, or down by a negative one.
    case scrolled(by: Int)

    // MARK: From handlers

    /// The messages arrived. A stale answer is of the cache, before the one of the server.
    case loaded(subject: String, [Message], isStale: Bool)
    case loadingFailed(reason: String)

    // MARK: From the app

    /// The user has sent a reply, which is not on the server, and whose ID is its client ID.
    case outgoing(Message)
    /// The server has a message: a new one, or a reply of this user.
    case received(Message)
    /// The server refused a reply, for this reason.
    case failed(clientID: String, reason: String)

    // MARK: For the app

    case replyTapped
    case closeTapped
  }

  /// A request to the server.
  public enum Command: Runnel.Command, Equatable {
    /// Loads the messages of a thread.
    ///
    /// The handler sends ``Action/loaded(subject:_:isStale:)`` with the answer of the server, or
    /// throws. Before that, it can send a stale answer from the cache.
    case load(thread: String)
    /// Marks the messages of a thread as read, up to the newest one. A failure is ignored.
    case markRead(thread: String, upTo: String)
  }
}
