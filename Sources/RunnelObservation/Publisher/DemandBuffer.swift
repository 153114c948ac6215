// SPDX-License-Identifier: MIT

import Runnel

/// Hands values to somebody who says how many he takes.
///
/// One at a time, and in order, from whatever threads values and demands come. Of values that come while
/// nothing is asked for, only the newest is kept.
struct DemandBuffer<Value: Sendable>: Sendable {
  private struct State {
    /// Takes a value, and returns how many more are asked for; `nil` once nobody takes any.
    var receive: (@Sendable (Value) -> Int?)?
    /// How many are asked for; `nil` is all.
    var demand: Int? = 0
    /// As many as are asked for, and one more at most.
    var waiting: [Value] = []
    var isDelivering = false

    mutating func add(_ count: Int?) {
      guard let demand, let count else { return demand = nil }
      let (sum, isTooMuch) = demand.addingReportingOverflow(count)
      self.demand = isTooMuch ? nil : sum
    }

    /// Takes out the value to be delivered next, if there is one.
    mutating func begin() -> (Value, @Sendable (Value) -> Int?)? {
      guard let receive, !isDelivering, demand != 0, !waiting.isEmpty else { return nil }
      isDelivering = true
      demand = demand.map { $0 - 1 }
      return (waiting.removeFirst(), receive)
    }
  }

  private let state: Locked<State>

  /// A buffer of which nothing is asked yet.
  ///
  /// - Parameter receive: Takes a value, and returns how many are asked for on top; `nil` is all there are.
  init(_ receive: @escaping @Sendable (Value) -> Int?) {
    state = Locked(State(receive: receive))
  }

  /// Takes a value, and delivers it if it was asked for. O(1) amortised.
  func offer(_ value: Value) {
    let dropped = state.withLock { state -> Value? in
      guard state.receive != nil else { return nil }
      let isBeyond = state.demand.map { state.waiting.count > $0 } ?? false
      let dropped = isBeyond ? state.waiting.popLast() : nil
      state.waiting.append(value)
      return dropped
    }
    // Here, outside the lock: it may be the last to hold an object of the user's.
    _ = dropped
    deliver()
  }

  /// Asks for more values; `nil` is all there are. Nothing is delivered before ``deliver()`` is called.
  func ask(for count: Int?) {
    state.withLock { $0.add(count) }
  }

  /// Delivers what waits and was asked for, unless somebody is about it already, who then goes on with it.
  func deliver() {
    while let (value, receive) = state.withLock({ $0.begin() }) {
      let count = receive(value)
      state.withLock {
        $0.isDelivering = false
        $0.add(count)
      }
    }
  }

  /// Delivers nothing any more, and lets go of all.
  func end() {
    let last = state.withLock { state in
      let last = (state.receive, state.waiting)
      state.receive = nil
      state.waiting = []
      return last
    }
    withExtendedLifetime(last) {}
  }
}
