// SPDX-License-Identifier: MIT

package import Dispatch
package import Runnel

/// The values that one observer has received.
///
/// The subscription ends when this is deallocated.
package final class RecordedValues<Value: Sendable>: Sendable {
  private let recorder = Recorder<Value>()
  private let subscription: Disposable

  fileprivate init(_ subscribe: (Recorder<Value>) -> Disposable) {
    subscription = subscribe(recorder)
  }

  package var values: [Value] { recorder.values }

  package var count: Int { recorder.count }

  /// Returns the values received since the previous call.
  package func takeValues() -> [Value] { recorder.takeValues() }

  package func dispose() {
    subscription.dispose()
  }
}

extension Store {
  package func recordValues(
    on queue: DispatchQueue? = nil, delivery: Delivery = .every
  ) -> RecordedValues<State> {
    recordValues(on: queue, delivery: delivery) { $0 }
  }

  package func recordValues<Value: Sendable>(
    on queue: DispatchQueue? = nil, delivery: Delivery = .every,
    as transform: @escaping @Sendable (State) -> Value
  ) -> RecordedValues<Value> {
    RecordedValues { recorder in
      observe(on: queue, delivery: delivery) { recorder.record(transform($0)) }
    }
  }

  /// Records what `transform` makes of each action and the state after it.
  package func recordActions<Value: Sendable>(
    on queue: DispatchQueue? = nil, as transform: @escaping @Sendable (State, any Action) -> Value
  ) -> RecordedValues<Value> {
    RecordedValues { recorder in
      untyped.onAction(on: queue) { recorder.record(transform($0, $1)) }
    }
  }
}
