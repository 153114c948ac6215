// SPDX-License-Identifier: MIT

public import Runnel

/// The receiving end of an ``InputPort``: values can be observed, but not sent.
///
/// ```swift
/// context.input.retry.dispatch(to: store) { .retried }.dispose(on: disposer)
/// ```
///
/// A receiver can have any number of observers. Each is notified of every later value, in
/// subscription order, on the sending thread, until the boundary is released.
public struct Receiver<Value: Sendable>: Sendable {
  private let port: InputPort<Value>

  init(_ port: InputPort<Value>) {
    self.port = port
  }

  /// Dispatches an action for each value.
  ///
  /// This is the usual binding: an input becomes an action of the feature, which a reducer handles.
  /// `store` is usually `context.store`. `action` is called on the sending thread, and returns
  /// `nil` for no action. The subscription ends when it is disposed of or released.
  public func dispatch<ActionType>(
    to store: StoreOf<some Sendable, ActionType>, file: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable (Value) -> ActionType?
  ) -> Disposable {
    subscribe(file, line) { [store = store.untyped] value, site in
      if let action = action(value) { store.dispatch(EffectOf.erase(action), from: site) }
    }
  }

  /// Forwards each value to an input of another boundary.
  public func forward(
    to sender: Sender<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    forward(to: sender, file: file, line: line) { $0 }
  }

  /// Forwards each transformed value to an input of another boundary, and skips `nil`.
  public func forward<Other>(
    to sender: Sender<Other>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) -> Other?
  ) -> Disposable {
    subscribe(file, line) { value, site in
      if let value = transform(value) { sender.port.send(value, at: site) }
    }
  }

  /// Calls `observer` with each value, on the sending thread.
  ///
  /// The subscription ends when it is disposed of or released. A call that another thread is making
  /// at the time still finishes.
  public func observe(
    file: StaticString = #fileID, line: UInt = #line,
    with observer: @escaping @Sendable (Value) -> Void
  ) -> Disposable {
    subscribe(file, line) { value, _ in observer(value) }
  }

  /// The later values as an asynchronous sequence for one reader, which ends with the boundary.
  ///
  /// Unread values accumulate in memory, so that no input is lost.
  public var values: AsyncStream<Value> {
    AsyncStream { continuation in
      let observer = InputPortObserver<Value> { value, _ in
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
    _ file: StaticString, _ line: UInt, _ observe: @escaping InputPortObserver<Value>.Observe
  ) -> Disposable {
    let observer = InputPortObserver(observe)
    let subscription = Disposable(file: file, line: line) { [port] in
      observer.end()
      port.remove(observer)
    }
    if !port.add(observer) { subscription.dispose() }
    return subscription
  }
}
