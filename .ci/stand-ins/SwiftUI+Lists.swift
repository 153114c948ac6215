// SPDX-License-Identifier: MIT

import Foundation

// MARK: Lists

public struct List<SelectionValue: Hashable, Content: View>: Primitive {}

extension List where SelectionValue == Never {
  public nonisolated init(@ViewBuilder content: () -> Content) {}

  public nonisolated init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {}
}

extension List {
  @available(watchOS 10.0, *)
  public nonisolated init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public var data: Data
}

extension ForEach: View, Primitive, DynamicViewContent where Content: View {
  public typealias Body = Never

  public nonisolated init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { self.data = data }

  public nonisolated init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID { self.data = data }
}

@MainActor @preconcurrency public protocol DynamicViewContent: View {
  associatedtype Data: Collection
  @MainActor @preconcurrency var data: Data { get }
}

extension DynamicViewContent {
  nonisolated public func onDelete(
    perform action: ((IndexSet) -> Void)?
  ) -> some DynamicViewContent { ForEach([0], id: \.self) { _ in EmptyView() } }

  nonisolated public func onMove(
    perform action: ((IndexSet, Int) -> Void)?
  ) -> some DynamicViewContent { ForEach([0], id: \.self) { _ in EmptyView() } }
}

@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct EditButton: Primitive {
  public nonisolated init() {}
}

// MARK: Columns and tabs

public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: Primitive {}

extension NavigationSplitView where Content == EmptyView {
  public nonisolated init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) {}
}

public struct TabView<SelectionValue: Hashable, Content: View>: Primitive {}

extension TabView where SelectionValue == Int {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

extension View {
  nonisolated public func tabItem<Label: View>(
    @ViewBuilder _ label: () -> Label
  ) -> some View { EmptyView() }
}
