// SPDX-License-Identifier: MIT

package import Dispatch
package import Runnel

/// Collects values from any thread, in the order in which they arrive.
package final class Recorder<Value: Sendable>: Sendable {
  private let recorded = Locked<[Value]>([])

  package init() {}

  package func record(_ value: Value) {
    recorded.withLock { $0.append(value) }
  }

  package var values: [Value] { recorded.withLock { $0 } }

  package var count: Int { recorded.withLock { $0.count } }

  /// Returns the values recorded since the previous call.
  package func takeValues() -> [Value] {
    recorded.withLock { values in
      defer { values = [] }
      return values
    }
  }
}

/// Counts from any thread.
package final class Counter: Sendable {
  private let number = Locked(0)

  package init() {}

  package func increment() {
    number.withLock { $0 += 1 }
  }

  package func reset() {
    number.withLock { $0 = 0 }
  }

  package var value: Int { number.withLock { $0 } }
}

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

/// Records the runtime warnings whose message contains a text, until it is released.
package final class WarningRecorder: Sendable {
  private let recorder: Recorder<Misuse>
  private let listener: Disposable

  package init(containing text: String) {
    let recorder = Recorder<Misuse>()
    self.recorder = recorder
    listener = Misuse.onWarning { if $0.description.contains(text) { recorder.record($0) } }
  }

  deinit {
    listener.dispose()
  }

  package var messages: [String] { recorder.values.map(\.message) }

  /// The messages with their file and line.
  package var descriptions: [String] { recorder.values.map(\.description) }
}

/// A value that counts its comparisons.
package struct Counted: Equatable, Sendable {
  package var value = 0
  private let comparisons: Counter

  package init(_ comparisons: Counter) {
    self.comparisons = comparisons
  }

  package static func == (left: Counted, right: Counted) -> Bool {
    left.comparisons.increment()
    return left.value == right.value
  }
}
