// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// A rise and fall of the load of one thread.
struct Wave: Sendable {
  let start = ContinuousClock.now
  let period: Duration
  let crest: Int

  /// The number of members at this time, or `nil` after the end of the wave.
  ///
  /// It decreases to a half: the others stay to the end, to check that they receive the last value.
  var size: Int? {
    let share = (ContinuousClock.now - start) / period
    guard share < 1 else { return nil }
    let height = sin(0.75 * .pi * share)
    return 4 + Int(Double(crest) * height * height)
  }

  var isRising: Bool { (ContinuousClock.now - start) / period < 2.0 / 3 }
}

/// One thread, which dispatches and creates and ends members until the wave is over.
struct Worker: Sendable {
  let wave: Wave
  let maker: Maker
  var random: SplitMix
  var crowd: [Member] = []

  /// Dispatches some actions, and changes the crowd.
  mutating func step(_ size: Int, _ producer: Producer, atMost count: Int, onMain: Bool = false) {
    let row = random.once(in: 2) ? maker.randomRow(&random) ?? 0 : 0
    for _ in 0..<random.number(1..<count) where maker.books.ledger.backlog < 4_000 {
      dispatch(action(producer.stamp()), row: row)
    }
    maker.steer(&crowd, to: size, &random, onMain: onMain)
  }

  /// Returns the remaining members.
  consuming func run() -> [Member] {
    let producer = Producer(maker.books.ledger)
    while let size = wave.size {
      step(size, producer, atMost: 200)
      switch random.number(0..<400) {
      case 0..<2: maker.store.send(action(producer.stamp()))
      case 2..<6: tryReducer(slot: random.number(0..<64))
      case 6..<10: _ = maker.store.state
      default: break
      }
      while maker.books.ledger.backlog > 4_000, wave.size != nil {
        Thread.sleep(forTimeInterval: 0.0005)
      }
    }
    return crowd
  }

  /// Dispatches an action, to one row or entry if it is for those, which can be absent.
  private mutating func dispatch(_ action: any Action, row: Int) {
    switch action {
    case is Act<RowEvent>: maker.store.dispatch(action, to: \.rows, id: row)
    case is Act<EntryEvent>:
      maker.store.dispatch(action, to: \.entries, id: random.number(Place.keys))
    default: maker.store.dispatch(action)
    }
  }

  private mutating func action(_ stamp: Stamp) -> any Action {
    switch random.number(0..<1_000) {
    case 0..<450: return Act(stamp, SlotGrew(slot: random.number(0..<64)))
    case 450..<650:
      let event = random.once(in: 20) ? RowEvent.loaded(size: 3, pause: 400) : .grew
      return Act(stamp, event)
    case 650..<700: return Act(stamp, PanelEvent.grew)
    case 700..<750: return Act(stamp, DetailEvent.grew)
    case 750..<800: return Act(stamp, EntryEvent.grew)
    case 800..<810:
      let places = [.panel, .screen] + Place.keys.map { Place.entry($0) }
      return Act(stamp, PlaceTurned(place: places[random.number(0..<places.count)]))
    case 810..<815: return Act(stamp, RowsEvent.reversed)
    case 815..<835:
      let position = random.number(0..<1_000_000)
      let grows = random.number(0..<10) < (wave.isRising ? 6 : 4)
      return Act(stamp, grows ? RowsEvent.inserted(at: position) : .removed(at: position))
    case 835..<838: return Act(stamp, SwitchEvent.turned(random.number(0..<16)))
    case 838..<855: return JobAction(stamp, .canceled(lane: random.number(0..<16)))
    case 855..<955:
      let kind = JobKind.allCases[random.number(0..<JobKind.allCases.count)]
      let (size, pause) = (random.number(1..<9), random.number(1..<2_000))
      return JobAction(stamp, .started(kind, size: size, pause: pause, lane: random.number(0..<16)))
    default: return Act(stamp, EchoEvent.heard)
    }
  }

  /// Checks that a temporary reducer receives exactly the actions dispatched during its lifetime.
  private func tryReducer(slot: Int) {
    let (store, books) = (maker.store, maker.books)
    let producer = Producer(books.ledger)
    let source = producer.source
    let seen = Locked<[Int]>([])
    func grow() -> Act<SlotGrew> { Act(producer.stamp(), SlotGrew(slot: slot)) }
    store.dispatch(grow())
    let token = store.scope(\.slots).scope(Slots.paths[slot / 8])
      .add(
        reducer: .updating(Act<SlotGrew>.self) { _, act in
          if act.stamp.source == source { seen.withLock { $0.append(act.stamp.number) } }
        })
    for _ in 0..<3 { store.dispatch(grow()) }
    token.dispose()
    store.send(grow())
    let numbers = seen.withLock { $0 }
    if numbers != [1, 2, 3] { books.faults.report("an added reducer received \(numbers)") }
  }
}

/// SplitMix64, a generator of the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64, wave: Int, thread: Int) {
    state = seed &* 1_000_003 &+ UInt64(wave) &* 1_009 &+ UInt64(thread)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number of a range that is not empty.
  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Returns `true` once in `count` calls, on average.
  mutating func once(in count: Int) -> Bool { number(0..<count) == 0 }
}
