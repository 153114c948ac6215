// SPDX-License-Identifier: MIT

import Harness
import Opponents
import Runnel

/// A workload that is written once for all stores, with the same checks.
protocol StoreWorkload: Sendable {
  associatedtype State: Sendable
  /// The type of all actions: with a single type, no store needs to determine the type of an
  /// action.
  associatedtype Change: Sendable

  /// The number of actions in a round.
  var actions: Int { get }

  /// The number of actions for the other stores, some of which would need minutes for `actions`.
  var fewerActions: Int { get }

  /// Sets up a store, runs the work, and checks the outcome.
  ///
  /// The reading is the time of the work alone.
  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change
}

extension StoreWorkload {
  var fewerActions: Int { actions }
}

extension StoreWorkload where Change: Action {
  /// Returns Runnel and the floor.
  func entrants(
    _ setting: String = "",
    size: Int,
    floor: @escaping Entrant.Round
  ) -> [Entrant] {
    [
      Entrant("Runnel", setting, size: size) {
        try round(of: RunnelStore<State, Change>.self, actions: actions)
      },
      Entrant("floor", setting, size: size, round: floor),
    ]
  }
}

extension StoreWorkload {
  /// Returns the other stores, with a reason for those that cannot run the workload.
  func opponents(
    _ setting: String = "",
    size: Int,
    unable: [Opponent: String] = [:]
  ) -> [Entrant] {
    Opponent.allCases.map { opponent in
      if let reason = unable[opponent] {
        return Entrant(opponent.rawValue, setting, size: size, unableBecause: reason)
      }
      return Entrant(opponent.rawValue, setting, size: size) { try round(of: opponent) }
    }
  }

  /// Runs a round of one of the other stores.
  func round(of opponent: Opponent) throws -> Reading {
    switch opponent {
    case .blocks: try round(of: BlockStore<State, Change>.self, actions: fewerActions)
    case .stream: try round(of: StreamStore<State, Change>.self, actions: fewerActions)
    case .subject: try round(of: SubjectStore<State, Change>.self, actions: fewerActions)
    case .observable:
      try round(of: ObservableStore<State, Change>.self, actions: fewerActions)
    }
  }
}

/// The other stores, by their names in the table.
enum Opponent: String, CaseIterable {
  case blocks = "block store"
  case stream = "stream store"
  case subject = "subject store"
  case observable = "observable store"

  /// Returns all of them as unable to run a workload, for the same reason.
  static func unable(_ name: String, size: Int, because reason: String) -> [Entrant] {
    allCases.map { Entrant($0.rawValue, name, size: size, unableBecause: reason) }
  }
}
