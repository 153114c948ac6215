// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// A rise and fall of the load.
struct Wave: Sendable {
  let number: Int
  let start: ContinuousClock.Instant
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

/// The work of one thread, which dispatches and creates and ends members until the wave is over.
struct Worker: Sendable {
  let wave: Wave
  let maker: Maker
  let seed: UInt64
  let thread: Int
  /// The number of threads that share the work.
  let share: Int

  private var store: Store<SoakState> { maker.store }
  private var books: Books { maker.books }

  /// Returns the remaining members.
  func run() -> Crowd {
    var random = SplitMix(seed: seed, wave: wave.number, thread: thread)
    var crowd = Crowd()
    let producer = Producer(books.ledger)
    var total = 0
    while let size = wave.size {
      var burst = Burst(store: store, isRising: wave.isRising, &random)
      for _ in 0..<random.number(1..<200) {
        store.dispatch(burst.next(producer, &random))
      }
      crowd.steer(to: size / share, maker, &random)
      switch random.number(0..<400) {
      case 0..<2: store.waitUntilSettled()
      case 2..<6: tryReducer(&random)
      case 6..<10:
        let state = store.state
        if state.total < total { books.faults.report("the state went back to \(state.total)") }
        total = state.total
      default: break
      }
      while books.ledger.backlog > 4_000, wave.size != nil { Thread.sleep(forTimeInterval: 0.0005) }
    }
    return crowd
  }

  /// Checks that a temporary reducer receives exactly the actions dispatched during its lifetime.
  private func tryReducer(_ random: inout SplitMix) {
    let producer = Producer(books.ledger)
    let source = producer.source
    let seen = Seen()
    let slot = random.number(0..<Slots.count)
    func dispatch() { store.dispatch(Act(producer.stamp(), SlotEvent.grew(slot))) }
    let reducer = Reducer<Slots.Eight>.updating(Act<SlotEvent>.self) { _, act in
      if act.stamp.source == source { seen.numbers.withLock { $0.append(act.stamp.number) } }
    }
    dispatch()
    let token = store.scope(Slots.outer[slot / 8]).add(reducer: reducer)
    for _ in 0..<3 { dispatch() }
    token.dispose()
    dispatch()
    store.waitUntilSettled()
    let numbers = seen.numbers.withLock { $0 }
    if numbers != [1, 2, 3] { books.faults.report("an added reducer received \(numbers)") }
  }

  private final class Seen: Sendable {
    let numbers = Locked<[Int]>([])
  }
}

/// Several random actions in a row.
struct Burst {
  private let isRising: Bool
  private let row: Int?

  init(store: Store<SoakState>, isRising: Bool, _ random: inout SplitMix) {
    self.isRising = isRising
    row = random.once(in: 2) ? store.randomRow(&random) : nil
  }

  mutating func next(_ producer: Producer, _ random: inout SplitMix) -> any Action {
    let stamp = producer.stamp()
    switch random.number(0..<1_000) {
    case 0..<400: return Act(stamp, SlotEvent.grew(random.number(0..<Slots.count)))
    case 400..<600:
      let event = random.once(in: 20) ? RowEvent.loaded(size: 3, pause: 400) : .grew
      return ElementAct(stamp, row ?? 0, event)
    case 600..<650: return Act(stamp, PanelEvent.grew)
    case 650..<700: return Act(stamp, DetailEvent.grew)
    case 700..<750:
      return ElementAct(stamp, random.number(Place.keys), EntryEvent.grew)
    case 750..<760: return Act(stamp, PlaceEvent.turned(place(&random)))
    case 760..<765: return Act(stamp, RowsEvent.reversed)
    case 765..<785:
      let position = random.number(0..<1_000_000)
      let grows = random.number(0..<10) < (isRising ? 6 : 4)
      return Act(stamp, grows ? RowsEvent.inserted(at: position) : .removed(at: position))
    case 785..<787: return Act(stamp, SwitchEvent.turned(random.number(0..<16)))
    case 787..<790: return Act(stamp, NoteEvent.trimmed)
    case 790..<850: return Act(stamp, NoteEvent.typed(random.number(0..<1_000_000)))
    case 850..<865: return JobAction(stamp, .cancelled(lane: random.number(0..<16)))
    case 865..<965: return Act(stamp, job(&random))
    default: return Act(stamp, EchoEvent.heard)
    }
  }

  private func place(_ random: inout SplitMix) -> Place {
    switch random.number(0..<8) {
    case 0: .panel
    case 1: .screen
    default: .entry(random.number(Place.keys))
    }
  }

  private func job(_ random: inout SplitMix) -> JobEvent {
    .started(
      JobKind.allCases[random.number(0..<JobKind.allCases.count)],
      size: random.number(1..<9),
      pause: random.number(1..<2_000),
      lane: random.number(0..<16))
  }
}
