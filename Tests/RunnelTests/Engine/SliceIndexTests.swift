// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

private typealias Hundred = Ten<Ten<Int>>
private typealias Thousand = Ten<Hundred>

/// Actions of a thousand features, each of a type of its own: the digits of a binary number.
private struct Step0<Feature>: Action {}
private struct Step1<Feature>: Action {}
private enum End {}

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

@Suite struct SliceIndexTests {
  @Test(arguments: [1, 1_000])
  func `Contract 28: an action compares the one of 1,000 observed slices that it changes`(
    features: Int
  ) async {
    var actions: [any Action] = []
    var reducers: [Reducer<Thousand>] = []
    forEachType(features) { type, action in
      let index = reducers.count
      func reducer<ActionType: Action>(_ type: ActionType.Type) -> Reducer<Int> {
        Reducer.updating(ActionType.self) { count, _ in count += 1 }
      }
      reducers.append(
        reducer(type).scope(Ten.paths[index % 10]).scope(Ten.paths[index / 10 % 10])
          .scope(Ten.paths[index / 100]))
      actions.append(action)
    }
    let store = Store(
      state: Thousand(Hundred(Ten(0))), reducer: Reducer { for reducer in reducers { reducer } })
    let notified = Recorder<Int>()
    let disposer = Disposer()
    for index in 0..<1_000 {
      store.scope(Thousand.paths[index / 100]).scope(Hundred.paths[index / 10 % 10])
        .scope(Ten<Int>.paths[index % 10])
        .observe { value in if value > 0 { notified.record(index) } }.dispose(on: disposer)
    }
    await store.settled()
    #expect(store.observedSlices == 1_000)
    let (evaluations, entered) = (store.evaluations, store.engine.table.entered)
    for action in actions { store.dispatch(action) }
    await store.settled()
    #expect(notified.values == Array(0..<features))
    #expect(store.evaluations - evaluations == features)
    #expect(store.engine.table.entered - entered == features)
    disposer.dispose()
    #expect(store.observedSlices == 0)
  }

  @Test func `Contract 28: the tree finds the slices that a scan finds`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = ModelRandom(seed: seed, thread: 0)
    func range() -> Range<Int> {
      let size = [1, 2, 4, 8, 8, 8, 16, 24, 40, 200].randomElement(using: &random) ?? 8
      let lower = Int.random(in: 0...(1_000 - size), using: &random)
      return lower..<(lower + size)
    }
    let index = SliceIndex(size: 1_000)
    var slices: [Slice] = []
    let fixed = 200..<240
    let hits = UnsafeMutablePointer<CachedHits>.allocate(capacity: 1)
    hits.initialize(to: CachedHits())
    defer {
      hits.deinitialize(count: 1)
      hits.deallocate()
    }
    func find(
      _ range: Range<Int>, _ hits: UnsafeMutablePointer<CachedHits>?
    ) -> [ObjectIdentifier] {
      var found: [ObjectIdentifier] = []
      index.forEach(in: range, hits) { found.append(ObjectIdentifier($0.slice)) }
      return found.sorted()
    }
    func scan(_ range: Range<Int>) -> [ObjectIdentifier] {
      slices.filter { $0.range.overlaps(range) }.map(ObjectIdentifier.init).sorted()
    }
    for step in 0..<5_000 {
      if slices.count < 40 || (slices.count < 300 && Bool.random(using: &random)) {
        let range = range()
        let slice = Slice(
          .stored, in: nil, offset: range.lowerBound, size: range.count,
          Slice.Kind(type: ValueType(Int.self), isSame: nil))
        slices.append(slice)
        index.add(slice)
      } else {
        index.remove(slices.remove(at: Int.random(in: 0..<slices.count, using: &random)))
      }
      let range = range()
      // The second search for a fixed range uses the cached hits.
      let isRight =
        find(range, nil) == scan(range) && find(fixed, hits) == scan(fixed)
        && find(fixed, hits) == scan(fixed) && index.count == slices.count
      guard isRight else {
        Issue.record("step \(step) of seed \(seed), range \(range)")
        return
      }
    }
  }
}
