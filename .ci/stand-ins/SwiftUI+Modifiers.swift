// SPDX-License-Identifier: MIT

import Foundation

// MARK: Styles

public protocol ShapeStyle: Sendable {}

public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

public struct Material: ShapeStyle {}

extension ShapeStyle where Self == Material {
  public static var bar: Material { Material() }
}

public struct Color: Hashable, ShapeStyle {
  public static let blue = Color()
  public static let green = Color()
  public static let orange = Color()
  public static let red = Color()
}

// The conformance of an extension doesn't isolate the type to the main actor.
extension Color: Primitive {}

extension ShapeStyle where Self == Color {
  public static var blue: Color { Color() }
  public static var green: Color { Color() }
  public static var orange: Color { Color() }
  public static var red: Color { Color() }
}

public struct Font: Hashable, Sendable {
  public struct Weight: Hashable, Sendable {
    public static let semibold = Weight()
  }

  public static let largeTitle = Font()
  public static let headline = Font()
  public static let subheadline = Font()
  public static let footnote = Font()
  public static let caption = Font()
}

public enum ColorScheme: CaseIterable, Sendable {
  case light
  case dark
}

@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}

@MainActor @preconcurrency public struct PlainButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  @MainActor @preconcurrency public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

@MainActor @preconcurrency public struct BorderlessButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  @MainActor @preconcurrency public static var borderless: BorderlessButtonStyle {
    BorderlessButtonStyle()
  }
}

extension View {
  nonisolated public func font(_ font: Font?) -> some View { EmptyView() }
  nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View { EmptyView() }
  nonisolated public func monospacedDigit() -> some View { EmptyView() }
  nonisolated public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View {
    EmptyView()
  }
  nonisolated public func background<Style: ShapeStyle>(
    _ style: Style, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { EmptyView() }
  nonisolated public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> some View {
    EmptyView()
  }
  nonisolated public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
    EmptyView()
  }
}

// MARK: Layout

extension View {
  nonisolated public func lineLimit(_ number: Int?) -> some View { EmptyView() }
  nonisolated public func labelsHidden() -> some View { EmptyView() }
  nonisolated public func padding(
    _ edges: Edge.Set = .all, _ length: CGFloat? = nil
  ) -> some View { EmptyView() }
  nonisolated public func safeAreaInset<Content: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) -> some View { EmptyView() }
  nonisolated public func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View { EmptyView() }
  nonisolated public func navigationTitle<Title: StringProtocol>(_ title: Title) -> some View {
    EmptyView()
  }
  nonisolated public func tag<Value: Hashable>(
    _ tag: Value, includeOptional: Bool = true
  ) -> some View { EmptyView() }
  nonisolated public func badge(_ count: Int) -> some View { EmptyView() }
}

// MARK: Identity, focus and scrolling

@propertyWrapper public struct FocusState<Value: Hashable> {
  @propertyWrapper public struct Binding {
    public var wrappedValue: Value {
      get { fatalError("A stand-in has no value.") }
      nonmutating set {}
    }
    public var projectedValue: FocusState<Value>.Binding { self }
    // A wrapper has an initializer that is as public as itself. Apple's has no visible one.
    @available(*, unavailable) public init() {}
  }

  public init() where Value == Bool {}
  public init<Wrapped: Hashable>() where Value == Wrapped? {}
  public var wrappedValue: Value {
    get { fatalError("A stand-in has no value.") }
    nonmutating set {}
  }
  public var projectedValue: FocusState<Value>.Binding {
    fatalError("A stand-in has no value.")
  }
}

extension View {
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { EmptyView() }
  nonisolated public func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View { EmptyView() }
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  nonisolated public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { EmptyView() }
}

// MARK: Behavior

extension View {
  nonisolated public func disabled(_ disabled: Bool) -> some View { EmptyView() }
  nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
    EmptyView()
  }
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    EmptyView()
  }
  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    EmptyView()
  }
  nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    EmptyView()
  }
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View { EmptyView() }
  nonisolated public func refreshable(
    action: @escaping @Sendable () async -> Void
  ) -> some View { EmptyView() }
  nonisolated public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View { EmptyView() }
  @available(tvOS, unavailable)
  nonisolated public func swipeActions<Content: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true,
    @ViewBuilder content: () -> Content
  ) -> some View { EmptyView() }
}

public struct SearchFieldPlacement: Sendable {
  public static let automatic = SearchFieldPlacement()
}
