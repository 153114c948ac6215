// SPDX-License-Identifier: MIT

/// The destination of a log.
public struct LogSink: Sendable {
  private let writeText: @Sendable (String) -> Void

  /// Creates a sink that calls `write` with the text of one action at a time.
  ///
  /// The text has one or more lines, without a line break at the end. `write` is called on the
  /// store's queue and must not wait for the store.
  @preconcurrency
  public init(_ write: @escaping @Sendable (_ text: String) -> Void) {
    writeText = write
  }

  func write(_ text: String) {
    writeText(text)
  }
}
