// SPDX-License-Identifier: MIT

import Runnel

extension ThreadDetailFeature.State {
  typealias Effect = EffectOf<ThreadDetailFeature.Action>
  typealias Message = ThreadDetailFeature.Message

  /// Loads the messages.
  ///
  /// Those of an earlier time are stale until the server answers.
  mutating func open() -> Effect {
    isOpen = true
    isAnswered = false
    isShowingStale = messages.first?.isSent ?? false
    return load()
  }

  mutating func close() -> Effect {
    isOpen = false
    isLoading = false
    return .cancel(id: ThreadDetailFeature.LoadingID(thread: id))
  }

  mutating func load() -> Effect {
    isLoading = true
    problem = nil
    return .concatenate(
      .perform(ThreadDetailFeature.Command.load(thread: id)),
      // The answer cancels this effect, so this action means that there was no answer.
      .send(.loadingFailed(reason: "The server didn't answer."))
    )
    .timeout(after: ThreadDetailFeature.patience)
    .catch { error in
      let isLate = error is EffectTimeoutError
      return .loadingFailed(reason: isLate ? "The server took too long to answer." : "\(error)")
    }
    .cancellable(id: ThreadDetailFeature.LoadingID(thread: id), cancelInFlight: true)
  }

  /// Shows messages of the cache, unless the server was faster.
  mutating func showCache(subject: String, _ cached: [Message]) -> Effect {
    guard !isAnswered else { return .none }
    self.subject = subject
    merge(cached, over: false)
    isShowingStale = true
    return .none
  }

  mutating func showAnswer(subject: String, _ answer: [Message]) -> Effect {
    self.subject = subject
    merge(answer, over: true)
    isAnswered = true
    isShowingStale = false
    isLoading = false
    problem = nil
    return .merge(.cancel(id: ThreadDetailFeature.LoadingID(thread: id)), markRead())
  }

  mutating func failToLoad(_ reason: String) -> Effect {
    guard isLoading else { return .none }
    isLoading = false
    problem = reason
    return .cancel(id: ThreadDetailFeature.LoadingID(thread: id))
  }

  /// Marks the newest message of the server as read, once.
  mutating func markRead() -> Effect {
    guard isOpen, let newest = messages.last(where: \.isSent)?.id, newest != marked
    else { return .none }
    marked = newest
    return .perform(ThreadDetailFeature.Command.markRead(thread: id, upTo: newest))
      .timeout(after: ThreadDetailFeature.patience)
      .catch { _ in .none }
      // A newer request includes the previous one.
      .cancellable(id: ThreadDetailFeature.MarkingID(thread: id), cancelInFlight: true)
  }
}
