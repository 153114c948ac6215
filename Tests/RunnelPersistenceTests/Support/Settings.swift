// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTesting

struct Settings: Codable, Equatable, Sendable {
  var volume = 5
  var name = "Ann"
  var isLoading = false
  var error: String?
}

struct App: Sendable {
  var settings = Settings()
  var other = 0
  var optional: Settings?
}

enum Edit: Action {
  case volume(Int)
  case name(String)
  case loading(Bool)
  case other
  case optional(Settings?)
}

let appReducer = Reducer<App>.updating(Edit.self) { state, edit in
  switch edit {
  case .volume(let volume): state.settings.volume = volume
  case .name(let name): state.settings.name = name
  case .loading(let isLoading): state.settings.isLoading = isLoading
  case .other: state.other += 1
  case .optional(let value): state.optional = value
  }
}

/// A store on a manual clock.
struct Fixture: Sendable {
  let clock = ManualClock()
  let failures = FailureLog()
  let store: Store<App>

  init(_ settings: Settings = Settings()) {
    store = Store(
      state: App(settings: settings), reducer: appReducer, clock: clock,
      onError: { [failures] in failures.record($0) })
  }
}

/// The errors that a store has reported, as text.
final class FailureLog: Sendable {
  private let entries = Locked<[String]>([])

  var messages: [String] { entries.withLock { $0 } }

  func record(_ failure: EffectFailure) {
    entries.withLock { $0.append("\(failure.error)") }
  }
}

/// The error of a storage in a test.
struct DiskFull: Error, CustomStringConvertible {
  var description: String { "the disk is full" }
}

extension Result where Success == Void, Failure == PersistenceError {
  /// Flushes, and returns the outcome as a value.
  static func flushing(_ saving: Saving) async -> Self {
    do {
      try await saving.flush()
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  var message: String? { if case .failure(let error) = self { error.description } else { nil } }
}

extension StoredValue {
  /// The same stored value after a load, for stores whose state doesn't come from it.
  func loaded() -> Self {
    _ = load()
    return self
  }
}

extension StoredEntities {
  /// The same stored collection after a load, for stores whose state doesn't come from it.
  func loaded() -> Self {
    _ = load()
    return self
  }
}
