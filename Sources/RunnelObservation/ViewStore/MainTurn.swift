// SPDX-License-Identifier: MIT

import Dispatch

/// The current turn of the main actor: the code that runs until the main queue starts its next job.
@MainActor
enum MainTurn {
  private struct Member {
    weak var member: (any TurnMember)?
  }

  private static var members: [Member] = []

  /// A Boolean value indicating whether a member is registered for the end of the turn.
  static var isAwaited: Bool { !members.isEmpty }

  /// Calls `endTurn` when the turn has ended; all members of a turn share one hop.
  static func atEnd(of member: any TurnMember) {
    if members.isEmpty {
      DispatchQueue.main.async {
        MainActor.assumeIsolated { end() }
      }
    }
    members.append(Member(member: member))
  }

  private static func end() {
    let members = members
    self.members = []
    members.forEach { $0.member?.endTurn() }
  }
}

/// An object with work to do at the end of a turn of the main actor.
@MainActor
protocol TurnMember: AnyObject {
  /// Called when the turn has ended.
  func endTurn()
}
