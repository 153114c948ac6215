// SPDX-License-Identifier: MIT

public import Foundation

// MARK: Presentations

nonisolated extension View {
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }
  public func sheet<Content: View>(
    isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
  ) -> some View { self }
  public func navigationDestination<Value: Hashable, Content: View>(
    for data: Value.Type, @ViewBuilder destination: @escaping (Value) -> Content
  ) -> some View { self }
  public func alert<Actions: View, Message: View, Value>(
    _ title: some StringProtocol, isPresented: Binding<Bool>, presenting data: Value?,
    @ViewBuilder actions: (Value) -> Actions, @ViewBuilder message: (Value) -> Message
  ) -> some View { self }
  public func confirmationDialog<Actions: View, Message: View, Value>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, presenting data: Value?,
    @ViewBuilder actions: (Value) -> Actions, @ViewBuilder message: (Value) -> Message
  ) -> some View { self }
}

public enum Visibility: Hashable, CaseIterable { case automatic, visible, hidden }

// MARK: Styles

public protocol ShapeStyle: Sendable {}
public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

public struct Material: ShapeStyle {}
extension ShapeStyle where Self == Material { public static var bar: Material { Material() } }
public struct Color: Hashable, ShapeStyle {}

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

  public static let largeTitle = Font(), headline = Font(), subheadline = Font()
  public static let footnote = Font(), caption = Font()
}

public enum ColorScheme: CaseIterable, Sendable { case light, dark }

@MainActor @preconcurrency public struct ButtonStyle {
  public static var plain: ButtonStyle { ButtonStyle() }
  public static var borderless: ButtonStyle { ButtonStyle() }
}

nonisolated extension View {
  public func font(_ font: Font?) -> some View { self }
  public func fontWeight(_ weight: Font.Weight?) -> some View { self }
  public func monospacedDigit() -> some View { self }
  public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
  public func background(_ style: some ShapeStyle) -> some View { self }
  public func buttonStyle(_ style: ButtonStyle) -> some View { self }
  public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }
}

// MARK: Layout

public enum Edge: Int8, CaseIterable, Sendable {
  case top, leading, bottom, trailing

  public struct Set: OptionSet, Sendable {
    public static let all: Set = [], horizontal: Set = [], vertical: Set = []
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
  }
}

public enum VerticalEdge: Int8, CaseIterable, Hashable, Sendable { case top, bottom }

nonisolated extension View {
  public func lineLimit(_ number: Int?) -> some View { self }
  public func labelsHidden() -> some View { self }
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { self }
  public func overlay<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
  public func safeAreaInset<Content: View>(
    edge: VerticalEdge, @ViewBuilder content: () -> Content
  ) -> some View { self }
  public func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View { self }
  public func swipeActions<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
  public func navigationTitle(_ title: some StringProtocol) -> some View { self }
  public func tabItem<Label: View>(@ViewBuilder _ label: () -> Label) -> some View { self }
  public func tag(_ tag: some Hashable) -> some View { self }
  public func badge(_ count: Int) -> some View { self }
}

// MARK: Animations

public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
  public static var easeInOut: Animation { Animation() }
  public static var easeOut: Animation { Animation() }
}

public struct AnyTransition {
  @MainActor @preconcurrency public static func move(edge: Edge) -> AnyTransition { absent() }
}

public struct SensoryFeedback: Equatable, Sendable { public static let success = SensoryFeedback() }

public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

nonisolated extension View {
  public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
  public func transition(_ transition: AnyTransition) -> some View { self }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
  public func scaleEffect(_ scale: CGFloat) -> some View { self }
  public func sensoryFeedback(
    _ feedback: SensoryFeedback, trigger: some Equatable
  ) -> some View { self }
}

// MARK: Behavior

nonisolated extension View {
  public func id(_ id: some Hashable) -> some View { self }
  public func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View { self }
  public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { self }
  public func disabled(_ disabled: Bool) -> some View { self }
  public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View { self }
  public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
  public func task(
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
  public func searchable(text: Binding<String>) -> some View { self }
}
