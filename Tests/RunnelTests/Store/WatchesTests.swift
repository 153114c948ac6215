// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

private struct Ten: Equatable, Sendable {
  var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0
}

private struct Hundred: Equatable, Sendable {
  var a = Ten(), b = Ten(), c = Ten(), d = Ten(), e = Ten()
  var f = Ten(), g = Ten(), h = Ten(), i = Ten(), j = Ten()
}

private struct Thousand: Equatable, Sendable {
  var a = Hundred(), b = Hundred(), c = Hundred(), d = Hundred(), e = Hundred()
  var f = Hundred(), g = Hundred(), h = Hundred(), i = Hundred(), j = Hundred()

  static let hundreds: [any WritableKeyPath<Thousand, Hundred> & Sendable] = [
    \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j,
  ]
}

private let tens: [any WritableKeyPath<Hundred, Ten> & Sendable] = [
  \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j,
]
private let ones: [any WritableKeyPath<Ten, Int> & Sendable] = [
  \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j,
]

/// An action of one of a thousand features, each of which has a type of its own.
private struct Step0<Feature>: Action {}
private struct Step1<Feature>: Action {}
private enum End {}

/// A thousand types, counted in binary: what `make` does with each of them.
private func forEachType(_ count: Int, _ body: (any Action.Type, any Action) -> Void) {
  func make<Feature>(_ type: Feature.Type, _ number: Int) {
    switch number {
    case 0, 1: body(Step0<Feature>.self, Step0<Feature>())
    default:
      number.isMultiple(of: 2)
        ? make(Step0<Feature>.self, number / 2) : make(Step1<Feature>.self, number / 2)
    }
  }
  for number in count..<(2 * count) { make(End.self, number) }
}

@Suite struct WatchesTests {
  @Test(
    "Contract 28: of a thousand watched slices an action looks at those that it may have changed")
  func narrow() async {
    for composed in [10, 1_000] {
      var actions: [any Action] = []
      var reducers: [Reducer<Thousand>] = []
      forEachType(composed) { type, action in
        let index = reducers.count
        func reducer<ActionType: Action>(_ type: ActionType.Type) -> Reducer<Int> {
          Reducer.on(ActionType.self) { count, _ in count += 1 }
        }
        reducers.append(
          reducer(type).scope(ones[index % 10]).scope(tens[index / 10 % 10])
            .scope(Thousand.hundreds[index / 100]))
        actions.append(action)
      }
      let store = Store(state: Thousand(), reducer: Reducer { for reducer in reducers { reducer } })
      let told = Recorder<Int>()
      let disposer = Disposer()
      for index in 0..<1_000 {
        store.scope(Thousand.hundreds[index / 100]).scope(tens[index / 10 % 10])
          .scope(ones[index % 10]).observe { value in if value > 0 { told.record(index) } }
          .dispose(on: disposer)
      }
      await store.settled()
      #expect(store.engine.watches.count == 1_000)
      let before = store.engine.evaluations
      for index in 0..<composed { store.dispatch(actions[index]) }
      await store.settled()
      #expect(told.values == Array(0..<composed))
      #expect(store.engine.evaluations - before == composed)
      #expect(store.engine.table.entered == composed)
      disposer.dispose()
      #expect(store.engine.watches.isEmpty)
    }
  }

  @Test("The tree finds what a scan would find, while slices come and go")
  func treeAgreesWithScan() {
    var random = SystemRandomNumberGenerator()
    func range() -> Footprint {
      let size = [1, 2, 4, 8, 8, 8, 16, 24, 40, 200].randomElement(using: &random) ?? 8
      let lower = Int.random(in: 0...(1_000 - size), using: &random)
      return Footprint(lower: lower, upper: lower + size)
    }
    var watches = Watches(size: 1_000)
    var nodes: [Node] = []
    let fixed = Footprint(lower: 200, upper: 240)
    let trail = UnsafeMutablePointer<Watches.Trail>.allocate(capacity: 1)
    trail.initialize(to: Watches.Trail())
    defer {
      trail.deinitialize(count: 1)
      trail.deallocate()
    }
    for _ in 0..<5_000 {
      if nodes.count < 40 || (nodes.count < 300 && Bool.random(using: &random)) {
        let node = Node(
          parent: nil, source: .stored(offset: 0), footprint: range(), type: ValueType(Int.self),
          isSame: nil, step: .root)
        nodes.append(node)
        watches.add(node)
      } else {
        watches.remove(nodes.remove(at: Int.random(in: 0..<nodes.count, using: &random)))
      }
      let wanted = range()
      var found: Set<ObjectIdentifier> = []
      var calls = 0
      watches.forEach(in: wanted, nil) { watch in
        found.insert(ObjectIdentifier(watch.node))
        calls += 1
      }
      let expected = Set(nodes.filter { $0.footprint.overlaps(wanted) }.map(ObjectIdentifier.init))
      #expect(found == expected)
      #expect(calls == expected.count)
      // What was found before is found again, also after slices have come and gone.
      for _ in 0..<2 {
        found = []
        watches.forEach(in: fixed, trail) { found.insert(ObjectIdentifier($0.node)) }
        #expect(
          found == Set(nodes.filter { $0.footprint.overlaps(fixed) }.map(ObjectIdentifier.init)))
      }
      if calls != expected.count { return }
    }
  }
}
