// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  public import Runnel
  public import SwiftUI

  /// A view whose content follows a store through props.
  ///
  /// ```swift
  /// Connected(to: app, by: ProfileConnector()) { props in
  ///   Text(props.title)
  /// }
  /// ```
  ///
  /// The content is created again only when the props change: for views that depend on their props
  /// only, like a `ViewComponent` in UIKit. For views that read the state themselves, use a
  /// ``ViewStore``. The connector is called on the main actor. If changes arrive faster than the
  /// main actor handles them, all but the last are skipped. The view connects when it first
  /// appears, connects again when its parent's body is evaluated, and disconnects when it is
  /// removed.
  public struct Connected<Props: Equatable, Content: View>: View {
    @State private var follower = PropsFollower<Props>()
    private let source: PropsSource<Props>
    private let content: (Props) -> Content

    /// Creates a view with props that a connector maps from a store's state.
    public init<State: Sendable, ConnectorType: Connector>(
      to store: StoreOf<State, some Any>, by connector: ConnectorType,
      file: StaticString = #fileID, line: UInt = #line,
      @ViewBuilder content: @escaping (Props) -> Content
    ) where ConnectorType.State == State, ConnectorType.Props == Props {
      source = PropsSource(store, file: file, line: line) {
        connector.stateToProps(state: $0, dispatcher: $1)
      }
      self.content = content
    }

    /// Creates a view with props that a closure maps from a store's state.
    public init<State: Sendable>(
      to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line,
      stateToProps: @escaping @MainActor (State, any ActionDispatcher) -> Props,
      @ViewBuilder content: @escaping (Props) -> Content
    ) {
      source = PropsSource(store, file: file, line: line, stateToProps: stateToProps)
      self.content = content
    }

    /// The content for the newest props.
    public var body: some View {
      if let props = follower.props(from: source) { content(props) }
    }
  }
#endif
