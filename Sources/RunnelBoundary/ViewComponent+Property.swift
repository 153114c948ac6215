// SPDX-License-Identifier: MIT

public import Runnel

extension ViewComponent {
  /// Connects the component to a property whose value becomes its props.
  ///
  /// The first props are set before the call returns, and later ones on the main actor when they
  /// differ. The connection ends with the component's disposer, or when the component connects
  /// again.
  public func connect<Value: Sendable>(
    to property: Property<Value>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Value == Props {
    connect(to: property.store, file: file, line: line)
  }

  /// Connects the component to a property with a closure that creates props from its value.
  ///
  /// The connection retains the closure. If the closure captures the component, capture it weakly.
  @preconcurrency
  public func connect<Value: Sendable>(
    to property: Property<Value>,
    file: StaticString = #fileID,
    line: UInt = #line,
    valueToProps: @escaping @MainActor (Value) -> Props
  ) {
    connect(to: property.store, file: file, line: line) { value, _ in valueToProps(value) }
  }
}
