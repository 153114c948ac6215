// SPDX-License-Identifier: MIT

/// A service of the examples that reports one title when it starts.
final class Watcher: Sendable {
  static let stopped = Counter()
  private let report: @Sendable (String) -> Void

  init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

  func start() { report("Dune") }
  func stop() { Self.stopped.increment() }
}
