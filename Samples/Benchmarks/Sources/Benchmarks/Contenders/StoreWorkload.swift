// SPDX-License-Identifier: MIT

import Harness
import Opponents
import Runnel

/// Work for stores, written once: each does the same, and is checked in the same way.
protocol StoreWorkload: Sendable {
  associatedtype State: Sendable
  /// What the stores take. One type, so that none of them has to ask what an action is.
  associatedtype Change: Sendable

  /// How many actions a round has.
  var actions: Int { get }

  /// How many it has for the other stores, some of which would take minutes for as many.
  var fewerActions: Int { get }

  /// Sets a store up, has it do the work, and makes sure that it has.
  ///
  /// - Returns: The time for the work alone.
  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change
}

extension StoreWorkload {
  var fewerActions: Int { actions }
}

extension StoreWorkload where Change: Action {
  /// Runnel and the floor.
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
  /// The other stores, and for those that cannot do the work, why not.
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

  /// A round of one of the other stores.
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

/// The other stores, by the names that they have in the table.
enum Opponent: String, CaseIterable {
  case blocks = "block store"
  case stream = "stream store"
  case subject = "subject store"
  case observable = "observable store"

  /// All of them unable to do something, for the same reason.
  static func unable(_ name: String, size: Int, because reason: String) -> [Entrant] {
    allCases.map { Entrant($0.rawValue, name, size: size, unableBecause: reason) }
  }
}
