// SPDX-License-Identifier: MIT

/// Passes a value on if a comparison of the user finds it different from the last one passed on.
final class FilteringSink: Sink {
  private let sink: Sink
  private let type: ValueType
  private let isSame: ValueType.Comparison
  private var last: ValueBox?

  init(_ sink: Sink, _ type: ValueType, isSame: @escaping ValueType.Comparison) {
    self.sink = sink
    self.type = type
    self.isSame = isSame
  }

  override func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Outcome {
    if let last, isSame(last.pointer, value) { return .done }
    last = ValueBox(type, copying: value)
    return sink.receive(value, after: action, isFirst: isFirst)
  }
}
