// SPDX-License-Identifier: MIT

public import Runnel

/// The sending end of an ``InputPort``: values can be sent, but not read.
///
/// ```swift
/// boundary.input.searchText("swift")
/// boundary.input.retry()
/// ```
///
/// Call a sender to send a value. To pass it as a closure, or to send each value of a property, use
/// ``send(_:)``:
///
/// ```swift
/// let field = SearchField(onChange: boundary.input.searchText.send)
/// query.observe(with: boundary.input.searchText.send).dispose(on: disposer)
/// ```
///
/// Observers are notified on the sending thread, in subscription order, before the call returns. If
/// two threads send, that is concurrent. A value that an observer sends to the same port meanwhile
/// is delivered after the current one. A sender can be used from any thread. It doesn't retain the
/// boundary, after whose release sending has no effect.
public struct Sender<Value: Sendable>: Sendable {
  let port: InputPort<Value>

  init(_ port: InputPort<Value>) {
    self.port = port
  }

  /// Sends a value, and records the location of the call for the actions that the value causes.
  public func callAsFunction(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    port.send(value, at: CallSite(file: file, line: line))
  }

  /// Sends a value without recording the call's location, for use as a closure.
  @Sendable
  public func send(_ value: Value) {
    port.send(value, at: CallSite(file: "?", line: 0))
  }

  /// Sends each element of a sequence until the subscription ends.
  ///
  /// ```swift
  /// boundary.input.searchText.follow(dictation).dispose(on: disposer)
  /// ```
  ///
  /// A separate task sends the elements until the subscription is disposed of or released, or the
  /// boundary is. When the sequence ends or throws, the input still accepts other values. `onError`
  /// receives the error that it throws; without it, the error is a runtime warning.
  public func follow<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence, file: StaticString = #fileID, line: UInt = #line,
    onError: (@Sendable (any Error) -> Void)? = nil
  ) -> Disposable where Sequence.Element == Value {
    let site = CallSite(file: file, line: line)
    let hasEnded = Locked(false)
    let task = Task { [port] in
      do {
        for try await value in sequence {
          if hasEnded.withLock({ $0 }) || !port.send(value, at: site) { return }
        }
      } catch {
        if hasEnded.withLock({ $0 }) { return }
        if let onError { onError(error) } else { Misuse.failedSequence(error, at: site).warn() }
      }
    }
    return Disposable(file: file, line: line) {
      hasEnded.withLock { $0 = true }
      task.cancel()
    }
  }
}

extension Sender where Value == Void {
  /// Sends a signal without a value.
  public func callAsFunction(file: StaticString = #fileID, line: UInt = #line) {
    self((), file: file, line: line)
  }

  /// Sends a signal without recording the call's location, for use as a closure.
  @Sendable
  public func send() {
    send(())
  }
}

extension Sender: CustomReflectable {
  /// An empty mirror, which hides the implementation.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
