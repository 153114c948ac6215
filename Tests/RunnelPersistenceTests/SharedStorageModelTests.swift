// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import Testing

/// Random sessions of stores, connections and descriptions of one storage, which others write, too.
///
/// The model knows only what a user was told: which saves have succeeded, and what a load returned.
@Suite struct SharedStorageModelTests {
  /// A store with a connection, and what is known of it.
  private struct Session {
    var store: Store<Int>?
    let saving: Saving
    var value: Int
    /// The value isn't stored yet.
    var isPending = false
    /// It was tried to save the value.
    var isTried = false
    var hasEnded = false
    /// The contents by others that it has seen.
    var seen: Int
    /// The attempts of this process to write, up to its own last one.
    var attempts: Int
  }

  @Test func `Contract 42: sessions of one storage save and load as in a model`() async throws {
    for seed in ModelSeeds.all {
      if let fault = await SharedStorageModelTests.fault(seed: seed) {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  private static func fault(seed: UInt64) async -> String? {
    var random = ModelRandom(seed: seed, thread: 0)
    let storage = MemoryStorage()
    let descriptions = (0..<3).map { _ in StoredValue(in: storage, initial: 0) }
    var sessions: [Session] = []
    var (contents, foreign, attempts, last) = (Int?.none, 0, 0, 0)
    var log: [String] = []

    /// Saves the value of a session in the model, and returns whether that succeeds.
    func save(_ index: Int, isLate: Bool) -> Bool {
      guard sessions[index].isPending else { return true }
      let isCurrent = sessions[index].seen == foreign || contents == nil
      let isLast = sessions[index].attempts == attempts
      defer { sessions[index].isTried = true }
      if !isCurrent || (isLate || sessions[index].isTried) && !isLast { return false }
      attempts += 1
      let isFull = storage.writeFailure != nil
      if !isFull || isLast { sessions[index].attempts = attempts }
      if isFull { return false }
      contents = sessions[index].value
      (sessions[index].isPending, sessions[index].seen) = (false, foreign)
      return true
    }

    for _ in 0..<Int.random(in: 5...100, using: &random) {
      let choice = Int.random(in: 0..<20, using: &random)
      let index = sessions.indices.suffix(4).randomElement(using: &random)
      switch (choice, index) {
      case (0...3, _) where sessions.count(where: { !$0.hasEnded }) < 3:
        let stored = descriptions[Int.random(in: 0..<3, using: &random)]
        let value = stored.load().value
        log.append("open \(sessions.count) with \(value)")
        if value != contents ?? 0 { return "loaded \(value), not \(contents ?? 0): \(log)" }
        let store = makeStore(value)
        let saving = store.persist(to: stored, delay: .seconds(3600))
        sessions.append(
          Session(store: store, saving: saving, value: value, seen: foreign, attempts: attempts))
      case (4...8, let index?) where !sessions[index].hasEnded:
        last += 1
        log.append("\(index) sets \(last)")
        sessions[index].store?.edit { [last] in $0 = last }
        sessions[index].value = last
        (sessions[index].isPending, sessions[index].isTried) = (true, false)
      case (9...12, let index?):
        let expected = save(index, isLate: sessions[index].hasEnded)
        let failure = await sessions[index].saving.failure()
        log.append("flush \(index): \(failure ?? "ok")")
        if (failure == nil) != expected { return "\(expected) was expected: \(log)" }
      case (13...15, let index?) where !sessions[index].hasEnded:
        log.append("end \(index)")
        if Bool.random(using: &random) { sessions[index].saving.dispose() }
        sessions[index].store = nil
        _ = save(index, isLate: false)
        sessions[index].hasEnded = true
      case (16, _) where Int.random(in: 0..<8, using: &random) == 0:
        last += 1
        log.append("others write \(last)")
        // Between two saves of this process.
        _ = descriptions[0].load()
        storage.data = Data(#"{"value":\#(last),"version":1}"#.utf8)
        contents = last
        foreign += 1
      case (17...18, _):
        storage.writeFailure = storage.writeFailure == nil ? DiskFull() : nil
        log.append("full: \(storage.writeFailure != nil)")
      default:
        let value = descriptions[Int.random(in: 0..<3, using: &random)].load().value
        log.append("load \(value)")
        if value != contents ?? 0 { return "loaded \(value), not \(contents ?? 0): \(log)" }
      }
      let found = StoredValue(in: storage, initial: 0).load().value
      if found != contents ?? 0 { return "\(found) is stored, not \(contents ?? 0): \(log)" }
    }
    storage.writeFailure = nil
    for session in sessions { await session.saving.discard() }
    return nil
  }
}
