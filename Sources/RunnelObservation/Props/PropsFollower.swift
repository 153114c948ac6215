// SPDX-License-Identifier: MIT

import Runnel

/// Where props come from. Another one, also if it is made in the same place of the same parts, is connected
/// anew: a closure may have caught other values.
@MainActor
final class PropsSource<Props: Equatable> {
  /// Connects a component to it.
  let connect: @MainActor (PropsFollower<Props>) -> Void

  init(_ connect: @escaping @MainActor (PropsFollower<Props>) -> Void) {
    self.connect = connect
  }

  convenience init<State: Sendable>(
    _ store: Store<State>,
    file: StaticString,
    line: UInt,
    stateToProps: @escaping @MainActor (State, any ActionDispatcher) -> Props
  ) {
    self.init { follower in
      follower.connect(to: store, file: file, line: line) { state, dispatcher in
        stateToProps(state, dispatcher)
      }
    }
  }
}

/// Holds the newest props from a source, and says so before they change.
@MainActor
final class PropsFollower<Props: Equatable>: ViewComponent {
  let disposer = Disposer()
  /// Called before props change, but for changes that whoever asks for the props is given at once.
  var willChange: @MainActor () -> Void = {}
  private var source: PropsSource<Props>?
  private var isConnecting = false

  #if canImport(Combine)
    nonisolated let changes = ChangePublisher()
  #endif

  /// `nil` until it is connected for the first time.
  var props: Props? {
    willSet {
      if !isConnecting { willChange() }
    }
  }

  init() {
    #if canImport(Combine)
      willChange = { [changes] in changes.send() }
    #endif
  }

  /// The props from a source, which are followed from now on.
  func props(from source: PropsSource<Props>) -> Props? {
    if source !== self.source {
      self.source = source
      isConnecting = true
      source.connect(self)
      isConnecting = false
    }
    return props
  }
}
