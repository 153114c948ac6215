// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  public import Runnel
  public import RunnelNavigation
  public import SwiftUI

  extension ViewStoreOf {
    /// Returns a binding to the path of a `NavigationStack`.
    ///
    /// ```swift
    /// NavigationStack(path: model.binding(path: \.path) { .path($0) }) {
    ///   RootView()
    ///     .navigationDestination(for: ScreenID.self) { id in
    ///       ScopeView(app.scope(\.path, id: id, .thread)) { ThreadView($0) }
    ///       ScopeView(app.scope(\.path, id: id, .composer)) { ComposerView($0) }
    ///     }
    /// }
    /// ```
    ///
    /// When the user goes back, it sends `StackAction.dismiss(_:)` for the screen that the user has
    /// left, unless that isn't on the stack anymore. Any other write, such as that of a
    /// `NavigationLink(value:)`, is ignored with a runtime warning: push a screen with an action.
    /// Readers are notified when a screen is pushed or popped, and not when one changes.
    public func binding<Screen: Sendable>(
      path keyPath: KeyPath<State, ScreenStack<Screen>>,
      file: StaticString = #fileID, line: UInt = #line,
      send: @escaping (StackAction<Screen>) -> ActionType
    ) -> Binding<[ScreenID]> {
      let site = CallSite(file: file, line: line)
      return Binding(pathBinding(keyPath, from: site, send: send))
    }
  }

  extension ViewStoreOf where ActionType == any Action {
    /// Returns a binding to the path of a `NavigationStack`.
    ///
    /// It sends a ``RunnelNavigation/StackAction``, for `Reducer.stack(\.path)` to handle.
    public func binding<Screen: Sendable>(
      path keyPath: KeyPath<State, ScreenStack<Screen>>,
      file: StaticString = #fileID, line: UInt = #line
    ) -> Binding<[ScreenID]> {
      binding(path: keyPath, file: file, line: line) { $0 }
    }
  }
#endif
