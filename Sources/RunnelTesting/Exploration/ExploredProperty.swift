// SPDX-License-Identifier: MIT

import Runnel

/// The property that a test explores.
enum ExploredProperty<State> {
  case state((State) throws -> Bool)
  case transition((_ before: State, _ action: any Action, _ after: State) throws -> Bool)

  var needsStateBefore: Bool {
    if case .transition = self { true } else { false }
  }

  /// Returns why the property doesn't hold, or `nil` if it does.
  @inline(__always)
  func problem(
    _ before: State?, _ action: any Action, _ after: State
  ) -> ExplorationTrace<State>.Reason? {
    do {
      let holds =
        switch self {
        case .state(let holds): try holds(after)
        case .transition(let holds): try holds(before ?? after, action, after)
        }
      return holds ? nil : .returnedFalse
    } catch {
      return .threw(error)
    }
  }
}
