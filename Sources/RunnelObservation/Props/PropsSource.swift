// SPDX-License-Identifier: MIT

import Runnel

/// A store and a mapping that produce props.
///
/// Sources are compared by identity: a closure created again at the same place can capture other
/// values, so its source is connected again.
@MainActor
final class PropsSource<Props: Equatable> {
  /// Connects a follower to the source.
  let connect: @MainActor (PropsFollower<Props>) -> Void

  init(_ connect: @escaping @MainActor (PropsFollower<Props>) -> Void) {
    self.connect = connect
  }

  convenience init<State: Sendable>(
    _ store: StoreOf<State, some Any>,
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
