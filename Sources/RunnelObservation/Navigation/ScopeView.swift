// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  public import Runnel
  public import SwiftUI

  /// A view of a value that can disappear: a screen on a stack, the state of a sheet.
  ///
  /// ```swift
  /// ScopeView(app.scope(\.path, id: id, .thread)) { ThreadView($0) }
  /// ```
  ///
  /// It shows nothing until the value is present. When an optional becomes `nil`, or an element
  /// leaves its collection, it keeps showing the last value, so that a screen isn't empty while an
  /// animation removes it. It shows nothing if a value of another kind has taken the place, or if
  /// the scope is `nil` while the value is still there.
  public struct ScopeView<Value: Sendable, ActionType, Content: View>: View {
    @SwiftUI.State private var last = LastScope<Value, ActionType>()
    private let store: StoreOf<Value, ActionType>?
    private let content: (StoreOf<Value, ActionType>) -> Content

    /// Creates a view of a scope, which is `nil` while the value is absent.
    public init(
      _ store: StoreOf<Value, ActionType>?,
      @ViewBuilder content: @escaping (StoreOf<Value, ActionType>) -> Content
    ) {
      self.store = store
      self.content = content
    }

    /// The content for the last scope.
    public var body: some View {
      if let store = last.store(store) { content(store) }
    }
  }
#endif
