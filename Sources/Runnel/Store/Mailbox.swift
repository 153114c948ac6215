// SPDX-License-Identifier: MIT

/// Where actions wait between `dispatch` and the drain.
///
/// `dispatch` appends under a short lock; the drain takes all that there is at once. Beside the actions
/// lie the few other things that the drain does for other threads.
struct Mailbox: Sendable {
  /// An action on its way, with what is known of where it comes from. One cache line.
  ///
  /// Copied only where it says so: to copy an action is to ask its type how, and to ask again how to let go
  /// of it, which takes longer than to find its reducer.
  struct Entry: ~Copyable {
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

    /// The same once more, for somebody who keeps it.
    func copy() -> Entry {
      Entry(action: action, site: site, depth: depth, parent: parent, isSent: isSent)
    }
  }

  /// Something that has to wait until the state can be locked by its thread, or by any.
  enum Chore {
    /// Deliver what waits for the store's own queue.
    case flush(AnyLane)
    /// Take a lane out that was disposed of while its thread held the state.
    case remove(AnyLane)
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
    /// Where the next action goes, and the end of the block that this is in.
    var end: UnsafeMutablePointer<Entry>?
    var limit: UnsafeMutablePointer<Entry>?
    var blocks = EntryBlock.List()
    /// Blocks that the drain is done with, for the next actions.
    var spare = EntryBlock.List()
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
  func post(
    _ action: any Action,
    _ site: CallSite,
    depth: UInt32,
    parent: UInt64,
    isSent: Bool
  ) -> (sequence: UInt64, needsDrain: Bool) {
    state.withLock { state in
      let end = state.end == state.limit ? state.addBlock() : state.end.unsafelyUnwrapped
      end.initialize(
        to: Entry(action: action, site: site, depth: depth, parent: parent, isSent: isSent))
      state.end = end + 1
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

  /// Gives the drain what there is to do after the action `handled`: the actions only if it has none left.
  /// If it returns nothing, the drain has ended.
  ///
  /// Takes the blocks back that the drain is done with.
  func take(after handled: UInt64, into batch: inout Batch) -> Delivery? {
    state.withLock { state in
      guard state.last != handled || !state.chores.isEmpty || !state.fences.isEmpty else {
        state.isDraining = false
        return nil
      }
      state.takeBack(from: &batch)
      if batch.isEmpty { state.give(to: &batch) }
      defer { state.chores = [] }
      return Delivery(chores: state.chores, fence: state.fences.first?.sequence)
    }
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

  /// How many blocks hold actions that wait, and how many are kept for the next.
  var blockCounts: (waiting: Int, spare: Int) {
    state.withLock { ($0.blocks.count, $0.spare.count) }
  }

  /// Lets go of what waits, and frees the memory. Called last, with nobody left who posts.
  func close() {
    var rest = Batch()
    state.withLock { state in
      state.give(to: &rest)
      while let block = state.spare.removeFirst() { block.free() }
    }
    rest.close()
  }
}

extension Mailbox.State {
  /// How many blocks are kept for the next actions.
  private static let spareLimit = 4 * Engine.turnLength / EntryBlock.capacity

  /// Returns where the first action of a new block goes.
  @inline(never)
  fileprivate mutating func addBlock() -> UnsafeMutablePointer<Mailbox.Entry> {
    // All blocks but the last are full.
    blocks.last?.count = EntryBlock.capacity
    let block = spare.removeFirst() ?? .make()
    blocks.append(block)
    limit = block.entries + EntryBlock.capacity
    return block.entries
  }

  fileprivate mutating func give(to batch: inout Mailbox.Batch) {
    guard let last = blocks.last, let end else { return }
    last.count = end - last.entries
    batch.take(&blocks)
    self.end = nil
    limit = nil
  }

  fileprivate mutating func takeBack(from batch: inout Mailbox.Batch) {
    while let block = batch.done.removeFirst() {
      if spare.count < Mailbox.State.spareLimit { spare.append(block) } else { block.free() }
    }
  }
}
