// SPDX-License-Identifier: MIT

import Runnel

/// A factory of random members.
struct Maker: Sendable {
  let store: Store<SoakState>
  let books: Books
  let queues: Queues

  /// Returns `nil` if the chosen slice doesn't exist.
  func make(_ random: inout SplitMix, onMain: Bool) -> Member? {
    switch random.number(0..<100) {
    case 0..<3: whileOn()
    case 3..<5: forEach(&random)
    case 5..<8: following(&random)
    case 8..<11: reducer(&random)
    case 11: watcher(&random, onMain, of: .total)
    case 12..<20: watcher(&random, onMain, of: .derived)
    case 20..<60: watcher(&random, onMain, of: .slot)
    case 60..<80: watcher(&random, onMain, of: .row)
    default: watcher(&random, onMain, of: .place)
    }
  }

  // MARK: Observers

  private enum Part { case total, slot, derived, row, place }

  private func watcher(_ random: inout SplitMix, _ onMain: Bool, of part: Part) -> Member? {
    let delivery = Bool.random(using: &random) ? Delivery.every : .latest
    let places: [Watcher.Where] = onMain ? [.main] : Watcher.Where.allCases
    let place = places[random.number(0..<places.count)]
    let listens = part == .total && random.once(in: 2)
    let kind: Watcher.Kind =
      switch random.number(0..<10) {
      case _ where listens: .listener(place)
      case 0..<2: onMain ? .view : .service(place == .serial ? .serial : .concurrent)
      case 2: onMain ? .view : .reader
      case 3: .held
      default: onMain && Bool.random(using: &random) ? .view : .observer(place)
      }
    let watcher = Watcher(
      store: store, books: books, queues: queues, kind: kind,
      delivery: listens ? .every : delivery, serial: random.number(0..<queues.serial.count),
      echoes: part != .total && random.once(in: 8), endsItself: random.once(in: 12),
      isSlow: random.once(in: 8))
    switch part {
    case .total: return watcher.member(of: store.scope(\.total), "total") { Reading(count: $0) }
    case .slot: return slot(watcher, &random)
    case .derived: return derived(watcher, &random)
    case .row: return row(watcher, &random)
    case .place: return transient(watcher, &random)
    }
  }

  private func slot(_ watcher: Watcher, _ random: inout SplitMix) -> Member {
    let outer = Slots.outer[random.number(0..<8)]
    let inner = Slots.inner[random.number(0..<8)]
    if random.once(in: 8) {
      let closure = store.scope { $0[keyPath: outer][keyPath: inner] }
      return watcher.member(of: closure, "closure") { Reading(count: $0) }
    }
    return watcher.member(of: store.scope(outer).scope(inner), "slot") { Reading(count: $0) }
  }

  private func derived(_ watcher: Watcher, _ random: inout SplitMix) -> Member {
    let left = Slots.inner[random.number(0..<4)]
    let right = Slots.inner[random.number(4..<8)]
    let eight = store.scope(Slots.outer[random.number(0..<8)])
    return watcher.member(of: eight.derive(left, right) { $0 + $1 }, "sum") { Reading(count: $0) }
  }

  private func row(_ watcher: Watcher, _ random: inout SplitMix) -> Member? {
    guard let id = store.randomRow(&random) else { return nil }
    return store.scope(\.rows, id: id).map { row in
      watcher.member(of: row, "row") { Reading(count: $0.count) }
    }
  }

  private func transient(_ watcher: Watcher, _ random: inout SplitMix) -> Member? {
    switch random.number(0..<4) {
    case 0:
      store.ifPresent(\.panel).map { watcher.member(of: $0, "panel", \.reading) }
    case 1:
      store.ifCase(\.screen, .detail).map {
        watcher.member(of: $0, "detail", \.reading)
      }
    case 2:
      store.scope(\.entries, key: random.number(Place.keys)).map {
        watcher.member(of: $0, "entry", \.reading)
      }
    default:
      watcher.member(of: store.scope(\.came), "jobs") { Reading(count: $0) }
    }
  }

  // MARK: Sources of actions

  private func whileOn() -> Member {
    let token = store.accepting(JobAction.self).run(while: \.switches.isOn) { [books] in
      let life = books.lives.begin()
      let source = books.ledger.open(.atMost, in: .isOn)
      return .run { send in
        var number = 0
        while true {
          try await send.sleep(for: .milliseconds(20))
          send(.came(source, number))
          number += 1
          life.touch()
        }
      }
    }
    return Member(isSource: true, end: { token.dispose() })
  }

  private func forEach(_ random: inout SplitMix) -> Member {
    let size = random.number(1..<8)
    let token = store.accepting(JobAction.self).run(forEach: \.switches.active) { [books] _ in
      .run(work(books.ledger.open(.atMost), 0..<size, 300, books.lives.begin()))
    }
    return Member(isSource: true, end: { token.dispose() })
  }

  private func following(_ random: inout SplitMix) -> Member {
    let life = books.lives.begin()
    let source = books.ledger.open(.atMost)
    let other = Store(state: 0) { count, _ in count += 1 }
    let effect = EffectOf<JobAction>.stream(other.values(delivery: .every)) { count in
      life.touch()
      return .came(source, count)
    }
    let token = store.accepting(JobAction.self).run(effect)
    for _ in 0..<random.number(1..<40) { other.dispatch(Bump()) }
    let end: @Sendable () -> Void = {
      // The other store lives as long as the member.
      withExtendedLifetime(other) { token.dispose() }
    }
    return Member(isSource: true, end: end)
  }

  private func reducer(_ random: inout SplitMix) -> Member {
    let life = books.lives.begin()
    let token = store.scope(Slots.outer[random.number(0..<8)]).add(
      reducer: .updating(Act<SlotEvent>.self) { _, _ in life.touch() })
    return Member(end: { token.dispose() })
  }
}

private struct Bump: Action {}

extension Store where State == SoakState {
  /// The ID of a random existing row.
  func randomRow(_ random: inout SplitMix) -> Int? {
    let number = random.number(0..<1_000_000)
    return scope { $0.rows.isEmpty ? nil : $0.rows[number % $0.rows.count].id }.state
  }
}
