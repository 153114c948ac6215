// SPDX-License-Identifier: MIT

import Runnel

/// An input of a boundary: values go in from outside, and are observed inside.
///
/// ```swift
/// struct Input: Sendable {
///   let searchText = Port<String>()
///   let retry = Port<Void>()
/// }
/// ```
///
/// A port itself can do nothing. From outside it is reached as a ``Sender``, by `boundary.input.searchText`,
/// and inside as an ``Inlet``, by `dependency.input.searchText`. So code that has the input of a feature in
/// its hands can neither read what others send nor take it away.
///
/// It remembers nothing: a value that nobody observes is gone. What should be remembered is state.
///
/// A port belongs to the first boundary or mock that it is given to, and ends with it. Make a new `Input` for
/// each: a second one that is given the same is refused with a message.
///
/// > Note: Foundation has a class of this name. A file that imports it calls the type ``InputPort``;
/// > `let retry = Port<Void>()` is understood there, too.
public final class Port<Value: Sendable>: Sendable {
  private struct State {
    /// In the order in which they subscribed.
    var observers: [PortObserver<Value>] = []
    /// Threads that are sending at the moment.
    var deliveries: [PortDelivery<Value>] = []
    /// All values so far, for those who look on.
    var record: [Value]?
    /// Whose input it is.
    var owner: ObjectIdentifier?
    /// Its owner has gone.
    var isClosed = false
  }

  private let state = Locked(State())

  /// A port that nobody observes yet.
  public init() {}

  /// Tells everybody who observes, on this thread. A value that comes from inside such a call waits until
  /// the present one has been told to all.
  ///
  /// Returns whether there is still somebody whose input it is.
  @discardableResult
  func send(_ value: Value, at site: CallSite) -> Bool {
    guard var sent = begin(with: value, site) else { return !isClosed }
    while true {
      if sent.depth == PortDelivery<Value>.chainLimit {
        Misuse.endlessSending(Value.self, length: sent.depth, at: sent.site).warn()
      }
      for observer in sent.observers { observer.tell(sent.value, sent.site) }
      guard let next = takeNext() else { return !isClosed }
      sent = next
    }
  }

  /// Returns what this call has to tell, unless a call further up on this thread will.
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

  /// Takes what came while this thread was sending, or ends the delivery.
  private func takeNext() -> PortDelivery<Value>.Sent? {
    state.withLock { state in
      guard let index = state.deliveries.firstIndex(where: \.isOnThisThread) else { return nil }
      if let next = state.deliveries[index].takeFirst() { return next }
      state.deliveries.remove(at: index)
      return nil
    }
  }

  // MARK: Who observes

  /// How many observe.
  var observerCount: Int { state.withLock { $0.observers.count } }

  /// Tells `observer` of each value that is sent from now on. Returns whether there will be any.
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
    // Here, with nothing locked: an observer may be the last to hold an object of the user's.
    withExtendedLifetime(last) {}
  }

  // MARK: Whose it is

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  /// What has been sent since it has been recorded.
  var recorded: [Value] { state.withLock { $0.record ?? [] } }
}

/// The same as ``Port``, by a name that nothing in Foundation has.
public typealias InputPort = Port

/// A port of any kind of value.
protocol AnyPort: AnyObject, Sendable {
  /// Makes it an input of `owner`. Returns whether it is one.
  func claim(for owner: ObjectIdentifier) -> Bool
  /// Keeps all values from now on.
  func beginRecording()
  /// Tells nobody anything any more.
  func close()
}

extension Port: AnyPort {
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
