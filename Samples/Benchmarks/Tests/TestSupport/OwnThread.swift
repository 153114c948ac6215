// SPDX-License-Identifier: MIT

import Foundation

/// Does something that blocks on a thread of its own, since the threads of tasks are few.
package func onOwnThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(with: Swift.Result { try body() })
    }
  }
}
