// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Runnel

/// A factory of observers and components of one slice.
struct Watcher: Sendable {
  /// The queue on which an observer is notified.
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
  /// Whether it dispatches when a value arrives.
  ///
  /// It must not if that would change the observed slice.
  let echoes: Bool
  /// Whether it ends itself after some values.
  let endsItself: Bool
  /// Whether it is slow, so that the state changes during a notification.
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
        let received = reading(value)
        probe.receive(received)
        if isSlow { Thread.sleep(forTimeInterval: 0.0001) }
        if let echo = probe.echo, received.count.isMultiple(of: 4) {
          store.dispatch(Act(echo.stamp(), EchoEvent.heard))
        }
        if endsItself, received.count.isMultiple(of: 8), let token = own.withLock({ $0.token }) {
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

  /// Ends the member on its own queue, and checks that no value arrives afterwards.
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
        probe.receive(reading(value))
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

  /// The numbers must increase by one with each action.
  private func listener<Value: Sendable>(
    _ part: Store<Value>,
    _ probe: Probe,
    _ reading: @escaping @Sendable (Value) -> Reading,
    _ place: Where
  ) -> Member {
    switch place {
    case .own, .serial:
      let token = part.onAction(on: queue(place)) { value, _ in probe.receive(reading(value)) }
      return Member(end: end(token, probe, place))
    case .concurrent, .main:
      let listener = SoakListener(probe, queues.concurrent)
      listener.connect(to: part) { value, _ in reading(value) }
      return Member(end: { listener.disposer.dispose() })
    }
  }
}

/// A holder of a subscription: an observer that retained its own subscription would never be
/// released.
private struct WeakToken {
  weak var token: Disposable?
}
