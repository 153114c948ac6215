// SPDX-License-Identifier: MIT

import Dispatch

/// What a lane has to remember.
extension Lane {
  /// What several threads touch.
  struct State {
    /// `nil` once the lane is disposed of.
    var consumer: Consumer?
    /// The engine, which a live subscription keeps.
    var engine: Engine?
    /// What waits, if anything does: most of the time nothing does on the store's own queue.
    var backlog: Backlog?
    /// For `.latest`: there is something newer to look at.
    var isMarked = false
    /// A delivery is under way, or will be.
    var isScheduled = false
    /// A delivery is being made at the moment, or by the lane that this one takes the place of.
    var isDelivering = false

    /// Whether values wait.
    var isBehind: Bool { backlog?.waiting != nil }

    /// What waits, for something to be added.
    mutating func makeBacklog() -> Backlog {
      let made = backlog ?? Backlog()
      backlog = made
      return made
    }

    mutating func takeBacklog() -> Backlog? {
      defer { backlog = nil }
      return backlog
    }
  }

  /// In the state it is read and written with that locked; whoever takes it out has it alone.
  final class Backlog {
    /// For `.every`, and for first values on the store's own queue.
    var waiting: ValueBuffer?
    /// For listeners: the actions that belong to `waiting`.
    var actions = ContiguousArray<any Action>()
    /// What to do when the delivery that outlasts the end of the lane is over.
    var afterwards: Successor?
    var fences: [@Sendable () -> Void] = []
  }

  /// Starts the lane that takes the place of an ended one, and takes over who waits for that.
  typealias Successor = (_ fences: [@Sendable () -> Void]) -> Void

  /// What there is to a lane that leads to another queue, or does not hand over each value as it is.
  final class Extent {
    /// Where to deliver; `nil` is the store's own queue.
    let queue: DispatchQueue?

    init(queue: DispatchQueue?) {
      self.queue = queue
    }

    // With the state locked.
    /// For `.latest`.
    var rush = Rush()

    // For the delivery under way, of which there is one at a time, and when there can be none any more.
    var isFirst = true
    /// Whether mapping takes long.
    var slowness = Slowness()
    /// For `.latest`.
    var newest = Newest()

    // For the drain.
    /// The value that the filter of the slice let through last.
    var passed: ValueBox?
  }
}
