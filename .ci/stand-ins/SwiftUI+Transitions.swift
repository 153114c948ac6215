// SPDX-License-Identifier: MIT

// MARK: Transitions

public struct AnyTransition {
  @MainActor @preconcurrency public static func move(edge: Edge) -> AnyTransition {
    AnyTransition()
  }
}

extension View {
  nonisolated public func transition(_ transition: AnyTransition) -> some View { EmptyView() }
}

// MARK: Scrolling, haptics and tasks

public struct ScrollViewProxy {
  public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {}
}

@MainActor @preconcurrency public struct ScrollViewReader<Content: View>: Primitive {
  @MainActor @preconcurrency public init(
    @ViewBuilder content: @escaping (ScrollViewProxy) -> Content
  ) {}
}

public struct SensoryFeedback: Equatable, Sendable {
  public static let success = SensoryFeedback()
}

extension View {
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  nonisolated public func sensoryFeedback<Trigger: Equatable>(
    _ feedback: SensoryFeedback, trigger: Trigger
  ) -> some View { EmptyView() }
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { EmptyView() }
}

// MARK: Previews

@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}
