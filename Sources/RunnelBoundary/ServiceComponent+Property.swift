// SPDX-License-Identifier: MIT

public import Runnel

extension ServiceComponent {
  /// Connects the component to a property whose value becomes its props.
  ///
  /// Props are set on the component's queue, one at a time and in order.
  public func connect<Value: Sendable>(
    to property: Property<Value>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Value == Props {
    connect(to: property.store, file: file, line: line)
  }

  /// Connects the component to a property with a closure that creates props from its value.
  ///
  /// The closure is called on the component's queue.
  @preconcurrency
  public func connect<Value: Sendable>(
    to property: Property<Value>,
    file: StaticString = #fileID,
    line: UInt = #line,
    valueToProps: sending @escaping (Value) -> Props
  ) {
    connect(to: property.store, file: file, line: line) { value, _ in valueToProps(value) }
  }
}
