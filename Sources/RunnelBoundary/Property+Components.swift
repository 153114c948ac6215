// SPDX-License-Identifier: MIT

public import Runnel

extension ViewComponent {
  /// Connects the component to an output whose value are its props.
  ///
  /// As with a store: the first props are set before this returns, later ones on the main actor, only when
  /// they differ, and the connection ends with the component's disposer or is replaced by the next one.
  public func connect<Value: Sendable>(
    to property: Property<Value>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Value == Props {
    connect(to: property.store, file: file, line: line)
  }

  /// Connects the component to an output by a closure that makes props of its value.
  ///
  /// The connection holds the closure: capture the component weakly if at all.
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

extension ServiceComponent {
  /// Connects the component to an output whose value are its props.
  ///
  /// As with a store: props are set on the component's queue, one at a time and in order.
  public func connect<Value: Sendable>(
    to property: Property<Value>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Value == Props {
    connect(to: property.store, file: file, line: line)
  }

  /// Connects the component to an output by a closure that makes props of its value, on the component's
  /// queue.
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
