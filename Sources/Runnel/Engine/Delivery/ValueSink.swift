// SPDX-License-Identifier: MIT

/// Passes values to an observer.
final class ValueSink<Value>: Sink {
  private let observe: (Value) -> Void

  init(_ observe: @escaping (Value) -> Void) {
    self.observe = observe
  }

  override func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Outcome {
    observe(value.assumingMemoryBound(to: Value.self).pointee)
    return .done
  }
}
