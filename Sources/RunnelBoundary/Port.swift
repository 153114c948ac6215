// SPDX-License-Identifier: MIT

import Runnel

/// An input of a boundary: values are sent from outside and observed inside.
///
/// ```swift
/// struct Input: Sendable {
///   let searchText = Port<String>()
///   let retry = Port<Void>()
/// }
/// ```
///
/// A port has no public operations. Outside the boundary, `boundary.input.searchText` is a
/// ``Sender``. Inside, `dependency.input.searchText` is an ``Inlet``. Code outside the boundary
/// therefore can't read or intercept values.
///
/// A port stores nothing: a value sent without an observer is discarded. Put values to be
/// remembered into the state.
///
/// A port belongs to the first boundary or mock that receives it, and closes with it. Create a new
/// `Input` for each boundary. Passing the same one to a second boundary is a fatal error.
///
/// > Note: Foundation has a class with the same name. A file that imports Foundation can use the
/// > name ``InputPort``. `let retry = Port<Void>()` is unambiguous there, too.
public final class Port<Value: Sendable>: Sendable {
  private struct State {
    /// The observers in subscription order.
    var observers: [PortObserver<Value>] = []
    /// One delivery for each thread that is sending.
    var deliveries: [PortDelivery<Value>] = []
    /// The values sent since recording began, or `nil` without recording.
    var record: [Value]?
    /// The boundary or mock that the port belongs to.
    var owner: ObjectIdentifier?
    /// A Boolean value indicating whether the owner has been released.
    var isClosed = false
  }

  private let state = Locked(State())

  /// Creates a port without observers.
  public init() {}

  /// Notifies all observers on this thread.
  ///
  /// A value that an observer sends meanwhile is enqueued until the current value has been
  /// delivered to all observers.
  ///
  /// - Returns: Whether the port is still open.
  @discardableResult
  func send(_ value: Value, at site: CallSite) -> Bool {
    guard var sent = begin(with: value, site) else { return !isClosed }
    while true {
      if sent.depth == PortDelivery<Value>.chainLimit {
        Misuse.endlessSending(Value.self, length: sent.depth, at: sent.site).warn()
      }
      for observer in sent.observers { observer.notify(sent.value, sent.site) }
      guard let next = takeNext() else { return !isClosed }
      sent = next
    }
  }

  /// Returns the value to deliver, or `nil` if an outer call on this thread will deliver it.
  private func begin(with value: Value, _ site: CallSite) -> PortDelivery<Value>.Sent? {
    state.withLock { state in
      if state.isClosed { return nil }
      state.record?.append(value)
      let index = state.deliveries.firstIndex(where: \.isOnThisThread)
      if state.observers.isEmpty { return nil }
      var sent = PortDelivery.Sent(value: value, site: site, observers: state.observers)
      if let index {
        sent.depth = state.deliveries[index].depth + 1
        state.deliveries[index].append(sent)
        return nil
      }
      state.deliveries.append(PortDelivery())
      return sent
    }
  }

  /// Returns the next value that was sent on this thread meanwhile, or ends the delivery.
  private func takeNext() -> PortDelivery<Value>.Sent? {
    state.withLock { state in
      guard let index = state.deliveries.firstIndex(where: \.isOnThisThread) else { return nil }
      if let next = state.deliveries[index].takeFirst() { return next }
      state.deliveries.remove(at: index)
      return nil
    }
  }

  // MARK: Observers

  var observerCount: Int { state.withLock { $0.observers.count } }

  /// Adds an observer of later values, and returns whether the port is still open.
  func add(_ observer: PortObserver<Value>) -> Bool {
    state.withLock { state in
      if !state.isClosed { state.observers.append(observer) }
      return !state.isClosed
    }
  }

  /// O(number of observers).
  func remove(_ observer: PortObserver<Value>) {
    let last = state.withLock { state -> [PortObserver<Value>] in
      let last = state.observers
      state.observers.removeAll { $0 === observer }
      return last
    }
    // Outside the lock: an observer can hold the last reference to a user's object.
    withExtendedLifetime(last) {}
  }

  // MARK: Ownership

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The values sent since ``beginRecording()``.
  var recorded: [Value] { state.withLock { $0.record ?? [] } }
}

extension Port: OwnablePort {
  func claim(for owner: ObjectIdentifier) -> Bool {
    state.withLock { state in
      if state.owner == nil { state.owner = owner }
      return state.owner == owner && !state.isClosed
    }
  }

  func beginRecording() {
    state.withLock { $0.record = [] }
  }

  func close() {
    let observers = state.withLock { state in
      state.isClosed = true
      defer { state.observers = [] }
      return state.observers
    }
    observers.forEach { $0.end() }
  }
}
