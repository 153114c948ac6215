// SPDX-License-Identifier: MIT

import Runnel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// An input of a boundary: values are sent from outside and observed inside.
///
/// ```swift
/// struct Input: Sendable {
///   let searchText = InputPort<String>()
///   let retry = InputPort<Void>()
/// }
/// ```
///
/// A port has no public operations. Outside the boundary, `boundary.input.searchText` is a
/// ``Sender``, with which values can't be read. Inside, `context.input.searchText` is a
/// ``Receiver``. A port stores nothing: a value sent without an observer is discarded. Store values
/// that are needed later in the state.
///
/// A port belongs to the first boundary or mock that receives it, and closes with it. Create a new
/// `Input` for each: passing the same one to a second boundary is a fatal error.
public final class InputPort<Value: Sendable>: Sendable {
  private struct State {
    /// In subscription order.
    var observers: [InputPortObserver<Value>] = []
    /// One delivery for each thread that is sending.
    var deliveries: [InputPortDelivery<Value>] = []
    /// The values sent since recording began, or `nil` without recording.
    var record: [Value]?
    var owner: ObjectIdentifier?
    var isClosed = false
  }

  private let state = Locked(State())

  /// Creates a port without observers.
  public init() {}

  /// Notifies all observers on this thread, and returns whether the port is still open.
  ///
  /// A value that an observer sends meanwhile is enqueued until all have received the current one.
  @discardableResult
  func send(_ value: Value, at site: CallSite) -> Bool {
    guard var sent = begin(with: value, site) else { return !isClosed }
    while true {
      if sent.depth == InputPortDelivery<Value>.chainLimit {
        Misuse.endlessSending(Value.self, length: sent.depth, at: sent.site).warn()
      }
      for observer in sent.observers { observer.notify(sent.value, sent.site) }
      guard let next = takeNext() else { return !isClosed }
      sent = next
    }
  }

  /// Returns the value to deliver, or `nil` if an outer call on this thread will deliver it.
  private func begin(with value: Value, _ site: CallSite) -> InputPortDelivery<Value>.Sent? {
    state.withLock { state in
      if state.isClosed { return nil }
      state.record?.append(value)
      let index = state.deliveries.firstIndex(where: \.isOnThisThread)
      if state.observers.isEmpty { return nil }
      var sent = InputPortDelivery.Sent(value: value, site: site, observers: state.observers)
      if let index {
        sent.depth = state.deliveries[index].depth + 1
        state.deliveries[index].pending.append(sent)
        return nil
      }
      state.deliveries.append(InputPortDelivery())
      return sent
    }
  }

  /// Returns the next value that was sent on this thread meanwhile, or ends the delivery.
  private func takeNext() -> InputPortDelivery<Value>.Sent? {
    state.withLock { state in
      guard let index = state.deliveries.firstIndex(where: \.isOnThisThread) else { return nil }
      // Taken out of the queue, so that the caller releases it outside the lock.
      guard let next = state.deliveries[index].pending.popFirst() else {
        state.deliveries.remove(at: index)
        return nil
      }
      state.deliveries[index].depth = next.depth
      return next
    }
  }

  var observerCount: Int { state.withLock { $0.observers.count } }

  /// Adds an observer of later values, and returns whether the port is still open.
  func add(_ observer: InputPortObserver<Value>) -> Bool {
    state.withLock { state in
      if !state.isClosed { state.observers.append(observer) }
      return !state.isClosed
    }
  }

  /// O(number of observers).
  func remove(_ observer: InputPortObserver<Value>) {
    state.withLock { $0.observers.removeAll { $0 === observer } }
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The values sent since ``beginRecording()``.
  var recorded: [Value] { state.withLock { $0.record ?? [] } }
}

extension InputPort: OwnableInputPort {
  func claim(for owner: ObjectIdentifier) -> Bool {
    state.withLock { state in
      if state.owner == nil { state.owner = owner }
      return state.owner == owner && !state.isClosed
    }
  }

  func beginRecording() { state.withLock { $0.record = [] } }

  func close() {
    let observers = state.withLock { state in
      state.isClosed = true
      defer { state.observers = [] }
      return state.observers
    }
    observers.forEach { $0.end() }
  }
}

protocol OwnableInputPort: AnyObject, Sendable {
  /// Makes `owner` the owner if there is none yet, and returns whether it is the owner.
  func claim(for owner: ObjectIdentifier) -> Bool
  func beginRecording()
  func close()
}

final class InputPortObserver<Value: Sendable>: Sendable {
  typealias Observe = @Sendable (_ value: Value, _ site: CallSite) -> Void

  /// In one value: a closure stored directly in a generic type is reabstracted on each access.
  private struct Target {
    let observe: Observe
    let onEnd: @Sendable () -> Void
  }

  private let target: Locked<Target?>

  init(_ observe: @escaping Observe, onEnd: @escaping @Sendable () -> Void = {}) {
    target = Locked(Target(observe: observe, onEnd: onEnd))
  }

  func notify(_ value: Value, _ site: CallSite) {
    target.withLock { $0 }?.observe(value, site)
  }

  /// Ends the subscription: the observer isn't called again.
  func end() {
    // Released outside the lock: the closures can have the last reference to an object.
    target.withLock { $0.take() }?.onEnd()
  }
}

struct InputPortDelivery<Value: Sendable> {
  /// A value, and the observers that subscribed before it was sent.
  struct Sent {
    let value: Value
    let site: CallSite
    let observers: [InputPortObserver<Value>]
    /// The number of values that led to this one, each sent while the previous one was delivered.
    var depth = 0
  }

  /// The length at which a chain of values counts as an endless loop.
  static var chainLimit: Int { 100_000 }

  var pending = FIFOQueue<Sent>()
  var depth = 0
  private let thread = pthread_self()

  var isOnThisThread: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
