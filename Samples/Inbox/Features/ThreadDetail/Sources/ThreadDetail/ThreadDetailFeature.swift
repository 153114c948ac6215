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
/// another thread are dropped. If several threads are open, give each an instance:
/// `ThreadDetailFeature.reducer.ifPresent(\.thread).instance(pane)`.
public enum ThreadDetailFeature {
  struct LoadingID: Hashable, Sendable { let thread: String }
  struct MarkingID: Hashable, Sendable { let thread: String }

  /// The time for an answer of the server.
  static let patience = Duration.seconds(30)

  /// The reducer of a thread.
  public static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .opened: state.open()
    case .retryTapped: state.load()
    case .loaded(let subject, let messages, isStale: true):
      state.showCache(subject: subject, messages)
    case .loaded(let subject, let messages, isStale: false):
      state.showAnswer(subject: subject, messages)
    case .loadingFailed(let reason): state.failToLoad(reason)
    case .outgoing(let message): state.add(message)
    case .received(let message): state.receive(message)
    case .failed(let clientID, let reason): state.fail(clientID, reason)
    case .resendTapped(let clientID): state.resend(clientID)
    case .discardTapped(let clientID): state.discard(clientID)
    case .scrolled(let lines): state.scroll(by: lines)
    case .closeTapped: state.close()
    case .replyTapped: .none
    }
  }
}
