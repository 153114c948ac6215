// SPDX-License-Identifier: MIT

public import Runnel

/// The inputs of a boundary, as its ``BoundaryLogic`` sees them: each ``Port`` is an ``Inlet``.
@dynamicMemberLookup
public struct Inlets<Input: Sendable>: Sendable {
  private let input: Input
  private let lifetime: BoundaryLifetime

  init(_ input: Input, _ lifetime: BoundaryLifetime) {
    self.input = input
    self.lifetime = lifetime
  }

  /// The receiving end of a port.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Input, Port<Value>>) -> Inlet<Value> {
    let port = input[keyPath: keyPath]
    lifetime.claim(port)
    return Inlet(port)
  }
}

/// The inside of a ``Port``: values can be observed, and nothing can be sent.
///
/// ```swift
/// dependency.input.retry.dispatch(to: store) { SearchAction.retried }.dispose(on: disposer)
/// ```
///
/// Any number may observe, and each is told of every value that is sent from then on, in the order of
/// subscription, on the thread that sends, until the boundary has gone.
public struct Inlet<Value: Sendable>: Sendable {
  private let port: Port<Value>

  init(_ port: Port<Value>) {
    self.port = port
  }

  /// Dispatches an action for each value.
  ///
  /// The usual way: what comes in becomes an action of the feature, and all that it leads to is in the
  /// reducer.
  ///
  /// - Parameters:
  ///   - dispatcher: Takes the actions; mostly `dependency.store`.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  ///   - action: The action for a value, or `nil` for none. Called on the thread that sends.
  /// - Returns: What ends it when disposed of or dropped.
  public func dispatch(
    to dispatcher: any ActionDispatcher,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping @Sendable (Value) -> (any Action)?
  ) -> Disposable {
    subscribe(file, line) { value, site in
      if let action = action(value) { dispatcher.dispatch(action, from: site) }
    }
  }

  /// Sends each value on to an input of another boundary.
  public func forward(
    to sender: Sender<Value>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    forward(to: sender, file: file, line: line) { $0 }
  }

  /// Sends what is made of each value on to an input of another boundary, or nothing for `nil`.
  public func forward<Other>(
    to sender: Sender<Other>,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Value) -> Other?
  ) -> Disposable {
    subscribe(file, line) { value, site in
      if let value = transform(value) { sender.send(value, at: site) }
    }
  }

  /// Calls `observer` with each value, on the thread that sends it.
  ///
  /// - Returns: What ends it when disposed of or dropped. From another thread than the one that is sending, a
  ///   call that is already running finishes.
  public func observe(
    file: StaticString = #fileID,
    line: UInt = #line,
    with observer: @escaping @Sendable (Value) -> Void
  ) -> Disposable {
    subscribe(file, line) { value, _ in observer(value) }
  }

  /// The values that are sent from now on, as an asynchronous sequence for one reader, which ends with the
  /// boundary.
  ///
  /// Those that have not been read yet wait in memory: an input loses nothing.
  public var values: AsyncStream<Value> {
    AsyncStream { continuation in
      let observer = PortObserver<Value> { value, _ in
        continuation.yield(value)
      } onEnd: {
        continuation.finish()
      }
      continuation.onTermination = { [port] _ in
        observer.end()
        port.remove(observer)
      }
      if !port.add(observer) { observer.end() }
    }
  }

  private func subscribe(
    _ file: StaticString,
    _ line: UInt,
    _ observe: @escaping PortObserver<Value>.Observe
  ) -> Disposable {
    let observer = PortObserver(observe)
    let subscription = Disposable(file: file, line: line) { [port] in
      observer.end()
      port.remove(observer)
    }
    if !port.add(observer) { subscription.dispose() }
    return subscription
  }
}
