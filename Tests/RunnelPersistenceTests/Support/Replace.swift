// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// Replaces the state of a store that `makeStore` has made.
struct Replace<Value: Sendable>: Action {
  let value: Value
}

func makeStore<Value: Sendable>(_ initial: Value) -> Store<Value> {
  Store(
    state: initial, reducer: Reducer.updating(Replace<Value>.self) { $0 = $1.value },
    onError: { _ in })
}

/// Calls `body` with a new folder, which is removed afterward.
func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runnel-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}
