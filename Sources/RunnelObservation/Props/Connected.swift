// SPDX-License-Identifier: MIT

#if canImport(SwiftUI) && canImport(Combine)
  public import Runnel
  public import SwiftUI
  import Combine

  /// A view of props that follow a store.
  ///
  /// ```swift
  /// Connected(to: app, by: ProfileConnector()) { props in
  ///   Text(props.title)
  /// }
  /// ```
  ///
  /// The content is made anew when the props have changed, and only then: for views that are to know no more
  /// of the app than their props, as UIKit's do. Views that read a state themselves are better off with a
  /// ``ViewStore``. The connector is called on the main actor; changes that come faster than the main actor
  /// takes them are skipped, but for the last.
  ///
  /// The connection is made when the view is first shown, is made anew when the parent's body is, and ends
  /// with the view.
  public struct Connected<Props: Equatable, Content: View>: View {
    @StateObject private var follower = PropsFollower<Props>()
    private let source: PropsSource<Props>
    private let content: (Props) -> Content

    /// A view of the props that a connector makes of a store's state.
    public init<State: Sendable, ConnectorType: Connector>(
      to store: Store<State>,
      by connector: ConnectorType,
      file: StaticString = #fileID,
      line: UInt = #line,
      @ViewBuilder content: @escaping (Props) -> Content
    ) where ConnectorType.State == State, ConnectorType.Props == Props {
      source = PropsSource(store, file: file, line: line) {
        connector.stateToProps(state: $0, dispatcher: $1)
      }
      self.content = content
    }

    /// A view of the props that a closure makes of a store's state.
    public init<State: Sendable>(
      to store: Store<State>,
      file: StaticString = #fileID,
      line: UInt = #line,
      stateToProps: @escaping @MainActor (State, any ActionDispatcher) -> Props,
      @ViewBuilder content: @escaping (Props) -> Content
    ) {
      source = PropsSource(store, file: file, line: line, stateToProps: stateToProps)
      self.content = content
    }

    /// What the content makes of the newest props.
    public var body: some View {
      if let props = follower.props(from: source) { content(props) }
    }
  }

  extension PropsFollower: ObservableObject {
    nonisolated var objectWillChange: ObservableObjectPublisher { changes.publisher }
  }
#endif
