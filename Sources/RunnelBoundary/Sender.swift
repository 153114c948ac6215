// SPDX-License-Identifier: MIT

public import Runnel

/// The outside of a ``Port``: values can be sent, and nothing can be read.
///
/// ```swift
/// boundary.input.searchText("swift")
/// boundary.input.retry()
/// let onChange: @Sendable (String) -> Void = boundary.input.searchText.send
/// ```
///
/// Whoever observes inside is told on the thread that sends, in the order of subscription, before the call
/// returns; from two threads at once if two send. A value that is sent by somebody who is just being told one
/// of the same port waits until all have been told that. From one thread, values arrive in the order in which
/// they are sent.
///
/// May be used from any thread. It does not keep the boundary: once that has gone, sending does nothing.
public struct Sender<Value: Sendable>: Sendable {
  private let port: Port<Value>

  init(_ port: Port<Value>) {
    self.port = port
  }

  /// Sends a value.
  ///
  /// The place of the call is that of the actions that are dispatched because of it.
  public func callAsFunction(
    _ value: Value,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    port.send(value, at: CallSite(file: file, line: line))
  }

  /// Sends a value, without recording where it comes from: to be passed on as a closure.
  @_disfavoredOverload
  @Sendable
  public func send(_ value: Value) {
    port.send(value, at: CallSite(file: "?", line: 0))
  }

  /// Sends a value.
  public func send(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    port.send(value, at: CallSite(file: file, line: line))
  }

  func send(_ value: Value, at site: CallSite) {
    port.send(value, at: site)
  }

  // MARK: From sources

  /// Sends each element of a sequence, until it ends or the result is disposed of or dropped.
  ///
  /// ```swift
  /// boundary.input.searchText.follow(dictation).dispose(on: disposer)
  /// ```
  ///
  /// A source that ends or fails ends nothing but itself: the input goes on taking values of others. The
  /// elements are sent from a task of its own, until the boundary has gone at the latest.
  ///
  /// - Parameters:
  ///   - sequence: Where the values come from.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  ///   - onError: Told of the error with which the sequence fails. Without it, that is reported as a
  ///     programmer error.
  public func follow<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence,
    file: StaticString = #fileID,
    line: UInt = #line,
    onError: (@Sendable (any Error) -> Void)? = nil
  ) -> Disposable where Sequence.Element == Value {
    let site = CallSite(file: file, line: line)
    let isOver = Locked(false)
    let task = Task { [port] in
      do {
        for try await value in sequence {
          if isOver.withLock({ $0 }) || !port.send(value, at: site) { return }
        }
      } catch {
        if isOver.withLock({ $0 }) { return }
        if let onError { onError(error) } else { Misuse.failedSource(error, at: site).warn() }
      }
    }
    return Disposable(file: file, line: line) {
      isOver.withLock { $0 = true }
      task.cancel()
    }
  }

  /// Sends the present value of a property, and each later one, until the result is disposed of or dropped.
  ///
  /// They are sent from the queue of the store that the property is of, the first one as well.
  public func follow(
    _ property: Property<Value>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    let site = CallSite(file: file, line: line)
    return property.observe(file: file, line: line) { [port] in port.send($0, at: site) }
  }
}

extension Sender where Value == Void {
  /// Sends a signal without a value.
  public func callAsFunction(file: StaticString = #fileID, line: UInt = #line) {
    send((), file: file, line: line)
  }

  /// Sends a signal without a value, without recording where it comes from: to be passed on as a closure.
  @_disfavoredOverload
  @Sendable
  public func send() {
    send(())
  }

  /// Sends a signal without a value.
  public func send(file: StaticString = #fileID, line: UInt = #line) {
    send((), file: file, line: line)
  }
}

extension Sender: CustomReflectable {
  /// Nothing: what lies behind it is not to be seen.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
