// SPDX-License-Identifier: MIT

/// Maps values to the props of a component.
final class PropsSink<Value>: Sink {
  private let map: (Value, _ isFirst: Bool) -> Outcome

  init(_ map: @escaping (Value, _ isFirst: Bool) -> Outcome) {
    self.map = map
  }

  override func receive(
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    isFirst: Bool
  ) -> Outcome {
    map(value.assumingMemoryBound(to: Value.self).pointee, isFirst)
  }
}
