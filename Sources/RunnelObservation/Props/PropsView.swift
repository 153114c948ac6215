// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  public import Runnel
  public import SwiftUI

  /// A view that depends on its props only.
  ///
  /// ```swift
  /// struct ProfileView: PropsView {
  ///   let props: ProfileProps
  ///
  ///   var body: some View { Text(props.title) }
  /// }
  /// ```
  ///
  /// In an app, connect it to a store with a connector:
  ///
  /// ```swift
  /// ProfileView.connected(to: app, by: ProfileConnector())
  /// ```
  ///
  /// A props view is the SwiftUI equivalent of a `ViewComponent`, independent of the app's state:
  /// props alone are enough to preview and reuse it.
  public protocol PropsView: View {
    /// The value that the view displays.
    associatedtype Props: Equatable

    /// Creates a view that displays props.
    init(props: Props)
  }

  extension PropsView {
    /// Returns the view with props that a connector maps from a store's state: see ``Connected``.
    public static func connected<State: Sendable, ConnectorType: Connector>(
      to store: StoreOf<State, some Any>, by connector: ConnectorType,
      file: StaticString = #fileID, line: UInt = #line
    ) -> Connected<Props, Self>
    where ConnectorType.State == State, ConnectorType.Props == Props {
      Connected(to: store, by: connector, file: file, line: line) { Self(props: $0) }
    }
  }
#endif
