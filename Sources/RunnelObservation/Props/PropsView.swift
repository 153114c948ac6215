// SPDX-License-Identifier: MIT

#if canImport(SwiftUI) && canImport(Combine)
  public import Runnel
  public import SwiftUI

  /// A view that shows `Props` and nothing else.
  ///
  /// ```swift
  /// struct ProfileView: PropsView {
  ///   let props: ProfileProps
  ///
  ///   var body: some View { Text(props.title) }
  /// }
  /// ```
  ///
  /// In an app it is shown by a connector:
  ///
  /// ```swift
  /// ProfileView.connected(to: app, by: ProfileConnector())
  /// ```
  ///
  /// What a `ViewComponent` is for UIKit: it knows nothing of the app, and can be previewed and reused with
  /// props alone.
  public protocol PropsView: View {
    /// What the view shows. A value that says all that is needed to draw it.
    associatedtype Props: Equatable

    /// Makes a view that shows some props.
    init(props: Props)
  }

  extension PropsView {
    /// The view with the props that a connector makes of a store's state, and follows. See ``Connected``.
    public static func connected<State: Sendable, ConnectorType: Connector>(
      to store: Store<State>,
      by connector: ConnectorType,
      file: StaticString = #fileID,
      line: UInt = #line
    ) -> Connected<Props, Self>
    where ConnectorType.State == State, ConnectorType.Props == Props {
      Connected(to: store, by: connector, file: file, line: line) { Self(props: $0) }
    }
  }
#endif
