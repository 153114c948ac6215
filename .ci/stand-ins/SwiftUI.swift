// SPDX-License-Identifier: MIT

// The declarations of Apple's `SwiftUI` module that the library and its examples use, for type
// checks elsewhere. They have no behavior. A module is made of this file and of those whose names
// begin with `SwiftUI+`. A title is a string: the overloads for localized keys are left out.

import Observation

#if canImport(Combine)
  @_exported import Combine
#endif

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  @_disfavoredOverload
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView((repeat each content)) }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent() }
  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent() }
}

public struct _ConditionalContent<TrueContent, FalseContent> {
  nonisolated init() {}
}

extension _ConditionalContent: View, Primitive where TrueContent: View, FalseContent: View {
  public typealias Body = Never
}

extension Never: View {
  public var body: Never { fatalError("A stand-in has no content.") }
}

public protocol Primitive: View where Body == Never {}

extension Primitive {
  public var body: Never { fatalError("A stand-in has no content.") }
}

extension Optional: View, Primitive where Wrapped: View {
  public typealias Body = Never
}

public struct TupleView<Content>: Primitive {
  nonisolated init(_ content: Content) {}
}

public struct EmptyView: Primitive {
  public nonisolated init() {}
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(initialValue: Value) { wrappedValue = initialValue }
  public private(set) var wrappedValue: Value
  public var projectedValue: Binding<Value> { fatalError("A stand-in has no value.") }
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  #if OLDER_BINDING
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
  #else
    @preconcurrency public init(
      get: @escaping @isolated(any) @Sendable () -> Value,
      set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {}
  #endif

  public var wrappedValue: Value {
    get { fatalError("A stand-in has no value.") }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError("A stand-in has no value.") }
}

@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
  private init(_ value: Value) { wrappedValue = value }
}

extension Bindable where Value: AnyObject {
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError("A stand-in has no value.") }
}

extension Bindable where Value: AnyObject & Observable {
  public init(wrappedValue: Value) { self.init(wrappedValue) }
}

public struct Text: Primitive {
  public nonisolated init<Content: StringProtocol>(_ content: Content) {}
}

public enum Visibility: Hashable, CaseIterable {
  case automatic
  case visible
  case hidden
}

public struct Alert {}

@MainActor @preconcurrency public struct NavigationStack<Data, Root: View>: Primitive {
  @MainActor @preconcurrency public init(
    path: Binding<Data>,
    @ViewBuilder root: () -> Root
  )
  where
    Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Data.Element: Hashable
  {}
}

extension View {
  nonisolated public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { EmptyView() }

  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View { EmptyView() }

  nonisolated public func navigationDestination<Value: Hashable, Content: View>(
    for data: Value.Type,
    @ViewBuilder destination: @escaping (Value) -> Content
  ) -> some View { EmptyView() }

  nonisolated public func alert<Title: StringProtocol, Actions: View, Message: View, Value>(
    _ title: Title,
    isPresented: Binding<Bool>,
    presenting data: Value?,
    @ViewBuilder actions: (Value) -> Actions,
    @ViewBuilder message: (Value) -> Message
  ) -> some View { EmptyView() }

  nonisolated public func confirmationDialog<
    Title: StringProtocol, Actions: View, Message: View, Value
  >(
    _ title: Title,
    isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    presenting data: Value?,
    @ViewBuilder actions: (Value) -> Actions,
    @ViewBuilder message: (Value) -> Message
  ) -> some View { EmptyView() }
}
