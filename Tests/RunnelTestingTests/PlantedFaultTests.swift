// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation
import RunnelTesting
import RunnelText
import Testing

/// Random tests of a reducer with a planted fault, and of one without.
@Suite struct PlantedFaultTests {
  /// Few, because 1,000 take more than a minute: for a change to how states are compared.
  static let seeds: Range<UInt64> = 0..<250

  struct Row: Equatable, Sendable, Identifiable {
    var id: Int
    var isDone = false
    var count = 0
  }

  enum Page: Equatable, Sendable { case list, row(Row), search(String) }

  struct Shop: Equatable, Sendable {
    var count = 0
    var words: [String] = []
    var numbers: [[Int]] = [[0, 0], [0, 0]]
    var rows: Entities<Row> = []
    var list: [Row] = []
    var selected: Row?
    var tags: Set<Int> = []
    var prices: [String: Row] = [:]
    var page = Page.list
    var path = ScreenStack<Page>()
    var history = History<Int>()
    /// What the reducer changes in each step, and closures without exhaustivity never name.
    var noise = 0
  }

  /// A step of a test, with its change.
  struct Step: Action {
    /// Whether the change can be applied to a state.
    var isPossible: @Sendable (Shop) -> Bool = { _ in true }
    let apply: @Sendable (inout Shop) -> Void

    static func random(_ random: inout ExplorationRandom, in shop: Shop) -> Step {
      let row = Row(id: random.int(in: 1...4), isDone: random.bool(), count: random.int(in: 0...2))
      let page = random.oneOf(Page.list, .row(row), .search("\(random.int(in: 0...2))"))
      let id = random.int(in: 1...4)
      let number = random.int(in: 0...3)
      let (i, j) = (random.int(in: 0...1), random.int(in: 0...1))
      let selected = random.bool() ? row : nil
      let append = Step { $0.words.append("\(number)") }
      let step = random.oneOf(
        append, Step { $0.count += number },
        Step(isPossible: { !$0.words.isEmpty }) { $0.words.removeFirst() },
        Step { $0.numbers[i][j] = number }, Step { $0.rows.upsert(row) },
        Step { $0.rows[id: id] = nil }, Step { $0.rows[id: id]?.isDone.toggle() },
        Step { shop in
          shop.list.removeAll { $0.id == row.id }
          shop.list.insert(row, at: 0)
        },
        Step(isPossible: { number < $0.list.count }) { $0.list[number].isDone = true },
        Step { $0.selected = selected }, Step { $0.selected?.count += 1 },
        Step { $0.tags.insert(id) }, Step { $0.tags.remove(id) },
        Step { $0.prices["\(number)"] = selected }, Step { $0.page = page },
        Step { $0.path.push(page) }, Step { $0.path.pop() },
        Step { $0.history.record($0.count) })
      return step.isPossible(shop) ? step : append
    }
  }

  /// What a faulty reducer does in place of a step.
  enum Fault: CaseIterable { case nothing, twice, other, everything }

  /// Returns what a faulty reducer makes of a state in place of a step.
  static func faulty(_ step: Step, in shop: Shop, _ random: inout ExplorationRandom) -> Shop {
    var shop = shop
    switch random.element(of: Fault.allCases) {
    case .nothing: break
    case .twice:
      step.apply(&shop)
      if step.isPossible(shop) { step.apply(&shop) }
    case .other: Step.random(&random, in: shop).apply(&shop)
    case .everything: shop = Shop()
    }
    return shop
  }

  /// A step whose closure is right.
  struct Planned: Sendable {
    let step: Step
    /// The right step changes the state.
    let isChange: Bool
    /// The state that the reducer makes of it by mistake.
    var faulty: Shop?
  }

  /// Returns a random test, with a fault in one of its steps if there is to be one.
  static func plan(seed: UInt64, isFaulty: Bool, _ exhaustivity: Exhaustivity) -> [Planned] {
    var random = ExplorationRandom(seed: seed)
    while true {
      var shop = Shop()
      var steps: [Planned] = []
      for _ in 0..<random.int(in: 1...3) {
        let step = Step.random(&random, in: shop)
        let before = shop
        step.apply(&shop)
        steps.append(Planned(step: step, isChange: before != shop))
        guard isFaulty, steps.allSatisfy({ $0.faulty == nil }) else { continue }
        let faulty = faulty(step, in: before, &random)
        let isSeen = exhaustivity == .on ? faulty != shop : misses(faulty, from: before, to: shop)
        if isSeen { steps[steps.count - 1].faulty = faulty }
      }
      if !isFaulty || steps.contains(where: { $0.faulty != nil }) { return steps }
    }
  }

  /// Returns whether a state lacks something of a change.
  private static func misses(_ actual: Shop, from before: Shop, to after: Shop) -> Bool {
    let (before, after, actual) = (facts(before), facts(after), facts(actual))
    return !after.subtracting(before).isSubset(of: actual)
      || !before.subtracting(after).isDisjoint(with: actual)
  }

  /// The values of a state, one by one, and what its collections consist of.
  private static func facts(_ shop: Shop) -> Set<String> {
    var other = shop
    other.list = []
    // By ID, and not by position.
    return Set(ValueDump.lines(of: other, .parts) + ValueDump.lines(of: Entities(shop.list)))
      .union([
        "\(shop.words.count) words", "rows \(shop.rows.ids)", "list \(shop.list.map(\.id))",
        "prices \(shop.prices.keys.sorted())", "path \(shop.path.ids)",
        "tags \(shop.tags.sorted())", "\(shop.history.count) steps",
      ])
  }

  /// Runs a test, and returns its failures.
  private func run(_ steps: [Planned], _ exhaustivity: Exhaustivity) async -> [TestFailure] {
    let position = Locked(0)
    let reducer = Reducer<Shop>.updating(Step.self) { shop, step in
      if exhaustivity == .off { shop.noise += 1 }
      let planned = position.withLock { position in
        defer { position += 1 }
        return steps[position]
      }
      let noise = shop.noise
      if let faulty = planned.faulty {
        shop = faulty
      } else if step.isPossible(shop) {
        step.apply(&shop)
      }
      shop.noise = noise
    }
    return await failures {
      let store = TestStore(state: Shop(), reducer: reducer, exhaustivity: exhaustivity)
        .accepting(Step.self)
      for planned in steps {
        if planned.isChange {
          await store.send(planned.step) { planned.step.apply(&$0) }
        } else {
          await store.send(planned.step)
        }
      }
      await store.finish()
    }
  }

  @Test(arguments: [Exhaustivity.on, .off], [true, false])
  func `Contract 43: wrong random tests fail and end no process, and right ones pass`(
    exhaustivity: Exhaustivity, isFaulty: Bool
  ) async {
    for seed in Self.seeds {
      let steps = Self.plan(seed: seed, isFaulty: isFaulty, exhaustivity)
      let failures = await run(steps, exhaustivity)
      if failures.isEmpty == isFaulty { Issue.record("\(seed): \(failures)") }
    }
  }
}
