// SPDX-License-Identifier: MIT

/// Where actions wait between `dispatch` and the drain.
///
/// `dispatch` appends under a short lock; the drain takes all that there is at once. Beside the actions
/// lie the few other things that the drain does for other threads.
struct Mailbox: Sendable {
  /// An action on its way, with what is known of where it comes from. One cache line.
  struct Entry {
    let action: any Action
    let site: CallSite
    /// How many actions, each dispatched while the one before was handled, led to this one; and a mark.
    private let markedDepth: UInt32
    /// The number of the action that was being handled when this one was dispatched, or zero.
    let parent: UInt64

    private static var mark: UInt32 { 1 << 31 }

    /// - Parameter isSent: The action is a ``SentAction``.
    @inline(__always)
    init(
      action: any Action,
      site: CallSite,
      depth: UInt32,
      parent: UInt64,
      isSent: Bool = false
    ) {
      self.action = action
      self.site = site
      markedDepth = isSent ? depth | Entry.mark : depth
      self.parent = parent
    }

    var depth: UInt32 { markedDepth & ~Entry.mark }
    var isSent: Bool { markedDepth >= Entry.mark }
    /// The action that an effect sent, and what counts for it.
    var sent: SentAction? { isSent ? action as? SentAction : nil }
  }

  /// Something that has to wait until the state can be locked by its thread, or by any.
  enum Chore {
    /// Deliver what waits for the store's own queue.
    case flush(any AnyLane)
    /// Take a lane out that was disposed of while its thread held the state.
    case remove(any AnyLane)
    /// Count a scope out that went away while its thread held the state.
    case release(Node)
  }

  /// What the drain found.
  struct Delivery {
    var chores: [Chore] = []
    /// The action after which something has to be done, if there is anything.
    var fence: UInt64?
  }

  /// Something that is done between two actions: after all that were dispatched before it.
  struct Fence {
    enum Work {
      /// Call somebody who waits until the actions before it have been announced. Whoever waits on the main
      /// queue keeps it from delivering anything until it goes on.
      case call(blocksMain: Bool, @Sendable () -> Void)
      /// Call the drain.
      case visit(@Sendable () -> Void)
      /// Add reducers, in the place of others or behind all.
      case change(removing: UInt64?, adding: [ReducerEntry], as: UInt64)
    }

    /// The last of those actions.
    let sequence: UInt64
    let work: Work
  }

  fileprivate struct State {
    var entries = ContiguousArray<Entry>()
    var chores: [Chore] = []
    /// In ascending order: a later one never waits for an earlier action.
    var fences: [Fence] = []
    /// The number of the last action that was taken in, counted from one.
    var last: UInt64 = 0
    /// A drain is scheduled or running.
    var isDraining = false
  }

  private let state = Locked(State())

  /// Takes an action in. Returns its number, and whether a drain has to be scheduled.
  @inline(__always)
  func post(_ entry: Entry) -> (sequence: UInt64, needsDrain: Bool) {
    state.withLock { state in
      state.entries.append(entry)
      state.last += 1
      defer { state.isDraining = true }
      return (state.last, !state.isDraining)
    }
  }

  /// Leaves a chore. Returns whether a drain has to be scheduled.
  func post(_ chore: Chore) -> Bool {
    state.withLock { state in
      state.chores.append(chore)
      defer { state.isDraining = true }
      return !state.isDraining
    }
  }

  /// Has `work` done when all actions that are in by now have been announced, and before those that come
  /// later. Returns whether a drain has to be scheduled.
  func post(_ work: Fence.Work) -> Bool {
    state.withLock { state in
      state.fences.append(Fence(sequence: state.last, work: work))
      defer { state.isDraining = true }
      return !state.isDraining
    }
  }

  /// Moves all actions to `batch`, which must be empty and whose storage is used for the next ones.
  func take(into batch: inout ContiguousArray<Entry>) -> Delivery {
    state.withLock { state in
      swap(&batch, &state.entries)
      return state.takeRest()
    }
  }

  /// Takes what is there but for the actions.
  func takeRest() -> Delivery {
    state.withLock { $0.takeRest() }
  }

  /// Takes the fences that need to wait for no action after `sequence`, and says which action the
  /// next one waits for.
  func takeFences(upTo sequence: UInt64) -> (due: [Fence], next: UInt64?) {
    state.withLock { state in
      let end = state.fences.firstIndex { $0.sequence > sequence } ?? state.fences.endIndex
      let due = Array(state.fences[..<end])
      state.fences.removeSubrange(..<end)
      return (due, state.fences.first?.sequence)
    }
  }

  /// Says whether the drain has anything left to do after the action `handled`; if not, it has ended.
  func goOn(after handled: UInt64) -> Bool {
    state.withLock { state in
      state.isDraining =
        state.last != handled || !state.chores.isEmpty || !state.fences.isEmpty
      return state.isDraining
    }
  }
}

extension Mailbox.State {
  fileprivate mutating func takeRest() -> Mailbox.Delivery {
    defer { chores = [] }
    return Mailbox.Delivery(chores: chores, fence: fences.first?.sequence)
  }
}
