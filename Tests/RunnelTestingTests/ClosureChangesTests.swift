// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation
import RunnelTestSupport
import RunnelTesting
import Testing

/// What a closure has changed, with `exhaustivity: .off`: the difference of the state before it and
/// after it, and never its result for a state that it wasn't written for.
@Suite struct ClosureChangesTests {
  struct Row: Equatable, Sendable, Identifiable {
    var id: Int
    var isDone = false
    var title = ""
  }

  struct Note: Equatable, Sendable { var text = "", isRead = false }

  /// An object that is compared by its value.
  final class Label: Equatable, Sendable {
    let text: String
    init(_ text: String) { self.text = text }
    static func == (left: Label, right: Label) -> Bool { left.text == right.text }
  }

  enum Page: Equatable, Sendable { case list, detail(Row), archive(Row), search(String, hits: Int) }

  /// An element whose ID doesn't count.
  struct Draft: Equatable, Sendable, Identifiable {
    var id: Int
    var text = ""
    static func == (left: Draft, right: Draft) -> Bool { left.text == right.text }
  }

  struct App: Equatable, Sendable {
    var count = 0
    var note: Note? = Note(text: "a")
    var row: Row? = Row(id: 1)
    var ids: Set<Int> = [1, 2, 3]
    var words = ["a", "b"]
    var grid = [[0, 0], [0, 0]]
    var rows = [Row(id: 1), Row(id: 2)]
    var entities: Entities = [Row(id: 1), Row(id: 2)]
    var prices = ["tea": 3, "milk": 1]
    var vault = App.vault(capacity: 0)
    var page = Page.detail(Row(id: 1))
    var path = ScreenStack([Page.list, .search("a", hits: 0)])
    var label = Label("a")
    var hidden = Hidden()
    var pair: Pair = .init(sides: (1, 2))
    var ratio = Double.nan
    var drafts: [Draft] = []
    var other = 0

    /// A dictionary whose keys have the same description, and whose order depends on the capacity.
    static func vault(capacity: Int) -> [Key: Int] {
      var vault = [Key: Int](minimumCapacity: capacity)
      for number in 0..<20 { vault[Key(number: number)] = number }
      return vault
    }

    struct Key: Hashable, Sendable, CustomStringConvertible {
      let number: Int
      var description: String { "key" }
    }

    /// A value that contains one without `==`.
    struct Pair: Equatable, Sendable {
      var sides: (Int, Int)
      static func == (left: Pair, right: Pair) -> Bool { left.sides == right.sides }
    }
  }

  struct Become: Action { let state: App }

  typealias Change = @Sendable (inout App) -> Void

  private func makeStore(_ exhaustivity: Exhaustivity) -> TestStore<App> {
    TestStore(
      state: App(), reducer: .updating(Become.self) { $0 = $1.state }, exhaustivity: exhaustivity)
  }

  /// Returns the details of the failures of one step from the initial state to another one.
  private func failures(_ change: @escaping Change, becoming: Change) async -> [String] {
    var state = App()
    becoming(&state)
    // No closure names it.
    state.other = 1
    let become = Become(state: state)
    return await RunnelTestingTests.failures {
      let store = makeStore(.off)
      await store.send(become, expecting: change)
      await store.finish()
    }.map(\.details)
  }

  /// Closures with a state that they describe wrongly, and the differences.
  static let wrong: [(closure: Change, actual: Change, details: String)] = [
    // The closure changes nothing in the actual state.
    (
      { $0.row?.isDone = true }, { $0.row = nil },
      "  - row.id: 1\n  - row.isDone: true\n  - row.title: \"\"\n  + row: nil"
    ),
    ({ $0.ids.remove(3) }, { $0.ids = [] }, "  - ids: [1, 2]\n  + ids: []"),
    ({ $0.prices["tea"] = nil }, { $0.prices = [:] }, "  - prices[\"milk\"]: 1"),
    (
      { $0.entities[id: 2]?.isDone = true }, { $0.entities.remove(id: 2) },
      "  - entities[2].id: 2\n  - entities[2].isDone: true\n  - entities[2].title: \"\""
    ),
    // It puts another element in the place of one.
    (
      { $0.row = Row(id: 2) }, { $0.row = Row(id: 2, title: "x") },
      "  - row.title: \"\"\n  + row.title: \"x\""
    ),
    // It appends something, and the actual state has more.
    ({ $0.words.append("x") }, { $0.words += ["x", "x"] }, "  + words[3]: \"x\""),
    (
      { $0.words.removeFirst() }, { $0.words.removeLast() },
      "  - words[0]: \"b\"\n  + words[0]: \"a\""
    ),
    (
      { $0.entities.upsert(Row(id: 3)) }, { $0.entities.upsert(Row(id: 3, isDone: true)) },
      "  - entities[3].isDone: false\n  + entities[3].isDone: true"
    ),
    (
      { $0.path.push(.list) }, { $0.path.push(.search("b", hits: 1)) },
      "  - path.3: .list\n  + path.3.search.0: \"b\"\n  + path.3.search.hits: 1"
    ),
    // A value is wrong, behind whatever it is.
    (
      { $0.note?.text = "b" }, { $0.note?.text = "c" }, "  - note.text: \"b\"\n  + note.text: \"c\""
    ),
    (
      { $0.note = nil }, { $0.note?.text = "c" },
      "  - note: nil\n  + note.text: \"c\"\n  + note.isRead: false"
    ),
    ({ $0.grid[1][0] = 1 }, { $0.grid[1][0] = 2 }, "  - grid[1][0]: 1\n  + grid[1][0]: 2"),
    (
      { $0.rows[1].isDone = true }, { $0.rows.swapAt(0, 1) },
      "  - rows[1].isDone: true\n  + rows[1].isDone: false"
    ),
    (
      { $0.rows.swapAt(0, 1) }, { _ in },
      "  - order of rows: [\"2\", \"1\"]\n  + order of rows: [\"1\", \"2\"]"
    ),
    (
      { $0.page = .detail(Row(id: 1, isDone: true)) }, { $0.page = .list },
      "  - page.detail.id: 1\n  - page.detail.isDone: true\n  - page.detail.title: \"\"\n  + page: .list"
    ),
    (
      { $0.label = Label("b") }, { $0.label = Label("c") },
      "  label: Both have the same description, but `==` returns false."
    ),
    (
      { $0.hidden.value = 1 }, { $0.hidden.value = 2 },
      "  hidden: Both have the same description, but `==` returns false."
    ),
    ({ $0.pair.sides.1 = 3 }, { $0.pair.sides.1 = 4 }, "  - pair.sides.1: 3\n  + pair.sides.1: 4"),
    // The value is right, and not its key or its case.
    (
      { $0.prices["rice"] = 5 }, { $0.prices["oats"] = 5 },
      "  - prices[\"rice\"]: 5\n  + prices[\"oats\"]: 5"
    ),
    (
      { $0.page = .archive(Row(id: 1)) }, { _ in },
      """
        - page.archive.id: 1
        - page.archive.isDone: false
        - page.archive.title: ""
        + page.detail.id: 1
        + page.detail.isDone: false
        + page.detail.title: ""
      """
    ),
  ]

  @Test(arguments: wrong.indices)
  func `Contract 43: a closure whose change isn't the actual one fails with it`(index: Int) async {
    let (closure, actual, details) = Self.wrong[index]
    #expect(await failures(closure, becoming: actual) == [details])
  }

  /// Closures with a state of which they describe a part.
  static let right: [(closure: Change, actual: Change)] = [
    ({ $0.count += 1 }, { $0.count = 1 }),
    ({ $0.row?.isDone = true }, { $0.row = Row(id: 1, isDone: true, title: "b") }),
    ({ $0.ids.remove(3) }, { $0.ids = [1, 2] }),
    ({ $0.words.removeFirst() }, { $0.words = ["b"] }),
    // A change in place says nothing of the elements beside it.
    ({ $0.words[1] = "c" }, { $0.words = ["z", "c", "d"] }),
    ({ $0.grid[1][0] = 1 }, { $0.grid = [[7, 0], [1, 8]] }),
    (
      { $0.rows.append(Row(id: 3)) },
      { $0.rows = [Row(id: 1, isDone: true), Row(id: 2), Row(id: 3)] }
    ),
    (
      { $0.rows[1].isDone = true },
      { $0.rows = [Row(id: 1), Row(id: 2, isDone: true, title: "b")] }
    ),
    ({ $0.rows[1].isDone = true }, { $0.rows = [Row(id: 2, isDone: true), Row(id: 1)] }),
    (
      { $0.entities[id: 2]?.isDone = true },
      { $0.entities = [Row(id: 9), Row(id: 2, isDone: true)] }
    ),
    ({ $0.entities.remove(id: 1) }, { $0.entities = [Row(id: 2, title: "b")] }),
    ({ $0.prices["tea"] = 4 }, { $0.prices = ["tea": 4, "rice": 2] }),
    ({ $0.prices["tea"] = nil }, { $0.prices = ["milk": 9] }),
    (
      { $0.vault[.init(number: 20)] = 20 },
      {
        $0.vault = App.vault(capacity: 1_000)
        $0.vault[.init(number: 0)] = 9
        $0.vault[.init(number: 20)] = 20
      }
    ),
    (
      { $0.path.push(.list) },
      {
        $0.path[0] = .detail(Row(id: 1))
        $0.path.push(.list)
      }
    ),
    ({ $0.label = Label("b") }, { $0.label = Label("b") }),
    ({ $0.hidden.value = 1 }, { $0.hidden.value = 1 }),
    ({ $0.pair.sides.1 = 3 }, { $0.pair.sides = (7, 3) }),
    ({ $0.drafts = [Draft(id: 1)] }, { $0.drafts = [Draft(id: 2)] }),
  ]

  @Test(arguments: right.indices)
  func `Contract 43: a closure passes if what it changes is right`(index: Int) async {
    let (closure, actual) = Self.right[index]
    #expect(await failures(closure, becoming: actual) == [])
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `Contract 43: a state with a nan is compared by parts`(exhaustivity: Exhaustivity) async {
    let store = makeStore(exhaustivity)
    var state = App()
    state.count = 1
    await store.send(Become(state: state)) { $0.count = 1 }
    state.ratio = 0
    await store.send(Become(state: state)) { $0.ratio = 0 }
    state.ratio = .nan
    let failures = await RunnelTestingTests.failures {
      await store.send(Become(state: state)) { $0.ratio = 1 }
    }
    #expect(failures.map(\.details) == ["  - ratio: 1.0\n  + ratio: nan"])
    await store.finish()
  }

  @Test func `Contract 43: a closure that changes nothing fails, unless nothing has changed`() async
  {
    let failures = await RunnelTestingTests.failures {
      let store = TestStore(
        state: 0, reducer: .updating(Cheered.self) { state, _ in state += 1 }, exhaustivity: .off)
      await store.send(Cheered()) { $0 = 0 }
      await store.finish()
    }
    let text = """
      The closure with the expected change of Cheered() changes nothing, so it asserts nothing, \
      and the action has changed the state (- before, + after):
        - 0
        + 1
      Assert a value that stays the same with `expect`, or leave the closure out.
      """
    #expect(failures == [TestFailure(at: 3, text)])
    let store = makeStore(.off)
    await store.send(Become(state: App())) { _ in }
    await store.finish()
  }

  /// The reducer empties the list by mistake.
  private func makeList(_ exhaustivity: Exhaustivity) -> TestStore<[Int]> {
    TestStore(
      state: [0], reducer: .updating(Cheered.self) { state, _ in state = [] },
      exhaustivity: exhaustivity)
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `Contract 43: after a failure, a closure runs on the expected state, if that is known`(
    exhaustivity: Exhaustivity
  ) async {
    let failures = await RunnelTestingTests.failures {
      let store = makeList(exhaustivity)
      await store.send(Cheered()) { $0.append(1) }
      await store.send(Cheered()) { $0.removeFirst() }
      await store.send(Cheered()) { $0.removeFirst() }
      await store.finish()
    }
    // Afterward, the expected list is empty, too, or no further step is compared.
    #expect(failures.map(\.line) == [2, 3])
    if exhaustivity == .on { return }
    let text = """
      The state after Cheered() is not compared, and neither are later ones: an earlier step \
      failed, and the closures of the test were written for a state that the store has not reached.
      """
    #expect(failures.last?.text == text)
  }

  @Test func `Contract 43: no closure runs after a failed expectation`() async {
    let failures = await RunnelTestingTests.failures {
      let store = makeList(.off)
      await store.send(Cheered())
      await store.expect(\.self, [1])
      await store.send(Cheered()) { $0.removeFirst() }
      await store.finish()
    }
    #expect(failures.count == 2)
  }

  @Test func `Contract 43: a closure whose action never came is part of the later ones`() async {
    let failures = await RunnelTestingTests.failures {
      let store = makeList(.on)
      await store.receive(Word("a")) { $0 = [1] }
      await store.send(Cheered()) { $0.removeFirst() }
      await store.finish()
    }
    #expect(failures.count == 1)
  }
}

/// Right and wrong tests of states with numbers that aren't equal to themselves, with mirrors of
/// their own, and with elements that only their position tells apart.
@Suite struct UnusualStateTests {
  private struct Mirrored: Equatable, Sendable, CustomReflectable {
    var price = Double.nan
    var count = 1
    var customMirror: Mirror { Mirror(self, children: ["price": price]) }
  }

  /// A collection whose mirror shows only its elements.
  private struct Listing: Equatable, Sendable, CustomReflectable {
    var style: Mirror.DisplayStyle
    var items = [1, 2]
    var cursor = 0
    var customMirror: Mirror { Mirror(self, unlabeledChildren: items, displayStyle: style) }
  }

  /// An error without `==`, whose description hides its cases.
  private enum Fault: Error, CustomStringConvertible {
    case offline, late
    case code(Int)
    var description: String { "fault" }
  }

  private struct Outcome: Equatable, Sendable {
    var fault: Fault?
    var attempts = 0

    static func == (left: Outcome, right: Outcome) -> Bool {
      guard left.attempts == right.attempts else { return false }
      switch (left.fault, right.fault) {
      case (nil, nil), (.offline, .offline), (.late, .late): return true
      case (.code(let left), .code(let right)): return left == right
      default: return false
      }
    }
  }

  /// A value with functions, which never equals itself.
  private struct Rule: Equatable, Sendable {
    let weight = Double.nan
    let fallback: (@Sendable () -> Int)? = nil
    let apply: @Sendable () -> Int

    init(apply: @escaping @Sendable () -> Int) { self.apply = apply }

    static func == (left: Rule, right: Rule) -> Bool {
      left.weight == right.weight && left.apply() == right.apply()
    }
  }

  private struct State: Equatable, Sendable {
    var tags = ["a", "b", "c"]
    var list = Listing(style: .collection)
    var selection = Listing(style: .set)
    var outcome = Outcome(fault: .offline)
    var rows = [ClosureChangesTests.Row(id: 1)]
    var vector = SIMD2<Double>(.nan, 1)
    var prices: [String: Double] = [:]
    var set: Set<Double> = []
    var numbers: [Double] = []
    var large: Int128 = 1
    var mirrored = Mirrored()
    var rule = Rule { 0 }
  }

  private typealias Change = @Sendable (inout State) -> Void

  @Test(arguments: [Exhaustivity.on, .off])
  func `a failure shows how a long list differs, and counts what it leaves out`(
    exhaustivity: Exhaustivity
  ) async {
    let numbers = (0..<2_000).map { [$0] }
    let reducer = Reducer<[[Int]]>.updating(Cheered.self) { state, _ in state.append([-1]) }
    let failures = await failures {
      let store = TestStore(state: numbers, reducer: reducer, exhaustivity: exhaustivity)
      await store.send(Cheered()) { $0.reverse() }
      await store.finish()
    }
    let lines = failures.first?.details.split(separator: "\n") ?? []
    #expect(lines.count == 101)
    #expect(lines.last == "  … and \(exhaustivity == .on ? "3901 more lines" : "3901 more")")
  }

  private struct Measured: Action, Equatable { var value = Double.nan }

  /// Returns the number of failures of a test.
  private func failureCount(
    _ exhaustivity: Exhaustivity, _ actual: @escaping Change, _ expected: @escaping Change
  ) async -> Int {
    await failures {
      let store = TestStore(state: State(), reducer: .edits, exhaustivity: exhaustivity)
      await store.send(Edit(actual), expecting: expected)
      await store.finish()
    }.count
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `Contract 43: right tests of unusual values pass`(exhaustivity: Exhaustivity) async {
    @Sendable func prices(_ capacity: Int, _ keys: [Int]) -> [String: Double] {
      var prices = [String: Double](minimumCapacity: capacity)
      for key in keys { prices["\(key)"] = .nan }
      return prices
    }
    @Sendable func numbers(_ capacity: Int, _ numbers: [Int]) -> Set<Double> {
      var set = Set<Double>(minimumCapacity: capacity)
      set.formUnion(numbers.map(Double.init) + [.nan])
      return set
    }
    let tests: [(Change, Change)] = [
      (
        { $0.prices = prices(1_000, (0..<60).reversed()) }, { $0.prices = prices(0, Array(0..<60)) }
      ),
      ({ $0.set = numbers(0, Array(0..<50)) }, { $0.set = numbers(4_000, (0..<50).reversed()) }),
      ({ $0.vector = [.nan, 2] }, { $0.vector = [.nan, 2] }),
      ({ $0.numbers = [.nan] + [1] }, { $0.numbers = [.nan, 1] }),
      ({ $0.tags[0] = "X" }, { $0.tags[0] = "X" }),
      ({ $0.list.cursor = 1 }, { $0.list.cursor = 1 }),
      ({ $0.outcome.attempts = 1 }, { $0.outcome.attempts = 1 }),
      ({ $0.outcome.fault = .code(1) }, { $0.outcome.fault = .code(1) }),
    ]
    for (actual, expected) in tests {
      #expect(await failureCount(exhaustivity, actual, expected) == 0)
    }
    let store = TestStore(
      state: 0, reducer: .on(Cheered.self) { _, _ in .send(Measured()) },
      exhaustivity: exhaustivity)
    await store.send(Cheered())
    await store.receive(Measured())
    await store.finish()
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `Contract 43: wrong tests of unusual values fail`(exhaustivity: Exhaustivity) async {
    typealias Row = ClosureChangesTests.Row
    let tests: [(Change, Change)] = [
      ({ $0.vector = [.nan, 3] }, { $0.vector = [.nan, 2] }),
      ({ $0.vector = [0, 0] }, { $0.vector = [.nan, 5] }),
      ({ $0.mirrored.count = 3 }, { $0.mirrored.count = 2 }),
      ({ $0.prices = ["a": .nan, "b": 1] }, { $0.prices = ["a": .nan, "b": 2] }),
      ({ $0.numbers = [.nan, 1] }, { $0.numbers = [.nan, 2] }),
      ({ $0.large = 2 }, { $0.large = 3 }),
      ({ $0.list.cursor = 1 }, { $0.list.cursor = 2 }),
      ({ $0.selection.items = [2, 1] }, { _ in }),
      ({ $0.outcome.fault = .late }, { _ in }),
      ({ _ in }, { $0.outcome.fault = .code(1) }),
      ({ $0.outcome.fault = .late }, { $0.outcome.fault = .code(1) }),
      ({ $0.rule = Rule { 1 } }, { $0.rule = Rule { 2 } }),
      ({ _ in }, { $0.rule = Rule { 2 } }),
      // Elements that were added, removed or moved have to be the same.
      ({ $0.tags = ["X", "b", "c", "d"] }, { $0.tags.append("d") }),
      ({ $0.tags = ["X", "b"] }, { $0.tags.removeLast() }),
      ({ $0.tags = ["c", "X", "a"] }, { $0.tags.swapAt(0, 2) }),
      (
        { $0.rows = [Row(id: 1, title: "b"), Row(id: 1, title: "z")] },
        { $0.rows = [Row(id: 1, title: "b"), Row(id: 1, title: "a")] }
      ),
    ]
    for (actual, expected) in tests {
      #expect(await failureCount(exhaustivity, actual, expected) > 0)
    }
  }
}
