// SPDX-License-Identifier: MIT

/// Turns a slice of the state into the props of a component.
///
/// ```swift
/// struct ProfileConnector: Connector {
///   func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> ProfileProps {
///     ProfileProps(title: state.profile.name)
///   }
/// }
/// ```
///
/// Where a component looks is said by a scope, what it makes of it by a connector. The same component
/// can be connected by different connectors in different apps, and a connector can be tested without a
/// component.
///
/// A connector must be a pure function of its arguments, and quick. It is called on the component's own
/// queue, whenever an action may have changed its slice. With `.latest` delivery it reads the slice in
/// place, and the next action waits until it returns: it may dispatch and read the store, but it must not
/// wait for anything.
public protocol Connector<State, Props> {
  /// The slice of the state that it looks at.
  associatedtype State
  /// What it makes of the slice.
  associatedtype Props: Equatable

  /// Makes props of a slice.
  ///
  /// - Parameters:
  ///   - state: The slice. It is not held beyond the call.
  ///   - dispatcher: Takes the actions that the props' callbacks dispatch.
  func stateToProps(state: State, dispatcher: any ActionDispatcher) -> Props
}
