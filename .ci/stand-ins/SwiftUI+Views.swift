// SPDX-License-Identifier: MIT

public import Foundation

// MARK: Layout

/// A view that needs its content only.
public protocol Container: Primitive {}

nonisolated extension Container {
  public init<Content: View>(@ViewBuilder content: () -> Content) { absent() }
}

public struct Form: Container {}
public struct Group: Container {}
public struct HStack: Container {}
public struct ScrollView: Container {}
public struct TabView: Container {}

public struct VStack: Primitive {
  public nonisolated init<Content: View>(
    alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content
  ) {}
}

public struct LazyVStack: Primitive {
  public nonisolated init<Content: View>(
    alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content
  ) {}
}

public struct Section: Container {
  public nonisolated init<Content: View>(
    _ title: some StringProtocol, @ViewBuilder content: () -> Content
  ) {}
}

public struct Spacer: Primitive { public nonisolated init() {} }

public struct HorizontalAlignment: Equatable, Sendable {
  public static let leading = HorizontalAlignment(), center = HorizontalAlignment()
}

// MARK: Texts and images

public struct Text: Primitive { public nonisolated init(_ content: some StringProtocol) {} }
public struct Image: Primitive { public nonisolated init(systemName: String) {} }

public struct Label: Primitive {
  public nonisolated init(_ title: some StringProtocol, systemImage name: String) {}
}

public struct Circle: Primitive { public nonisolated init() {} }

public struct ProgressView: Primitive {
  public nonisolated init() {}
  public nonisolated init(_ title: some StringProtocol) {}
  public nonisolated init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0) {}
}

public struct ContentUnavailableView: Primitive {
  public nonisolated init<Label: View, Description: View, Actions: View>(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description,
    @ViewBuilder actions: () -> Actions
  ) {}
}

public struct TimelineView: Primitive {
  public struct Context {
    public let date: Date
  }

  public nonisolated init<Content: View>(
    _ schedule: EveryMinuteTimelineSchedule, @ViewBuilder content: @escaping (Context) -> Content
  ) {}
}

public struct EveryMinuteTimelineSchedule: Sendable {
  public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

// MARK: Buttons and fields

public struct Button: Primitive {
  @preconcurrency public nonisolated init<Label: View>(
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {}
  @preconcurrency public nonisolated init(
    _ title: some StringProtocol, systemImage: String = "", role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {}
}

public struct ButtonRole: Equatable, Sendable {
  public static let destructive = ButtonRole(), cancel = ButtonRole()
}

public struct EditButton: Primitive { public nonisolated init() {} }

public struct Toggle: Primitive {
  public nonisolated init(_ title: some StringProtocol, isOn: Binding<Bool>) {}
}

public struct TextField: Primitive {
  public nonisolated init(_ title: some StringProtocol, text: Binding<String>) {}
  public nonisolated init(_ title: some StringProtocol, text: Binding<String>, axis: Axis) {}
}

public enum Axis: Int8, CaseIterable, Sendable { case horizontal, vertical }

public struct SecureField: Primitive {
  public nonisolated init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct TextEditor: Primitive { public nonisolated init(text: Binding<String>) {} }

public struct Stepper: Primitive {
  public nonisolated init<Value: Strideable>(
    _ title: some StringProtocol, value: Binding<Value>, in bounds: ClosedRange<Value>,
    step: Value.Stride = 1
  ) {}
}

public struct Slider: Primitive {
  public nonisolated init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1
  ) where Value.Stride: BinaryFloatingPoint {}
}

public struct DatePicker: Primitive {
  public struct Components: OptionSet, Sendable {
    public static let hourAndMinute = Components(rawValue: 1), date = Components(rawValue: 2)
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public nonisolated init(
    _ title: some StringProtocol, selection: Binding<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {}
}

public struct Picker: Primitive {
  public nonisolated init<Selection: Hashable, Content: View>(
    _ title: some StringProtocol, selection: Binding<Selection>,
    @ViewBuilder content: () -> Content
  ) {}
}

// MARK: Lists

public struct List: Container {
  public nonisolated init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) {}
  public nonisolated init<
    Data: RandomAccessCollection, ID: Hashable, Selection: Hashable, RowContent: View
  >(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<Selection?>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) {}
}

public struct ForEach {}

extension ForEach: DynamicViewContent, Primitive {
  public nonisolated init<Data: RandomAccessCollection, Content: View>(
    _ data: Data, id: KeyPath<Data.Element, some Hashable>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
  public nonisolated init<Data: RandomAccessCollection, Content: View>(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable {}
}

@MainActor @preconcurrency public protocol DynamicViewContent: View {}

nonisolated extension DynamicViewContent {
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { self }
  public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent { self }
}

// MARK: Navigation and scrolling

@MainActor @preconcurrency public struct NavigationStack: Primitive {
  @MainActor @preconcurrency public init<Root: View>(@ViewBuilder root: () -> Root) {}
  @MainActor @preconcurrency public init<Data, Root: View>(
    path: Binding<Data>, @ViewBuilder root: () -> Root
  )
  where
    Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Data.Element: Hashable
  {}
}

public struct NavigationSplitView: Primitive {
  public nonisolated init<Sidebar: View, Detail: View>(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) {}
}

@MainActor @preconcurrency public struct ScrollViewReader: Primitive {
  @MainActor @preconcurrency public init<Content: View>(
    @ViewBuilder content: @escaping (ScrollViewProxy) -> Content
  ) {}
}

public struct ScrollViewProxy {
  public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {}
}

public struct UnitPoint: Hashable, Sendable { public static let bottom = UnitPoint() }

// MARK: Toolbars

@MainActor @preconcurrency public protocol ToolbarContent {}

@resultBuilder public enum ToolbarContentBuilder {
  public static func buildBlock<each Content: ToolbarContent>(
    _ content: repeat each Content
  ) -> some ToolbarContent { ToolbarItemGroup { EmptyView() } }
}

public struct ToolbarItem: ToolbarContent {
  public nonisolated init<Content: View>(
    placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content
  ) {}
}

public struct ToolbarItemGroup: ToolbarContent {
  public nonisolated init<Content: View>(@ViewBuilder content: () -> Content) {}
}

public struct ToolbarItemPlacement: Sendable {
  public static let navigation = ToolbarItemPlacement(), primaryAction = ToolbarItemPlacement()
  public static let confirmationAction = ToolbarItemPlacement()
  public static let cancellationAction = ToolbarItemPlacement()
}
