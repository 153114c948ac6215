// SPDX-License-Identifier: MIT

import Foundation

// MARK: Apps and scenes

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  @MainActor @preconcurrency public static func main() {}
}

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

@resultBuilder public enum SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("A stand-in has no content.") }
}

extension Scene {
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some Scene { WindowGroup { EmptyView() } }
  nonisolated public func backgroundTask<Request: Sendable, Response: Sendable>(
    _ task: BackgroundTask<Request, Response>,
    action: @escaping @Sendable (Request) async -> Response
  ) -> some Scene { WindowGroup { EmptyView() } }
}

public struct BackgroundTask<Request, Response>: Sendable {
  public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void>
  where Request == Void, Response == Void { BackgroundTask<Void, Void>() }
}

public enum ScenePhase: Comparable, Sendable {
  case background
  case inactive
  case active
}

// MARK: The environment

public struct EnvironmentValues {
  public var scenePhase: ScenePhase { .active }
}

@propertyWrapper public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError("A stand-in has no value.") }
}

// MARK: Layout

public struct VStack<Content: View>: Primitive {
  public nonisolated init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}

public struct HStack<Content: View>: Primitive {
  public nonisolated init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}

public struct Group<Content> {}

extension Group: View, Primitive where Content: View {
  public typealias Body = Never
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct Spacer: Primitive {
  public nonisolated init(minLength: CGFloat? = nil) {}
}

public struct Form<Content: View>: Primitive {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Parent, Content, Footer> {}

extension Section: View, Primitive where Parent: View, Content: View, Footer: View {
  public typealias Body = Never
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
  public nonisolated init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: () -> Content
  ) {}
}

public struct HorizontalAlignment: Equatable, Sendable {
  public static let leading = HorizontalAlignment()
  public static let center = HorizontalAlignment()
}

public struct VerticalAlignment: Equatable, Sendable {
  public static let center = VerticalAlignment()
  public static let firstTextBaseline = VerticalAlignment()
}

public enum Axis: Int8, CaseIterable, Sendable {
  case horizontal
  case vertical

  public struct Set: OptionSet, Sendable {
    public static let vertical: Axis.Set = []
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
  }
}

public enum Edge: Int8, CaseIterable, Sendable {
  case top
  case leading
  case bottom
  case trailing

  public struct Set: OptionSet, Sendable {
    public static let all: Edge.Set = []
    public static let horizontal: Edge.Set = []
    public static let vertical: Edge.Set = []
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
  }
}

public enum VerticalEdge: Int8, CaseIterable, Hashable, Sendable {
  case top
  case bottom
}

public enum HorizontalEdge: Int8, CaseIterable, Hashable, Sendable {
  case leading
  case trailing
}

// MARK: Toolbars

@MainActor @preconcurrency public protocol ToolbarContent {
  associatedtype Body: ToolbarContent
  @ToolbarContentBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: ToolbarContent {}

@resultBuilder public enum ToolbarContentBuilder {
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content {
    content
  }
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  @_disfavoredOverload
  public static func buildBlock<each Content: ToolbarContent>(
    _ content: repeat each Content
  ) -> some ToolbarContent { ToolbarItemGroup { EmptyView() } }
}

public struct ToolbarItem<ID, Content: View>: ToolbarContent {
  public var body: Never { fatalError("A stand-in has no content.") }
}

extension ToolbarItem where ID == () {
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {}
}

public struct ToolbarItemGroup<Content: View>: ToolbarContent {
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { fatalError("A stand-in has no content.") }
}

public struct ToolbarItemPlacement: Sendable {
  public static let automatic = ToolbarItemPlacement()
  public static let navigation = ToolbarItemPlacement()
  public static let primaryAction = ToolbarItemPlacement()
  public static let confirmationAction = ToolbarItemPlacement()
  public static let cancellationAction = ToolbarItemPlacement()
}

// MARK: Scrolling and navigation

public struct ScrollView<Content: View>: Primitive {
  public nonisolated init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) {}
}

public struct LazyVStack<Content: View>: Primitive {
  public nonisolated init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) {}
}

public struct PinnedScrollableViews: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

public struct UnitPoint: Hashable, Sendable {
  public static let bottom = UnitPoint()
  public static let center = UnitPoint()
}

public struct NavigationPath {
  public init() {}
}

extension NavigationStack {
  @MainActor @preconcurrency public init(
    @ViewBuilder root: () -> Root
  ) where Data == NavigationPath {}
}
