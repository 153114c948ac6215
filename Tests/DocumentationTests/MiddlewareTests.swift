// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

@Suite struct MiddlewareTests {
  struct AppState: Equatable, Sendable {
    var session = Session()
    var profile = Profile()
    var counter = 0
  }

  struct Session: Equatable, Sendable { var isOpen = false }

  struct Profile: Equatable, Sendable {
    var name = ""
    var visits = 0
  }

  enum SessionAction: Action { case opened }
  enum ProfileAction: Action { case renamed(String), visited }
  struct Incremented: Action {}
  struct Doubled: Action {}
  struct Patient: Action {}

  @Sendable func appReducer(state: inout AppState, action: any Action) {
    switch action {
    case SessionAction.opened: state.session.isOpen = true
    case ProfileAction.renamed(let name): state.profile.name = name
    case ProfileAction.visited: state.profile.visits += 1
    default: state.counter += 1
    }
  }

  private func makeStore(_ middleware: Middleware<AppState>...) -> Store<AppState> {
    Store(state: AppState(), reducer: appReducer, middleware: middleware)
  }

  // MARK: What it can do

  @Test("A middleware that does not call `next` vetoes, and nobody hears of the action")
  func veto() async {
    let audit = Middleware<AppState> { action, context, next in
      guard context.state(\.session.isOpen) || action is SessionAction else { return }
      next(action)
    }

    let store = Store(
      state: AppState(), reducer: appReducer, middleware: [audit, .logger(.actions)])

    let heard = Recorder<String>()
    let token = store.onAction { _, action in heard.record("\(type(of: action))") }
    store.dispatch(Incremented())
    store.dispatch(SessionAction.opened)
    store.dispatch(Incremented())
    await store.settled()
    #expect(store.state.counter == 1)
    #expect(heard.values == ["SessionAction", "Incremented"])
    token.dispose()
  }

  @Test("A middleware that calls `next` with another action rewrites it, for listeners too")
  func rewrite() async {
    let trimming = Middleware<AppState> { action, _, next in
      if case ProfileAction.renamed(let name) = action {
        next(ProfileAction.renamed(String(name.prefix(20))))
      } else {
        next(action)
      }
    }

    let store = makeStore(trimming)
    let heard = Recorder<String>()
    let token = store.onAction { _, action in heard.record("\(action)") }
    store.dispatch(ProfileAction.renamed(String(repeating: "o", count: 30)))
    store.dispatch(Incremented())
    await store.settled()
    let name = String(repeating: "o", count: 20)
    #expect(store.state.profile.name == name)
    #expect(heard.values == ["renamed(\"\(name)\")", "Incremented()"])
    token.dispose()
  }

  @Test("A middleware that calls `next` twice repeats the action")
  func `repeat`() async {
    let doubling = Middleware<AppState> { action, _, next in
      next(action)
      if action is Doubled { next(action) }
    }

    let store = makeStore(doubling)
    store.dispatch(Incremented())
    store.dispatch(Doubled())
    await store.settled()
    #expect(store.state.counter == 3)
  }

  @Test("A middleware that calls `next` later delays, which `settled` does not wait for")
  func delay() async {
    let queue = DispatchQueue(label: "patience")
    let gate = Gate()
    let behind = Counter()
    let before = Counter()
    queue.async { gate.pass() }

    let patient = Middleware<AppState> { action, _, next in
      guard action is Patient else { return next(action) }
      queue.async { next(action) }
    }

    let store = makeStore(
      Middleware { action, _, next in
        before.increment()
        next(action)
      },
      patient,
      Middleware { action, _, next in
        behind.increment()
        next(action)
      })
    store.dispatch(Patient())
    await store.settled()
    #expect(store.state.counter == 0)
    store.dispatch(Incremented())
    await store.settled()
    #expect(store.state.counter == 1)
    gate.open()
    await onThread { queue.sync {} }
    await store.settled()
    #expect(store.state.counter == 2)
    #expect(before.value == 2)
    #expect(behind.value == 2)
  }

  @Test("A delayed action goes to the end of the queue")
  func endOfTheQueue() async {
    let isHeld = Gate()
    let gate = Gate()
    let kept = Recorder<@Sendable () -> Void>()
    let heard = Recorder<String>()
    let store = makeStore(
      Middleware { action, _, next in
        if action is Patient { return kept.record { next(action) } }
        if action is Doubled {
          isHeld.open()
          gate.pass()
        }
        next(action)
      })
    let token = store.onAction { _, action in heard.record("\(type(of: action))") }
    store.dispatch(Patient())
    store.dispatch(Doubled())
    await isHeld.opened()
    store.dispatch(SessionAction.opened)
    kept.values.forEach { $0() }
    store.dispatch(Incremented())
    gate.open()
    await store.settled()
    #expect(heard.values == ["Doubled", "SessionAction", "Patient", "Incremented"])
    token.dispose()
  }

  @Test("A `next` that was kept delays, also where the middleware calls it for a later action")
  func keptNext() async {
    let kept = Recorder<@Sendable () -> Void>()
    let counters = Recorder<Int>()
    let store = makeStore(
      Middleware { action, context, next in
        if action is Patient { return kept.record { next(action) } }
        kept.values.forEach { $0() }
        counters.record(context.state(\.counter))
        next(action)
        counters.record(context.state(\.counter))
      })
    store.dispatch(Patient())
    store.dispatch(Incremented())
    await store.settled()
    await store.settled()
    #expect(counters.values == [0, 1])
    #expect(store.state.counter == 2)
  }

  // MARK: The order

  @Test("What stands behind `next` sees what has come of the action")
  func watching() async {
    let print = Printer()

    let watching = Middleware<AppState> { action, context, next in
      let before = context.state(\.counter)
      next(action)
      let after = context.state(\.counter)
      if before != after { print("\(action) made \(after) of \(before)") }
    }

    let store = makeStore(watching)
    store.dispatch(SessionAction.opened)
    store.dispatch(Incremented())
    await store.settled()
    #expect(print.lines == ["Incremented() made 1 of 0"])
  }

  @Test("Middleware is passed in order, and `next` comes back when observers have been told")
  func order() async {
    let log = Recorder<String>()
    func note(_ name: String) -> Middleware<AppState> {
      Middleware { action, _, next in
        log.record("\(name) begins")
        next(action)
        log.record("\(name) ends")
      }
    }
    let store = makeStore(note("first"), note("second"))
    let token = store.scope(\.counter).observe { log.record("told \($0)") }
    store.dispatch(Incremented())
    await store.settled()
    #expect(
      log.values == [
        "told 0", "first begins", "second begins", "told 1", "second ends", "first ends",
      ])
    token.dispose()
  }

  @Test("What a middleware dispatches passes all middleware, at the end of the queue")
  func dispatching() async {
    let log = Recorder<String>()
    let store = makeStore(
      Middleware { action, _, next in
        log.record("\(type(of: action))")
        next(action)
      },
      Middleware { action, context, next in
        if action is Doubled { context.dispatch(Incremented()) }
        next(action)
      })
    store.dispatch(Doubled())
    await store.settled()
    await store.settled()
    #expect(log.values == ["Doubled", "Incremented"])
    #expect(store.state.counter == 2)
  }

  @Test("A copy of the state that is kept while `next` runs has arrays copied")
  func keptCopy() async {
    struct State: Sendable {
      var rows = Array(repeating: 0, count: 100)
      var counter = 0
    }
    func addresses(
      _ keep: @escaping @Sendable (Middleware<State>.Context) -> any Sendable
    ) async -> [Int] {
      let addresses = Recorder<Int>()
      let store = Store(
        state: State(),
        reducer: { state, _ in
          state.rows[0] += 1
          addresses.record(address(of: &state.rows))
        },
        middleware: [
          Middleware { action, context, next in
            let kept = keep(context)
            next(action)
            withExtendedLifetime(kept) {}
          }
        ])
      for _ in 0..<3 { store.dispatch(Incremented()) }
      await store.settled()
      return addresses.values
    }
    let ofNumber = await addresses { $0.state(\.counter) }
    #expect(ofNumber[2] == ofNumber[1])
    let ofAll = await addresses { $0.state() }
    #expect(ofAll[2] != ofAll[1])
  }

  // MARK: A feature's middleware

  @Test("A scoped middleware sees a part of the state, and every action")
  func scoped() async {
    let limit = Middleware<Profile> { action, context, next in
      if context.state(\.visits) < 3 { next(action) }
    }
    let limited = Store(
      state: AppState(), reducer: appReducer, middleware: [limit.scope(\.profile)])

    limited.dispatch(Incremented())
    for _ in 0..<5 { limited.dispatch(ProfileAction.visited) }
    limited.dispatch(Incremented())
    await limited.settled()
    #expect(limited.state.profile.visits == 3)
    #expect(limited.state.counter == 1)
  }

  // MARK: The logger

  struct Journal: Sendable {
    let texts = Recorder<String>()
    func write(_ text: String) { texts.record(text) }

    /// As if the types stood in a file of an app, and not in these tests.
    var lines: [String] { texts.values.map { $0.replacing("MiddlewareTests.", with: "") } }
  }

  @Test("The example of the logger is reduced")
  func logger() async {
    let logged = Store(
      state: AppState(), reducer: appReducer, middleware: [.logger(.actions, .changes)])
    logged.dispatch(ProfileAction.renamed("otter"))

    await logged.settled()
    #expect(logged.state.profile.name == "otter")
  }

  @Test("The logger writes the action, its place and what it has changed")
  func loggedText() async {
    let journal = Journal()
    let sink = LogSink { text in journal.write(text) }
    let store = makeStore(.logger(.actions, .changes, to: sink))
    store.dispatch(
      ProfileAction.renamed("otter"), from: CallSite(file: "App/main.swift", line: 12))
    await store.settled()
    let text = """
      1 ProfileAction.renamed("otter") at App/main.swift:12
        - profile.name: ""
        + profile.name: "otter"
      """
    #expect(journal.lines == [text])
    let page = try? Repository.text(of: "\(Repository.catalogue)/UsingMiddleware.md")
    #expect(page?.contains("```text\n\(text)\n```") == true)
  }

  @Test("The logger writes what reducers are given, wherever it stands")
  func loggedActions() async {
    for isFirst in [true, false] {
      let journal = Journal()
      let logger = Middleware<AppState>.logger(.actions, to: LogSink { journal.write($0) })
      let changing = Middleware<AppState> { action, _, next in
        if action is SessionAction { return }
        next(action is Patient ? Incremented() : action)
        if action is Doubled { next(action) }
      }
      let store = Store(
        state: AppState(), reducer: appReducer,
        middleware: isFirst ? [logger, changing] : [changing, logger])
      let actions: [any Action] = [SessionAction.opened, Patient(), Doubled()]
      actions.forEach { store.dispatch($0, from: CallSite(file: "a", line: 1)) }
      await store.settled()
      #expect(
        journal.lines == [
          "2 Incremented() at a:1", "3 Doubled() at a:1", "3 Doubled() at a:1",
        ])
    }
  }

  @Test("A scoped logger writes the changes of a part, before anybody is told")
  func scopedLogger() async {
    let journal = Journal()

    let sink = LogSink { text in journal.write(text) }
    let short: Middleware<AppState> =
      Middleware<Profile>.logger(.changes, to: sink).scope(\.profile)

    let store = makeStore(short)
    let token = store.scope(\.profile.visits).observe { journal.write("told \($0)") }
    store.dispatch(Incremented())
    store.dispatch(ProfileAction.visited)
    await store.settled()
    #expect(journal.texts.values == ["told 0", "1", "2\n  - visits: 0\n  + visits: 1", "told 1"])
    token.dispose()
  }

  @Test("A logger of times says how long the reducers took")
  func times() async {
    let journal = Journal()
    let store = makeStore(.logger(.time, to: LogSink { journal.write($0) }))
    store.dispatch(Incremented())
    await store.settled()
    let text = journal.texts.values.first ?? ""
    #expect(text.wholeMatch(of: /1 in \d+\.\d{3} ms/) != nil)
  }
}
