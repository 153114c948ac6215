// SPDX-License-Identifier: MIT

import Observation
import Runnel

@MainActor
final class PropsFollower<Props: Equatable>: ViewComponent, Observable {
  let disposer = Disposer()
  private var source: PropsSource<Props>?
  private var isConnecting = false

  private let registrar = ObservationRegistrar()
  private nonisolated var observed: Void { () }

  /// The newest props, or `nil` before the first connection.
  ///
  /// The first props of a source, which ``props(from:)`` returns, aren't announced.
  var props: Props? {
    willSet {
      if !isConnecting { registrar.willSet(self, keyPath: \.observed) }
    }
    didSet {
      if !isConnecting { registrar.didSet(self, keyPath: \.observed) }
    }
  }

  func props(from source: PropsSource<Props>) -> Props? {
    registrar.access(self, keyPath: \.observed)
    if source !== self.source {
      self.source = source
      isConnecting = true
      source.connect(self)
      isConnecting = false
    }
    return props
  }
}

/// A store and a mapping that produce props, compared by identity: a closure created again can
/// capture other values.
@MainActor
final class PropsSource<Props: Equatable> {
  let connect: @MainActor (PropsFollower<Props>) -> Void

  init<State: Sendable>(
    _ store: StoreOf<State, some Any>, file: StaticString, line: UInt,
    stateToProps: @escaping @MainActor (State, any ActionDispatcher) -> Props
  ) {
    connect = { follower in
      follower.connect(to: store, file: file, line: line, stateToProps: stateToProps)
    }
  }
}
