// SPDX-License-Identifier: MIT

import Runnel

/// A buffer between a source of values and a receiver that requests a number of them, on any
/// thread: one at a time and in order, but of those that arrive without demand only the newest.
struct DemandBuffer<Value: Sendable>: Sendable {
  private struct State {
    /// Receives a value and returns the additional demand; `nil` after the end.
    var receive: (@Sendable (Value) -> Int?)?
    /// The number of requested values; `nil` is unlimited.
    var demand: Int? = 0
    /// The values to deliver, at most one more than requested.
    var pending: [Value] = []
    var isDelivering = false

    mutating func add(_ count: Int?) {
      guard let demand, let count else { return demand = nil }
      let (sum, isOverflow) = demand.addingReportingOverflow(count)
      self.demand = isOverflow ? nil : sum
    }

    mutating func begin() -> (Value, @Sendable (Value) -> Int?)? {
      guard let receive, !isDelivering, demand != 0, !pending.isEmpty else { return nil }
      isDelivering = true
      demand = demand.map { $0 - 1 }
      return (pending.removeFirst(), receive)
    }
  }

  private let state: Locked<State>

  init(_ receive: @escaping @Sendable (Value) -> Int?) {
    state = Locked(State(receive: receive))
  }

  /// Adds a value, and delivers it if there is demand: O(1) amortized.
  func offer(_ value: Value) {
    let dropped = state.withLock { state -> Value? in
      guard state.receive != nil else { return nil }
      let isBeyond = state.demand.map { state.pending.count > $0 } ?? false
      let dropped = isBeyond ? state.pending.popLast() : nil
      state.pending.append(value)
      return dropped
    }
    // Outside the lock: this can release the last reference to a user's object.
    _ = dropped
    deliver()
  }

  /// Adds demand, where `nil` is unlimited, for ``deliver()`` afterward.
  func request(_ count: Int?) { state.withLock { $0.add(count) } }

  /// Delivers the requested values, unless another call is delivering and will include them.
  func deliver() {
    while let (value, receive) = state.withLock({ $0.begin() }) {
      let count = receive(value)
      state.withLock {
        $0.isDelivering = false
        $0.add(count)
      }
    }
  }

  func end() {
    let last = state.withLock { state in
      let last = (state.receive, state.pending)
      state.receive = nil
      state.pending = []
      return last
    }
    withExtendedLifetime(last) {}
  }
}
