// SPDX-License-Identifier: MIT

import Runnel

extension ThreadDetailFeature.State {
  typealias Effect = EffectOf<ThreadDetailFeature.Action>
  typealias Message = ThreadDetailFeature.Message

  /// Loads the messages, of which those of an earlier time are stale until the server answers.
  mutating func open() -> Effect {
    isOpen = true
    isAnswered = false
    isShowingStale = messages.first?.isSent ?? false
    return load()
  }

  mutating func close() -> Effect {
    isOpen = false
    isLoading = false
    return .cancel(id: ThreadDetailFeature.ID.loading)
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
    .cancellable(id: ThreadDetailFeature.ID.loading, cancelInFlight: true)
  }

  /// Shows messages of the cache, unless the server was faster.
  mutating func showCache(subject: String, _ cached: [Message]) {
    guard !isAnswered else { return }
    self.subject = subject
    merge(cached, over: false)
    isShowingStale = true
  }

  mutating func showAnswer(subject: String, _ answer: [Message]) -> Effect {
    self.subject = subject
    merge(answer, over: true)
    isAnswered = true
    isShowingStale = false
    isLoading = false
    problem = nil
    return .merge(.cancel(id: ThreadDetailFeature.ID.loading), markRead())
  }

  mutating func failToLoad(_ reason: String) -> Effect {
    guard isLoading else { return .none }
    isLoading = false
    problem = reason
    return .cancel(id: ThreadDetailFeature.ID.loading)
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
      .cancellable(id: ThreadDetailFeature.ID.marking, cancelInFlight: true)
  }

  /// Merges an answer, which replaces known messages if it is newer, and keeps the replies.
  mutating func merge(_ answer: [Message], over isNewer: Bool) {
    var merged: Entities<Message> = []
    merged.upsert(contentsOf: answer)
    for message in messages where message.isSent && !(isNewer && merged[id: message.id] != nil) {
      merged.upsert(message)
    }
    merged.sort { $0.isOlder(than: $1) }
    var known: Set<String> = []
    merged.removeAll { !$0.clientID.isEmpty && !known.insert($0.clientID).inserted }
    for reply in messages where !reply.isSent && !known.contains(reply.clientID) {
      merged.upsert(reply)
    }
    messages = merged
    clientIDs = ThreadDetailFeature.ClientIDs(known)
  }

  /// Adds a reply at the end, or sends a known one again.
  mutating func add(_ reply: Message) {
    guard !clientIDs.contains(reply.clientID, in: messages) else { return }
    messages.upsert(
      Message(
        clientID: reply.clientID, author: reply.author, text: reply.text, sentAt: reply.sentAt))
    scroll = 0
  }

  /// Inserts a message of the server, or replaces the reply with its client ID.
  ///
  /// O(1) plus the cost of the insertion.
  mutating func receive(_ message: Message) -> Effect {
    var message = message
    message.status = .sent
    let present = messages.index(id: message.id) ?? replyIndex(message.clientID)
    if let present, messages[present].isSent {
      replace(present, with: message)
    } else if !clientIDs.contains(message.clientID, in: messages) {
      clientIDs.insert(message.clientID)
      if let present {
        replace(present, with: message)
      } else {
        messages.insert(message, at: place(of: message))
      }
    }
    return markRead()
  }

  mutating func fail(_ clientID: String, _ reason: String) {
    guard let index = replyIndex(clientID) else { return }
    messages[index].status = .failed(reason: reason)
  }

  mutating func resend(_ clientID: String) {
    guard let index = replyIndex(clientID) else { return }
    messages[index].status = .sending
  }

  mutating func discard(_ clientID: String) {
    guard let index = replyIndex(clientID), messages[index].status != .sending else { return }
    messages.remove(id: clientID)
  }

  mutating func scroll(by lines: Int) {
    scroll = max(0, scroll.addingReportingOverflow(lines).overflow ? .max : scroll + lines)
  }

  /// Returns the position of a reply that is not on the server.
  private func replyIndex(_ clientID: String) -> Int? {
    messages.index(id: clientID).flatMap { messages[$0].isSent ? nil : $0 }
  }

  /// Replaces a message, which moves to the place of its date.
  private mutating func replace(_ position: Int, with message: Message) {
    messages.remove(id: messages[position].id)
    messages.insert(message, at: place(of: message))
  }

  /// Returns the position behind the older messages of the server, from the end, as most are new.
  private func place(of message: Message) -> Int {
    messages.lastIndex { $0.isSent && !message.isOlder(than: $0) }.map { $0 + 1 } ?? 0
  }
}
