// SPDX-License-Identifier: MIT

import Dispatch

/// Something that begins in a turn of the main actor, and ends with it.
@MainActor
protocol TurnMember: AnyObject {
  /// The turn is over.
  func endTurn()
}

/// The present turn of the main actor: what runs there until something else is run.
@MainActor
enum MainTurn {
  private struct Member {
    weak var member: (any TurnMember)?
  }

  private static var members: [Member] = []

  /// Whether somebody waits for the end of the turn.
  static var isAwaited: Bool { !members.isEmpty }

  /// Calls `endTurn` when the turn is over. One hop for all that ask for it in a turn.
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
