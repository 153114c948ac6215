// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ExploreEffectsTests {
  struct Page: Equatable, Sendable {
    var query = ""
    var found: [String] = []
  }

  enum PageAction: Action, Equatable {
    case search(String)
    case found(String)
    case failed
    case stop
    case open
    case close
    case fill
  }

  enum Find: Command, Equatable { case pages(String) }

  struct Offline: Error {}

  private func page(
    _ effect: @escaping @Sendable (EffectOf<PageAction>) -> EffectOf<PageAction>
  ) -> Reducer<Page> {
    Reducer.on(PageAction.self) { state, action in
      switch action {
      case .search(let query):
        state.query = query
        return effect(.perform(Find.pages(query)))
      case .found(let text): state.found.append(text)
      case .stop:
        state.query = ""
        return .cancel(id: 1)
      default: break
      }
      return .none
    }
  }

  /// Returns the failure of an exploration with searches that end in any order.
  private nonisolated(nonsending) func failure(
    of reducer: Reducer<Page>,
    answer: @escaping (Find, inout ExplorationRandom) throws -> [any Action] = { command, _ in
      guard case .pages(let query) = command else { return [] }
      return [PageAction.found(query)]
    },
    holds: @escaping (Page, any Action, Page) -> Bool
  ) async -> String? {
    let failures = await failures {
      await explore(state: Page(), reducer: reducer, runs: 300, length: 20) { random in
        random.oneOf(
          PageAction.search(random.element(of: ["a", "b"])), .stop, .open, .close, .fill)
      } performing: { command, random in
        guard let command = command as? Find else { return [] }
        return try answer(command, &random)
      } holds: {
        holds($0, $1, $2)
      }
    }
    return failures.first?.text
  }

  @Test func `a shorter delay ends before a longer one that began earlier`() async {
    let reducer = Reducer<Page>.on(PageAction.self) { page, action in
      if case .found(let text) = action { page.found.append(text) }
      guard action == .open else { return .none }
      return .merge(
        .send(.found("late")).delay(for: .seconds(2)),
        .send(.found("early")).delay(for: .seconds(1)))
    }
    let text = await failure(of: reducer) { _, _, page in page.found.first != "late" }
    #expect(text == nil)
  }

  @Test func `many commands don't keep two delays from their end`() async {
    let reducer = Reducer<Page>.on(PageAction.self) { page, action in
      if case .found(let text) = action { page.found.append(text) }
      guard action == .open else { return .none }
      let loads = (1...40).map { EffectOf<PageAction>.perform(Find.pages("\($0)")) }
      let late = EffectOf<PageAction>.send(.found("late"))
      return .merge(loads + [late.delay(for: .seconds(1)).delay(for: .seconds(1))])
    }
    let text = await failure(of: reducer) { _, _, page in page.found.last != "late" }
    #expect(text?.contains("of 4 steps:") == true)
  }

  @Test func `an action that was sent and then canceled isn't delivered`() async {
    let reducer = page { _ in .send(.failed).cancellable(id: 1) }
    let text = await failure(of: reducer) { before, action, _ in
      action as? PageAction != .failed || before.query != ""
    }
    #expect(text == nil)
  }

  /// An effect of a search, its last action, and the shortest way to it.
  struct Way: Sendable {
    let effect: @Sendable (EffectOf<PageAction>) -> EffectOf<PageAction>
    var isOffline = false
    let last: PageAction
    let steps: [String]
  }

  static let ways: [Way] = [
    Way(
      effect: { $0.debounce(id: 1, for: .seconds(1)) }, last: .found("a"),
      steps: [
        "// a delay ends",
        #"ExploreEffectsTests.PageAction.found("a")  // result of ExploreEffectsTests.Find.pages("a")"#,
      ]),
    Way(
      effect: { $0.catch { _ in .failed } }, isOffline: true, last: .failed,
      steps: [
        #"// ExploreEffectsTests.Find.pages("a") ends"#,
        "ExploreEffectsTests.PageAction.failed  // result of an effect",
      ]),
    Way(
      effect: { $0.timeout(after: .seconds(5)).catch { _ in .failed } }, last: .failed,
      steps: [
        "// a delay ends", "ExploreEffectsTests.PageAction.failed  // result of an effect",
      ]),
    Way(
      effect: { $0.retry(1, backoff: .constant(.seconds(1))).catch { _ in .failed } },
      isOffline: true, last: .failed,
      steps: [
        #"// ExploreEffectsTests.Find.pages("a") ends"#, "// a delay ends",
        #"// ExploreEffectsTests.Find.pages("a") ends"#,
        "ExploreEffectsTests.PageAction.failed  // result of an effect",
      ]),
  ]

  @Test(arguments: ways.indices)
  func `a debounced, caught, late or repeated command has its steps`(index: Int) async {
    let way = Self.ways[index]
    let text = await failure(of: page(way.effect)) { command, _ in
      if way.isOffline { throw Offline() }
      guard case .pages(let query) = command else { return [] }
      return [PageAction.found(query)]
    } holds: { _, action, _ in
      action as? PageAction != way.last
    }
    let steps = [#"ExploreEffectsTests.PageAction.search("a")"#] + way.steps
    let lines = steps.map { "  \($0)\n" }.joined()
    #expect(text?.contains("of \(steps.count) steps:\n\(lines)") == true, "\(text ?? "none")")
  }

  @Test func `an uncaught error fails`() async {
    let text = await failure(of: page { $0 }) { _, _ in
      throw Offline()
    } holds: { _, _, _ in
      true
    }
    #expect(
      text?.hasPrefix(
        "Exploration failed: the error Offline() left an effect made at RunnelTestingTests/")
        == true)
    #expect(text?.contains("of 2 steps:") == true)
  }

  @Test func `several results of a command are delivered in order`() async {
    let text = await failure(of: page { $0 }) { _, _ in
      [PageAction.found("1"), PageAction.found("2"), PageAction.found("3")]
    } holds: { _, _, after in
      after.found.count < 3
        || after.found.firstIndex(of: "3") ?? 9 < after.found.firstIndex(of: "2") ?? 9
    }
    #expect(text?.contains("of 4 steps:") == true, "\(text ?? "no failure")")
  }

  /// A list whose rows, an enum whose case, and an optional that loads a text.
  struct Parts: Equatable, Sendable {
    var rows: [Row] = []
    var screen = Screen.home
    var sheet: Page?

    struct Row: Identifiable, Equatable, Sendable { let id: Int }
    enum Screen: Equatable, Sendable { case home, detail(Page) }
  }

  private func loading<State>(_ text: String, in type: State.Type) -> Reducer<State> {
    Reducer<State>.on(PageAction.self) { _, action in
      action == .fill ? .perform(Find.pages(text)) : .none
    }
  }

  @Test func `effects of elements, of enum cases and of optionals end with them`() async {
    let reducer = Reducer<Parts> {
      Reducer.updating(PageAction.self) { state, action in
        if action == .open {
          state = Parts(rows: [.init(id: 1)], screen: .detail(Page()), sheet: Page())
        }
        if action == .close { state = Parts() }
      }
      loading("row", in: Parts.Row.self).forEach(\.rows, id: \.id)
      loading("detail", in: Page.self).ifCase(\.screen, CasePath(Parts.Screen.detail))
      loading("sheet", in: Page.self).ifPresent(\.sheet)
    }
    func failure(_ isWrong: @escaping (Parts, String) -> Bool) async -> String? {
      let failures = await failures {
        await explore(state: Parts(), reducer: reducer, runs: 100, length: 20) { random in
          random.oneOf(PageAction.open, .close, .fill)
        } performing: { command, _ in
          guard case Find.pages(let text) = command else { return [] }
          return [PageAction.found(text)]
        } holds: { before, action, _ in
          guard case PageAction.found(let text) = action else { return true }
          return !isWrong(before, text)
        }
      }
      return failures.first?.text
    }
    #expect(await failure { before, _ in before == Parts() } == nil)
    for part in ["row", "detail", "sheet"] {
      #expect(await failure { _, text in text == part }?.contains("of 3 steps:") == true)
    }
  }

  @Test func `Contract 27: a detached effect sends nothing to a value of another identity`() async {
    struct User: Identifiable, Equatable, Sendable {
      let id: Int
      var heard: [Int] = []
    }
    struct App: Equatable, Sendable { var user: User? = User(id: 1) }
    enum Step: Action, Equatable { case ask, leave, enter(Int), answer(Int) }
    let reducer = Reducer<App> {
      Reducer<User>.on(Step.self) { user, step in
        if case .answer(let id) = step { user.heard.append(id) }
        guard step == .ask else { return .none }
        return .send(Step.answer(user.id)).delay(for: .seconds(1)).detachedFromState()
      }
      .ifPresent(\.user)
      Reducer.updating(Step.self) { app, step in
        if step == .leave { app.user = nil }
        if case .enter(let id) = step { app.user = User(id: id) }
      }
    }
    func isFound(_ isWrong: @escaping (App, any Action) -> Bool) async -> Bool {
      let failures = await failures {
        await explore(state: App(), reducer: reducer, runs: 200, length: 12) { random in
          random.oneOf(Step.ask, .leave, .enter(1), .enter(2))
        } holds: { _, action, app in
          !isWrong(app, action)
        }
      }
      return !failures.isEmpty
    }
    let isHeardByOther = await isFound { app, _ in
      app.user.map { user in user.heard.contains { $0 != user.id } } ?? false
    }
    #expect(!isHeardByOther)
    // Its own user hears it and, without a value in its place, the app.
    #expect(await isFound { app, _ in app.user?.heard.isEmpty == false })
    #expect(await isFound { app, action in app.user == nil && action as? Step == .answer(1) })
  }

  @Test func `without a closure for commands, only sent actions are delivered, in order`() async {
    let reducer = Reducer<Page>.on(PageAction.self) { state, action in
      switch action {
      case .open: return .merge(.send(.found("1")), .send(.found("2")), .perform(Find.pages("")))
      case .found(let text): state.found.append(text)
      default: break
      }
      return .none
    }
    let failures = await failures {
      await explore(state: Page(), reducer: reducer) { _ in
        PageAction.open
      } holds: { state in
        state.found.prefix(2) != ["1", "2"]
      }
    }
    #expect(
      failures.first?.text.contains(
        """
        of 3 steps:
          ExploreEffectsTests.PageAction.open
          ExploreEffectsTests.PageAction.found("1")  // result of an effect
          ExploreEffectsTests.PageAction.found("2")  // result of an effect

        """) == true, "\(failures)")
    // No run delivers the second one first.
    await explore(state: Page(), reducer: reducer, runs: 100) { _ in
      PageAction.open
    } holds: { state in
      state.found.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? "1" : "2") }
    }
  }

  struct Job: Equatable, Sendable, Identifiable {
    var id: Int
    var isDone = false
  }

  struct Jobs: Equatable, Sendable { var all = [Job(id: 1), Job(id: 2)] }

  enum JobAction: Action, Equatable { case start, finish }

  @Test func `the result of an effect of an element has its address in the test case`() async {
    let job = Reducer<Job>.on(JobAction.self) { job, action in
      job.isDone = action == .finish
      return action == .start ? .send(.finish) : .none
    }
    func text(_ id: Int) -> String { "ExploreEffectsTests.Job(id: \(id), isDone: false)" }
    let failures = await failures {
      await explore(state: Jobs(), reducer: job.forEach(\Jobs.all)) { _ in
        Addressed(JobAction.start, to: \Jobs.all, id: 2)
      } holds: { before, _, after in
        before.all.map(\.isDone) == after.all.map(\.isDone)
      }
    }
    #expect(
      failures.first?.text.hasSuffix(
        """
          @Test func `found by exploration`() {
            var state = ExploreEffectsTests.Jobs(all: [\(text(1)), \(text(2))])
            reducer.reduce(&state, ExploreEffectsTests.JobAction.start, to: \\.all, id: 2)
            let before = state
            reducer.reduce(&state, ExploreEffectsTests.JobAction.finish, to: \\.all, id: 2)
            #expect(holds(before, ExploreEffectsTests.JobAction.finish, state))
          }
        """) == true, "\(failures)")
  }

  private struct Load: Command { let token: LifetimeToken }

  /// An ID that is equal to others with its name, and that its tracker counts.
  private struct TrackedID: Hashable {
    let name: String
    let token: LifetimeToken

    static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  @Test(arguments: [1, 3]) func `effects that never end are released`(runs: Int) async {
    let tracker = LifetimeTracker()
    let reducer = Reducer<Page>.on(PageAction.self) { _, action in
      guard action == .open else { return .none }
      func id(_ name: String) -> TrackedID { TrackedID(name: name, token: tracker.token()) }
      func load() -> EffectOf<PageAction> { .perform(Load(token: tracker.token())) }
      return .merge(
        load(),
        .concatenate(load(), load()),
        load().cancellable(id: id("outer")).cancellable(id: id("inner")),
        load().delay(for: .seconds(1)),
        load().timeout(after: .seconds(1)).catch { _ in .failed },
        load().retry(1, backoff: .none).catch { _ in .failed },
        load().debounce(id: id("debounced"), for: .seconds(1)),
        load().throttle(id: id("throttled"), for: .seconds(1), latest: true),
        .send(.failed).throttle(id: id("window"), for: .seconds(1)),
        load().limited(id: id("limited"), to: 1))
    }
    await explore(state: Page(), reducer: reducer, runs: runs, length: 5) { _ in
      PageAction.open
    } holds: { _ in
      true
    }
    #expect(tracker.aliveCount == 0)
  }
}
