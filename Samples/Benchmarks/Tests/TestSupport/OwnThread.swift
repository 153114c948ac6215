// SPDX-License-Identifier: MIT

import Foundation

/// Runs a blocking function on its own thread, because the threads of tasks are limited.
package func onOwnThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(with: Swift.Result { try body() })
    }
  }
}
