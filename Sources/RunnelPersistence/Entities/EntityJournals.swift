// SPDX-License-Identifier: MIT

import Runnel
import Synchronization

/// The generations of journals, which number the collections that a process has loaded or saved.
enum EntityJournals {
  private static let last = Atomic<UInt64>(0)
  private static let limit = 4_096
  /// What the collections of the last loads come from, by the generations of their journals: the
  /// hash of an identity, which can retain objects itself.
  private static let origins = Locked<[UInt64: (storage: Int, mark: Int)]>([:])

  static var lastGeneration: UInt64 { last.load(ordering: .relaxed) }

  /// Returns a generation that no other journal of the process has.
  static func nextGeneration() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Remembers, longer than the description that has loaded a collection, where it comes from.
  static func setOrigin(of generation: UInt64, _ storage: StorageIdentity, at mark: Int) {
    origins.withLock { origins in
      if origins.count == limit {
        let middle = origins.keys.sorted()[limit / 2]
        origins = origins.filter { $0.key >= middle }
      }
      origins[generation] = (storage.hashValue, mark)
    }
  }

  /// Whether one collection comes from other contents of the same storage than another one.
  static func haveOtherContents(_ generation: UInt64, _ other: UInt64) -> Bool {
    origins.withLock { origins in
      guard let one = origins[generation], let other = origins[other] else { return false }
      return one.storage == other.storage && one.mark != other.mark
    }
  }
}
