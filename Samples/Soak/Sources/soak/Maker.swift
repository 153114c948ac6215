// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Runnel

struct Maker: Sendable {
  let store: Store<SoakState>, books: Books, queues: Queues

  /// Returns `nil` if the chosen slice doesn't exist.
  private func make(_ random: inout SplitMix, onMain: Bool) -> Member? {
    switch random.number(0..<100) {
    case 0..<3: return whileOn()
    case 3..<5: return forEach()
    case 5..<8:
      return watcher(&random, onMain, ofTotal: true).member(of: store.scope(\.total), count)
    case let number: return observer(number, watcher(&random, onMain), &random)
    }
  }

  /// Moves a crowd closer to a size, and replaces some members.
  func steer(
    _ crowd: inout [Member], to size: Int, _ random: inout SplitMix, onMain: Bool = false
  ) {
    for index in 0..<32 where crowd.count > size || index == 0 && !crowd.isEmpty {
      crowd.swapAt(random.number(0..<crowd.count), crowd.count - 1)
      let member = crowd.removeLast()
      // A task continues after its starter; all other members end when they are released.
      if member.finish != nil || random.once(in: 2) { member.end() }
    }
    for _ in 0..<32 where crowd.count < size {
      if let member = make(&random, onMain: onMain) { crowd.append(member) }
    }
  }

  private func watcher(_ random: inout SplitMix, _ onMain: Bool, ofTotal: Bool = false) -> Watcher {
    let places = onMain ? [.main] : [nil, .main, queues.concurrent] + queues.serial
    let kinds: [Watcher.Kind] =
      onMain ? [.view, .observer] : [.service, .reader, .observer, .observer, .observer]
    let listens = ofTotal && random.once(in: 2)
    return Watcher(
      maker: self, kind: listens ? .listener : kinds[random.number(0..<kinds.count)],
      queue: places[random.number(0..<places.count)],
      delivery: listens || random.once(in: 2) ? .every : .latest,
      echoes: !ofTotal && random.once(in: 8), endsItself: random.once(in: 12))
  }

  private func observer(_ kind: Int, _ watcher: Watcher, _ random: inout SplitMix) -> Member? {
    let eight = store.scope(\.slots).scope(Slots.paths[random.number(0..<8)])
    let number = random.number(0..<8)
    let (inner, other) = (Eight<Int>.paths[number], Eight<Int>.paths[(number + 1) % 8])
    let key = random.number(Place.keys)
    switch kind {
    case 8..<20: return watcher.member(of: eight.derive(inner, other) { $0 + $1 }, count)
    case 20..<25: return watcher.member(of: eight.scope { $0[keyPath: inner] }, count)
    case 25..<60: return watcher.member(of: eight.scope(inner), count)
    case 60..<80:
      let row = randomRow(&random).flatMap { store.scope(\.rows, id: $0) }
      return row.map { watcher.member(of: $0) { Reading(count: $0.count) } }
    case 80..<85:
      let isPresent = store.scope { $0.panel != nil }
      return store.ifPresent(\.panel).map { watcher.member(of: $0, in: isPresent, \.reading) }
    case 85..<90:
      let isPresent = store.scope { $0.screen != .list }
      return store.ifCase(\.screen, .detail).map {
        watcher.member(of: $0, in: isPresent, \.reading)
      }
    case 90..<95: return store.scope(\.entries, id: key).map { watcher.member(of: $0, \.reading) }
    default: return watcher.member(of: store.scope(\.came), count)
    }
  }

  private var count: @Sendable (Int) -> Reading { { Reading(count: $0) } }

  /// The ID of a random existing row.
  func randomRow(_ random: inout SplitMix) -> Int? {
    let number = random.number(0..<1_000_000)
    return store.scope { $0.rows.isEmpty ? nil : $0.rows[number % $0.rows.count].id }.state
  }

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

  private func forEach() -> Member {
    let token = store.accepting(JobAction.self).run(forEach: \.switches.active) { [books] size in
      .run(work(books.ledger.open(.atMost), 0..<size, 300, books.lives.begin()))
    }
    return Member(isSource: true, end: { token.dispose() })
  }
}

/// A factory of observers and components of one slice.
struct Watcher: Sendable {
  enum Kind { case observer, listener, view, service, reader }

  let maker: Maker
  let kind: Kind
  /// The queue on which it is notified, or `nil` for the store's own one.
  let queue: DispatchQueue?
  let delivery: Delivery
  /// Whether it dispatches when a value arrives: not if that would change the observed slice.
  let echoes: Bool
  /// Whether it ends itself after some values.
  let endsItself: Bool

  /// Returns a member that observes a part.
  ///
  /// What a component received of a part that has gone isn't kept, so there is nothing to compare
  /// it with: `isPresent` tells whether the part exists.
  func member<Value: Sendable>(
    of part: Store<Value>, in isPresent: Store<Bool>? = nil,
    _ reading: @escaping @Sendable (Value) -> Reading
  ) -> Member {
    let name = "\(kind) on \(queue?.label ?? "the store's queue"), \(delivery), of \(Value.self)"
    let probe = Probe(name, isEvery: delivery == .every, echoes: echoes, maker.books)
    let fault: @Sendable () -> String? = { probe.fault(reading(part.state)) }
    let componentFault = { @Sendable in isPresent?.state == false ? nil : fault() }
    switch kind {
    case .observer:
      let token = observe(part, probe, reading)
      return Member(end: end(probe) { token.dispose() }, fault: fault)
    case .listener:
      // The numbers must increase by one with each action.
      let token = part.onAction(on: queue) { value, _ in probe.receive(reading(value)) }
      return Member(end: end(probe) { token.dispose() })
    case .view:
      return MainActor.assumeIsolated {
        let view = SoakView(probe, delivery)
        view.connect(to: part) { value, _ in reading(value) }
        return Member(end: end(probe) { view.disposer.dispose() }, fault: componentFault)
      }
    case .service:
      let service = SoakService(probe, delivery, queue ?? maker.queues.concurrent)
      service.connect(to: part) { value, _ in reading(value) }
      return Member(end: { service.disposer.dispose() }, fault: componentFault)
    case .reader:
      let task = Task { [values = part.values(delivery: delivery)] in
        for await value in values {
          probe.receive(reading(value))
          if probe.hasReachedGoal { return }
        }
      }
      return Member(
        end: { task.cancel() },
        finish: {
          probe.setGoal(reading(part.state))
          if probe.hasReachedGoal { task.cancel() }
          await task.value
        })
    }
  }

  private func observe<Value: Sendable>(
    _ part: Store<Value>, _ probe: Probe, _ reading: @escaping @Sendable (Value) -> Reading
  ) -> Disposable {
    // Weak: an observer that retained its own subscription would never be released.
    let own = Locked(WeakToken())
    let isSlow = echoes && delivery == .latest && queue != nil && queue !== DispatchQueue.main
    let token = part.observe(on: queue, delivery: delivery) { [maker, endsItself] value in
      let received = reading(value)
      probe.receive(received)
      // The state changes during the notification.
      if isSlow { Thread.sleep(forTimeInterval: 0.0001) }
      if let echo = probe.echo, received.count.isMultiple(of: 4) {
        maker.store.dispatch(Act(echo.stamp(), EchoEvent.heard))
      }
      if endsItself, received.count.isMultiple(of: 8), let token = own.withLock({ $0.token }) {
        token.dispose()
        probe.end()
      }
    }
    if endsItself { own.withLock { $0.token = token } }
    return token
  }

  /// Returns a closure that ends a member on its queue, after which no value can arrive.
  private func end(
    _ probe: Probe, _ dispose: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    if queue === maker.queues.concurrent { return dispose }
    return { [queue = queue ?? maker.queues.store] in
      queue.async {
        dispose()
        probe.end()
      }
    }
  }
}

private struct WeakToken { weak var token: Disposable? }
