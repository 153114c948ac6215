// SPDX-License-Identifier: MIT

/// An object with work to do at the end of a turn of the main actor.
@MainActor
protocol TurnMember: AnyObject {
  /// Called when the turn has ended.
  func endTurn()
}
