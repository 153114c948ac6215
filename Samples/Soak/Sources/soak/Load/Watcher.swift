// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Runnel

/// Makes one who watches a part of the state, of any kind.
struct Watcher: Sendable {
  /// Where an observer is told.
  enum Where: CaseIterable, Sendable {
    case own, serial, concurrent, main
  }

  enum Kind: Sendable {
    case observer(Where), view, service(Where), reader, listener(Where), held
  }

  let store: Store<SoakState>
  let books: Books
  let queues: Queues
  let kind: Kind
  let delivery: Delivery
  let serial: Int
  /// Whether it dispatches when it is told something. Not where that would change what it watches.
  let echoes: Bool
  /// Whether it ends itself, by and by, when it is told something.
  let endsItself: Bool
  /// Whether it takes its time, so that much changes while it is told something.
  let isSlow: Bool

  func member<Value: Sendable>(
    of part: Store<Value>,
    _ name: String,
    _ reading: @escaping @Sendable (Value) -> Reading
  ) -> Member {
    let probe = Probe(
      "\(kind), \(delivery), of \(name)", isEvery: delivery == .every, echoes: echoes, books)
    let fault: @Sendable () -> String? = { probe.fault(reading(part.state)) }
    switch kind {
    case .observer(let place):
      let queue = queue(place)
      let own = Locked(WeakToken())
      let isSlow = isSlow && delivery == .latest && (place == .serial || place == .concurrent)
      let token = part.observe(on: queue, delivery: delivery) { [store, endsItself] value in
        let told = reading(value)
        probe.tell(told)
        if isSlow { Thread.sleep(forTimeInterval: 0.0001) }
        if let echo = probe.echo, told.count.isMultiple(of: 4) {
          store.dispatch(Act(echo.stamp(), EchoEvent.heard))
        }
        if endsItself, told.count.isMultiple(of: 8), let token = own.withLock({ $0.token }) {
          token.dispose()
          probe.end()
        }
      }
      if endsItself { own.withLock { $0.token = token } }
      return Member(end: end(token, probe, place), fault: fault)
    case .view:
      return view(part, probe, reading, fault)
    case .service(let place):
      let service = SoakService(probe, queue(place) ?? queues.concurrent, delivery)
      service.connect(to: part) { value, _ in reading(value) }
      return Member(
        end: {
          guard place == .serial else { return service.disposer.dispose() }
          service.queue.async {
            service.disposer.dispose()
            probe.end()
          }
        }, fault: fault)
    case .reader:
      return reader(part, probe, reading)
    case .listener(let place):
      return listener(part, probe, reading, place)
    case .held:
      let life = books.lives.begin()
      return Member(end: { life.touch() }) {
        _ = part.state
        return nil
      }
    }
  }

  private func queue(_ place: Where) -> DispatchQueue? {
    switch place {
    case .own: nil
    case .serial: queues.serial[serial]
    case .concurrent: queues.concurrent
    case .main: .main
    }
  }

  /// Where nothing may come after the end it is ended there, and made sure of.
  private func end(_ token: Disposable, _ probe: Probe, _ place: Where) -> @Sendable () -> Void {
    guard place != .concurrent else { return { token.dispose() } }
    let queue = queue(place) ?? queues.store
    return {
      queue.async {
        token.dispose()
        probe.end()
      }
    }
  }

  private func view<Value: Sendable>(
    _ part: Store<Value>,
    _ probe: Probe,
    _ reading: @escaping @Sendable (Value) -> Reading,
    _ fault: @escaping @Sendable () -> String?
  ) -> Member {
    MainActor.assumeIsolated {
      let view = SoakView(probe, delivery)
      view.connect(to: part) { value, _ in reading(value) }
      return Member(
        end: {
          MainActor.assumeIsolated {
            view.disposer.dispose()
            probe.end()
          }
        }, fault: fault)
    }
  }

  private func reader<Value: Sendable>(
    _ part: Store<Value>,
    _ probe: Probe,
    _ reading: @escaping @Sendable (Value) -> Reading
  ) -> Member {
    let task = Task { [values = part.values(delivery: delivery)] in
      for await value in values {
        probe.tell(reading(value))
        if probe.hasReachedGoal { return }
      }
    }
    return Member(
      end: { task.cancel() },
      finish: {
        if probe.setGoal(reading(part.state)) { task.cancel() }
        await task.value
      })
  }

  /// What it listens to must grow by one with each action.
  private func listener<Value: Sendable>(
    _ part: Store<Value>,
    _ probe: Probe,
    _ reading: @escaping @Sendable (Value) -> Reading,
    _ place: Where
  ) -> Member {
    switch place {
    case .own, .serial:
      let token = part.onAction(on: queue(place)) { value, _ in probe.tell(reading(value)) }
      return Member(end: end(token, probe, place))
    case .concurrent, .main:
      let listener = SoakListener(probe, queues.concurrent)
      listener.connect(to: part) { value, _ in reading(value) }
      return Member(end: { listener.disposer.dispose() })
    }
  }
}

/// An observer that held its own subscription could only end, and never be let go of.
private struct WeakToken {
  weak var token: Disposable?
}
