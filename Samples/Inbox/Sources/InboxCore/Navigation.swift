// SPDX-License-Identifier: MIT

import Composer
import Runnel
public import RunnelNavigation
import Settings
import Sync
import ThreadDetail
import ThreadList

/// Opens and closes the screens of a session.
let navigation = Reducer<Session> {
  Reducer.on(SessionAction.self) { session, action in
    switch action {
    case .threadTapped(let id, let subject): return EffectOf(session.open(id, subject))
    case .composeTapped(let subject):
      return .perform(AppCommand.makeDraft(threadID: nil, subject: subject))
    case .drafted(let id, let threadID, let subject): session.show(id, threadID, subject)
    case .submitted(let id, let time): return EffectOf(session.submit(id, at: time))
    case .settingsTapped: if session.path.last != .settings { session.path.push(.settings) }
    case .backTapped: session.change(.pop)
    case .homeTapped: session.change(.popToRoot)
    case .path(let action): session.change(action)
    case .noticeClosed: session.notice = nil
    }
    return .none
  }
  Reducer.on(ThreadDetailFeature.Action.self, from: \.path) { session, screen, action in
    session.react(to: action, on: screen)
  }
  Reducer.on(ComposerFeature.Action.self, from: \.path) { session, screen, action in
    switch action {
    case .submitted(let draft): return .perform(AppCommand.submit(draftID: draft.id))
    case .closed: session.change(.dismiss(screen))
    default: break
    }
    return .none
  }
}

extension Session {
  mutating func configure(_ settings: SettingsFeature.State) -> Effect {
    signature = settings.signature
    return .merge(
      updateList(.configured(pageSize: settings.pageSize, showsArchived: settings.showsArchived)),
      updateSync(.enabled(!settings.isOffline)))
  }

  /// Returns the effects of a session that was loaded.
  func begin() -> Effect {
    let all = path.compactMap(\.draft) + drafts
    let submitted = all.filter(\.isSubmitted)
      .map { Effect.perform(AppCommand.submit(draftID: $0.id)) }
    // Without an address, the second action is for each thread on the stack.
    return .merge(
      [.send(ThreadListFeature.Action.reloaded), .send(ThreadDetailFeature.Action.opened)]
        + submitted)
  }

  fileprivate mutating func open(_ id: String, _ subject: String) -> Effect {
    if case .thread(let thread) = path.last, thread.id == id { return .none }
    let screen = path.push(.thread(ThreadDetailFeature.State(id: id, subject: subject)))
    return .merge(
      updateList(.markedRead(id)),
      .send(ThreadDetailFeature.Action.opened, to: \Session.path, id: screen))
  }

  /// Changes the stack, and keeps the drafts of the screens that leave it.
  fileprivate mutating func change(_ action: StackAction<Screen>) {
    let entries = path.entries
    path.apply(action)
    for entry in entries where !path.contains(id: entry.id) {
      // A draft that has content.
      if let draft = entry.screen.draft, !draft.isEmpty { drafts.upsert(draft) }
    }
  }

  fileprivate mutating func react(
    to action: ThreadDetailFeature.Action, on screen: ScreenID
  ) -> EffectOf<ThreadDetailFeature.Action> {
    guard case .thread(let thread)? = path[id: screen] else { return .none }
    switch action {
    case .replyTapped:
      return .perform(AppCommand.makeDraft(threadID: thread.id, subject: thread.subject))
    case .resendTapped(let clientID):
      guard let message = thread.messages[id: clientID]
      else { return .none }
      let outgoing = SyncFeature.Outgoing(
        clientID: clientID, threadID: thread.id, text: message.text, createdAt: message.sentAt)
      return EffectOf(updateSync(.submitted(outgoing)))
    case .closeTapped: path.dismiss(screen)
    default: break
    }
    return .none
  }

  /// Shows a draft of the thread that exists, or a new one.
  fileprivate mutating func show(_ id: String, _ threadID: String?, _ subject: String) {
    if case .composer(let draft) = path.last, draft.threadID == threadID { return }
    let kept = drafts.first { $0.threadID == threadID && !$0.isSubmitted }
    if let kept { drafts.remove(id: kept.id) }
    path.push(
      .composer(kept ?? ComposerFeature.State(id: id, threadID: threadID, subject: subject)))
  }

  /// Moves a draft into the queue of messages.
  fileprivate mutating func submit(_ id: String, at time: Int64) -> Effect {
    var draft = drafts.remove(id: id)
    for entry in path.entries where entry.screen.draft?.id == id {
      draft = entry.screen.draft
      path[id: entry.id] = nil
    }
    guard let content = draft?.draft else { return .none }
    let text = signed(content.text)
    let message = ThreadDetailFeature.Message(clientID: id, author: user, text: text, sentAt: time)
    let outgoing = SyncFeature.Outgoing(
      clientID: id, threadID: content.threadID,
      subject: content.threadID == nil ? content.subject : nil, text: text, createdAt: time)
    return .merge(
      content.threadID.map { updateThread($0, .outgoing(message)) } ?? .none,
      updateSync(.submitted(outgoing)))
  }

  /// Returns a text with the signature at its end, which a refused message has already.
  private func signed(_ text: String) -> String {
    signature.isEmpty || text.hasSuffix(signature) ? text : "\(text)\n\n\(signature)"
  }

  mutating func updateList(_ action: ThreadListFeature.Action) -> Effect {
    ThreadListFeature.reducer.reduce(&threads, action)
  }

  mutating func updateSync(_ action: SyncFeature.Action) -> Effect {
    SyncFeature.reducer.reduce(&sync, action)
  }

  /// Sends an action to the screens of a thread.
  func updateThread(_ id: String, _ action: ThreadDetailFeature.Action) -> Effect {
    .merge(
      path.entries.map { entry in
        guard case .thread(let thread) = entry.screen, thread.id == id else { return .none }
        return .send(action, to: \Session.path, id: entry.id)
      })
  }
}

/// The links that lead to a place in the app, such as `inbox://threads/t7`.
public let inboxLinks = DeepLinks<[SessionAction]>(schemes: ["inbox"]) {
  DeepLink("/threads/:thread") {
    [.homeTapped, .threadTapped(id: try $0.string("thread"), subject: "")]
  }
  DeepLink("/compose") { [.homeTapped, .composeTapped(subject: $0.items.first?.value ?? "")] }
  DeepLink("/settings") { _ in [.homeTapped, .settingsTapped] }
  DeepLink("/") { _ in [.homeTapped] }
}
