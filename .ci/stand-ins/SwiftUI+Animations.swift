// SPDX-License-Identifier: MIT

import Foundation

// MARK: Animations

public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
  public static var easeInOut: Animation { Animation() }
  public static var easeOut: Animation { Animation() }
}

public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

extension Binding {
  public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
}

extension View {
  nonisolated public func animation<Value: Equatable>(
    _ animation: Animation?, value: Value
  ) -> some View { EmptyView() }
}

// MARK: Shapes and transforms

public struct Circle: Primitive {
  public nonisolated init() {}
}

public struct Alignment: Equatable, Sendable {
  public static let center = Alignment()
}

extension View {
  nonisolated public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { EmptyView() }
  nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { EmptyView() }
  nonisolated public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
    EmptyView()
  }
  nonisolated public func overlay<Content: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Content
  ) -> some View { EmptyView() }
}
