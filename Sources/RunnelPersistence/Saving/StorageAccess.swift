// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Runnel

/// What this process does with one storage, one thing after the other, whoever describes it.
///
/// A connection that ends hands over: saves that began later, and `load()`, wait until its last
/// value is stored. Otherwise, saves happen in the order in which their values were read.
final class StorageAccess: Sendable {
  private struct Handover {
    let connection: ObjectIdentifier
    /// Lets the store go on, if it needs the thread that is about to wait.
    let drain: @Sendable () -> Bool
  }

  private struct Waiting {
    var connections: Set<ObjectIdentifier>
    let start: @Sendable () -> Void
  }

  private struct State {
    var handovers: [Handover] = []
    var waiting: [Waiting] = []
  }

  /// What is known of the contents, on the queue.
  let contents = Locked(StorageContents())
  private let queue = DispatchQueue(label: "Runnel.persistence")
  private static let mark = DispatchSpecificKey<ObjectIdentifier>()
  private static let threadMark = "Runnel.persistence"
  private let state = Locked(State())
  private let identity: StorageIdentity

  private init(_ identity: StorageIdentity) {
    self.identity = identity
    queue.setSpecific(key: StorageAccess.mark, value: ObjectIdentifier(self))
  }

  deinit {
    // Another access can have taken the place already, and must not be released in the lock.
    let other = StorageAccess.all.withLock { all in
      let other = all[identity]?.access
      if other == nil { all[identity] = nil }
      return other
    }
    withExtendedLifetime(other) {}
  }

  struct Entry { weak var access: StorageAccess? }

  static let all = Locked<[StorageIdentity: Entry]>([:])

  /// Returns the access to a storage, the same one for all who describe it.
  static func to(_ identity: StorageIdentity) -> StorageAccess {
    all.withLock { all in
      if let access = all[identity]?.access { return access }
      let access = StorageAccess(identity)
      all[identity] = Entry(access: access)
      return access
    }
  }

  /// Runs work of a connection on the queue, behind what was run before and behind the handovers
  /// that have begun before its own.
  func run(for connection: ObjectIdentifier, _ work: @escaping @Sendable () -> Void) {
    // Enqueued with the lock held, so that no later work gets in front.
    state.withLock { state in
      let earlier = state.handovers.map(\.connection).prefix { $0 != connection }
      if earlier.isEmpty { return queue.async(execute: work) }
      state.waiting.append(
        Waiting(connections: Set(earlier)) { [queue] in queue.async(execute: work) })
    }
  }

  /// Calls `body` when everything that has begun is done, and keeps everything else waiting.
  ///
  /// Inside a save of this storage, or inside the store that hands over, it doesn't wait.
  func exclusively<Success, Failure>(
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    if isOnQueue { return try body() }
    waitForHandovers()
    return try queue.sync { Result(catching: body) }.get()
  }

  var isOnQueue: Bool { StorageAccess.current == ObjectIdentifier(self) }

  /// The access whose queue the calling thread works for.
  static var current: ObjectIdentifier? {
    DispatchQueue.getSpecific(key: mark)
      ?? Thread.current.threadDictionary[threadMark] as? ObjectIdentifier
  }

  /// Has the calling thread work for the queue of an access, which waits for it.
  static func setCurrent(_ access: ObjectIdentifier?) {
    Thread.current.threadDictionary[threadMark] = access
  }

  var writeCount: Int { contents.withLock { $0.writeCount } }

  /// Announces the last save of a connection; `drain` is `ChangeMonitor.drainBeforeWaiting`.
  func beginHandover(of connection: ObjectIdentifier, drain: @escaping @Sendable () -> Bool) {
    state.withLock { $0.handovers.append(Handover(connection: connection, drain: drain)) }
  }

  func endHandover(of connection: ObjectIdentifier) {
    state.withLock { state in
      state.handovers.removeAll { $0.connection == connection }
      var kept: [Waiting] = []
      for var waiting in state.waiting {
        waiting.connections.remove(connection)
        if waiting.connections.isEmpty { waiting.start() } else { kept.append(waiting) }
      }
      state.waiting = kept
    }
  }

  /// Lets stores go on that need this thread to hand over, or returns `false` if one waits for it.
  func drainBeforeWaiting() -> Bool {
    state.withLock { $0.handovers }.allSatisfy { $0.drain() }
  }

  private func waitForHandovers() {
    let awaited = Set(state.withLock { $0.handovers }.filter { $0.drain() }.map(\.connection))
    if awaited.isEmpty { return }
    let isDone = DispatchSemaphore(value: 0)
    state.withLock { state in
      let open = awaited.intersection(state.handovers.map(\.connection))
      if open.isEmpty { return _ = isDone.signal() }
      state.waiting.append(Waiting(connections: open) { isDone.signal() })
    }
    isDone.wait()
  }
}

/// What a process knows of the contents of a storage.
///
/// A new generation begins each time someone else has changed the contents. A connection whose
/// state comes from an older one doesn't overwrite them.
struct StorageContents {
  enum Mark: Equatable {
    case bytes(Data?)
    /// A number of the storage's own, which changes with the contents.
    case number(Int)
  }

  struct Reader {
    weak var store: (any AnyObject & Sendable)?
    /// The last writes by others of rows since this store has loaded or written them.
    var rowsOfOthers: [String: Int] = [:]
    /// The generation of the journal that began with what this store has captured last.
    var lastCapture: UInt64 = 0
    var lastSave: Save?
  }

  /// What the last save of a store knew, so that its next connection goes on from there.
  struct Save {
    let basis: Basis
    /// The number of writes of this process at that time.
    let writeCount: Int
    /// The generation of the journal of the collection that is stored, or `nil` if none is.
    let generation: UInt64?
  }

  private(set) var generation: UInt64 = 0
  /// The number of writes of this process that have begun.
  private(set) var writeCount = 0
  /// The identity of the store that has written last.
  private weak var writer: (any AnyObject & Sendable)?
  /// The last generation of a journal before the contents were changed, as far as it is known.
  private(set) var lastChange: UInt64 = 0
  private(set) var readers: [Reader] = []
  /// The version of the contents, if this process has loaded or written them.
  private(set) var version: Int?
  private(set) var known: Mark?
  /// What a write that failed has tried to store.
  private var attempt: Mark?

  /// Compares what the storage has with what is known, and returns its generation.
  mutating func observe(_ found: Mark) -> UInt64 {
    if found != known, !isLeftBehind(found) {
      generation += 1
      version = nil
      if known != nil { lastChange = EntityJournals.lastGeneration }
    }
    known = found
    attempt = nil
    return generation
  }

  /// A write that failed has stored all, a part or nothing of its bytes, but a failed transaction
  /// of a table has left its number as it was.
  private func isLeftBehind(_ found: Mark) -> Bool {
    guard case (.bytes(let attempt?), .bytes(let found)) = (attempt, found) else { return false }
    return found.map { attempt.starts(with: $0) } ?? true
  }

  mutating func setVersion(_ version: Int, of generation: UInt64) {
    if generation == self.generation { self.version = version }
  }

  /// Begins to write `new`, which has failed until `endWrite`.
  mutating func beginWrite(_ new: Mark?, by store: any AnyObject & Sendable) {
    attempt = new
    writeCount += 1
    writer = store
    lastChange = EntityJournals.lastGeneration
  }

  /// Records from now on the rows that others than a store write.
  mutating func addReader(_ store: any AnyObject & Sendable) {
    if !readers.contains(where: { $0.store === store }) { readers.append(Reader(store: store)) }
  }

  mutating func recordRows(_ keys: [String]) {
    readers.removeAll { $0.store == nil }
    for index in readers.indices {
      let isWriter = readers[index].store === writer
      for key in keys { readers[index].rowsOfOthers[key] = isWriter ? nil : writeCount }
    }
  }

  func reader(_ store: any AnyObject & Sendable) -> Reader? {
    readers.first { $0.store === store }
  }

  mutating func update(_ store: any AnyObject & Sendable, _ change: (inout Reader) -> Void) {
    guard let index = readers.firstIndex(where: { $0.store === store }) else { return }
    change(&readers[index])
  }

  /// Records that a store has loaded, or can replace, what was written until a number of writes.
  mutating func forgetRows(for store: any AnyObject & Sendable, until writeCount: Int) {
    update(store) { reader in
      reader.rowsOfOthers = reader.rowsOfOthers.filter { $0.value > writeCount }
    }
  }

  func isLastWriter(_ store: any AnyObject & Sendable) -> Bool { writer === store }

  /// Returns the number of writes before a load after which the state of a new connection is what
  /// is stored, or `nil` for every load: only the same store has written last.
  func newestLoad(for store: any AnyObject & Sendable) -> Int? {
    writer === store ? nil : writeCount
  }

  mutating func endWrite(_ stored: Mark, version: Int) {
    known = stored
    self.version = version
    attempt = nil
  }
}

/// Runs `body` in a storage's `exclusively`, and throws its error, even if the storage drops that.
func runExclusively(
  in exclusively: @escaping (() throws -> Void) throws -> Void, _ body: () throws -> Void
) throws {
  var outcome: Result<Void, any Error>?
  try exclusively {
    outcome = Result(catching: body)
    try outcome?.get()
  }
  guard let outcome else { throw BodyNotCalled() }
  try outcome.get()
}

private struct BodyNotCalled: Error, CustomStringConvertible {
  var description: String { "`exclusively` hasn't called its closure" }
}
