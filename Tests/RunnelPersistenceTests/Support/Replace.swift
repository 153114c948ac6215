// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTesting

/// Replaces the state of a store that `makeStore` has made.
struct Replace<Value: Sendable>: Action {
  let value: Value
}

/// Returns a store whose state `Replace` replaces.
///
/// Its clock stands still: nothing is saved, and no failed save is tried again, but by a call.
func makeStore<Value: Sendable>(_ initial: Value) -> Store<Value> {
  Store(
    state: initial, reducer: Reducer.updating(Replace<Value>.self) { $0 = $1.value },
    clock: ManualClock(), onError: { _ in })
}

/// Calls `body` with a new folder, which is removed afterward.
func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runnel-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}
