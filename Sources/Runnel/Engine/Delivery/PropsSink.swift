// SPDX-License-Identifier: MIT

/// Maps values to the props of a component, which it doesn't retain, and sets those that differ.
///
/// The first props are set even if they equal the component's.
final class PropsSink<Component: AnyObject, Value, Props: Equatable>: Sink {
  private weak var component: Component?
  private let map: (Component, Value) -> Props?
  private let current: (Component) -> Props
  private let set: (Component, Props) -> Void

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - map: Returns the props for a value, or `nil` if the component doesn't exist anymore.
  ///   - current: Returns the component's props.
  ///   - set: Sets the component's props.
  init(
    for component: Component, _ map: @escaping (Component, Value) -> Props?,
    current: @escaping (Component) -> Props, set: @escaping (Component, Props) -> Void
  ) {
    self.component = component
    self.map = map
    self.current = current
    self.set = set
  }

  override func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Outcome {
    let value = value.assumingMemoryBound(to: Value.self)
    guard let component, let props = map(component, value.pointee) else { return .ended }
    if !isFirst, props == current(component) { return .done }
    return .set { [weak component, set] in
      if let component { set(component, props) }
    }
  }
}
