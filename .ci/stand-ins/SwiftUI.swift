// SPDX-License-Identifier: MIT

// The declarations of Apple's `SwiftUI` module that the library and its examples use, for type
// checks elsewhere. They have no behavior. A module is made of this file and of those whose names
// begin with `SwiftUI+`. What no code names is left out: the type parameters of views, the types
// that builders make, availability, and the overloads for localized keys, so a title is a string.

public import Observation

#if canImport(Combine)
  @_exported import Combine
#endif

// MARK: Views

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  @_disfavoredOverload
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> EmptyView {
    EmptyView()
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither(first: some View) -> EmptyView { EmptyView() }
  public static func buildEither(second: some View) -> EmptyView { EmptyView() }
}

extension Never: View { public var body: Never { absent() } }
public protocol Primitive: View where Body == Never {}
extension Primitive { public var body: Never { absent() } }
extension Optional: View, Primitive where Wrapped: View { public typealias Body = Never }
public struct EmptyView: Primitive { public nonisolated init() {} }

func absent() -> Never { fatalError("A stand-in has no value.") }

// MARK: Apps, scenes and previews

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App { @MainActor @preconcurrency public static func main() {} }

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup: Scene {
  public nonisolated init<Content: View>(@ViewBuilder content: () -> Content) {}
  public var body: Never { absent() }
}

nonisolated extension Scene {
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some Scene { self }
  public func backgroundTask<Request: Sendable, Response: Sendable>(
    _ task: BackgroundTask<Request, Response>,
    action: @escaping @Sendable (Request) async -> Response
  ) -> some Scene { self }
}

public struct BackgroundTask<Request, Response>: Sendable {
  public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void>
  where Request == Void, Response == Void { BackgroundTask<Void, Void>() }
}

@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

// MARK: Property wrappers

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(initialValue: Value) { wrappedValue = initialValue }
  public private(set) var wrappedValue: Value
  public var projectedValue: Binding<Value> { absent() }
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
    get { absent() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { absent() }
  public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
}

@propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject & Observable> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { absent() }
}

@propertyWrapper public struct FocusState<Value: Hashable> {
  @propertyWrapper public struct Binding {
    public var wrappedValue: Value {
      get { absent() }
      nonmutating set {}
    }
    public var projectedValue: FocusState<Value>.Binding { self }
    // A wrapper has an initializer that is as public as itself. Apple's has no visible one.
    @available(*, unavailable) public init() {}
  }

  public init() where Value == Bool {}
  public init<Wrapped: Hashable>() where Value == Wrapped? {}
  public var wrappedValue: Value {
    get { absent() }
    nonmutating set {}
  }
  public var projectedValue: FocusState<Value>.Binding { absent() }
}

@propertyWrapper public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { absent() }
}

public struct EnvironmentValues { public var scenePhase: ScenePhase { .active } }
public enum ScenePhase: Comparable, Sendable { case background, inactive, active }
