// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Random sessions of two users, who have rows with the same IDs.
///
/// One logs out while effects are under way, and the other one logs in at once or later. Scopes,
/// observers and sequences outlive the session that they belong to.
@Suite struct SessionModelTests {
  @Test func `Contract 27: no value, action or reply reaches another user`() async {
    await expectNoFailures { await Sessions(seed: $0).failures() }
  }
}

private struct Note: Equatable, Identifiable, Sendable {
  let id: Int
  var texts: [String] = []
}

private struct Session: Equatable, Identifiable, Sendable {
  /// The name of the user.
  let id: String
  var texts: [String] = []
  var notes: Entities<Note> = [Note(id: 1), Note(id: 2)]
  var draft: Draft?

  /// What the session has been told, by its user and in the notes and the draft of that.
  var allTexts: [String] { texts + notes.flatMap(\.texts) + (draft?.texts ?? []) }
}

private struct Draft: Equatable, Sendable { var texts: [String] = [] }

private struct App: Equatable, Sendable { var session: Session? }

private enum Enter: Action { case loggedIn(String), loggedOut }

/// Actions of which each carries the name of the user that it was meant for.
private enum Told: Action, Equatable {
  case text(String)
  /// Replies later, with the same name.
  case asked(String)
}

private protocol Listener { var texts: [String] { get set } }
extension Session: Listener {}
extension Note: Listener {}
extension Draft: Listener {}

private struct Question: Command { let user: String }

private func listening<State: Listener & Sendable>() -> Reducer<State> {
  Reducer.on(Told.self) { state, action in
    switch action {
    case .text(let user):
      state.texts.append(user)
      return .none
    case .asked(let user):
      return .merge(
        .send(.text(user)).debounce(id: "late", for: .seconds(1)),
        .run { send in
          try await send.sleep(for: .milliseconds(500))
          send(.text(user))
        },
        .perform(Question(user: user)))
    }
  }
}

private let reducer = Reducer<App> {
  Reducer<Session> {
    listening()
    listening().forEach(\.notes)
    listening().ifPresent(\.draft)
  }
  .ifPresent(\.session)
  Reducer.updating(Enter.self) { app, action in
    switch action {
    case .loggedIn(let user): app.session = Session(id: user, draft: Draft())
    case .loggedOut: app.session = nil
    }
  }
}

private struct Sessions {
  let seed: UInt64
  private let clock = ManualClock()

  func failures() async -> [String] {
    var random = ModelRandom(seed: seed, thread: 0)
    let store = Store(state: App(), reducer: reducer, clock: clock)
    let handling = store.handle(Question.self) { question in
      .once { Told.text(question.user) }.delay(for: .milliseconds(700))
    }
    let strangers = Recorder<String>()
    var scopes: [(user: String, scope: Store<Session>, token: Disposable)] = []
    var failures: [String] = []
    func check() {
      guard let session = store.state.session else { return }
      for text in session.allTexts where text != session.id {
        failures.append("\(session.id) was told what is for \(text)")
      }
    }

    for _ in 0..<90 {
      let user = ["ada", "ben"].randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1: store.dispatch(Enter.loggedIn(user))
      case 2: store.dispatch(Enter.loggedOut)
      case 3...5:
        store.send(Enter.loggedIn(user))
        guard let scope = store.ifPresent(\.session) else {
          failures.append("no session of \(user)")
          continue
        }
        let token = scope.observe { session in
          for text in session.allTexts + [session.id] where text != user { strangers.record(text) }
        }
        scopes.append((user, scope, token))
      case 6...11:
        guard let (user, scope, _) = scopes.randomElement(using: &random) else { continue }
        let action = Bool.random(using: &random) ? Told.text(user) : .asked(user)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: scope.dispatch(action)
        case 1: scope.scope(\.notes, id: 1)?.dispatch(action)
        case 2: scope.dispatch(action, to: \.notes, id: 2)
        default: scope.ifPresent(\.draft)?.dispatch(action)
        }
        // The last value of a session that has been replaced is still its own.
        if scope.state.id != user { failures.append("the scope of \(user) has another user") }
      case 12: await clock.advance(by: .milliseconds(400))
      default:
        await store.settled()
        check()
      }
    }
    await clock.advance(by: .seconds(2))
    await store.settled(includingEffects: true)
    check()
    if !strangers.values.isEmpty { failures.append("observers saw \(strangers.values)") }
    handling.dispose()
    scopes.forEach { $0.token.dispose() }
    // No block of the queue keeps the engine when the process ends: leaks are looked for then.
    await store.queueIsFree()
    return failures
  }
}
