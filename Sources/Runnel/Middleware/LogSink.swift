// SPDX-License-Identifier: MIT

#if canImport(os)
  import os
#endif

/// The destination of a log.
public struct LogSink: Sendable {
  let write: @Sendable (String) -> Void

  /// Creates a sink that calls `write` with the text of one action at a time.
  ///
  /// The text has one or more lines, without a line break at the end. `write` is called on the
  /// store's queue and must not wait for the store.
  @preconcurrency
  public init(_ write: @escaping @Sendable (_ text: String) -> Void) {
    self.write = write
  }

  /// The system log on Apple platforms, and standard error elsewhere.
  ///
  /// Xcode and Console show the system log. Actions and states can contain private data, so the
  /// text is logged as private: it appears only while a debugger is attached.
  public static let system: LogSink = {
    #if canImport(os)
      let logger = Logger(subsystem: "Runnel", category: "actions")
      return LogSink { text in logger.debug("\(text)") }
    #else
      return .standardError
    #endif
  }()

  /// Standard error, with a line break after each text.
  public static let standardError = LogSink { Platform.printError($0) }
}

/// The parts of an action's entry in the log of ``Middleware/logger(_:to:)``.
public enum LogContent: Hashable, Sendable {
  /// The action's number, the action itself, and the place where it was dispatched.
  case actions
  /// The lines of the state that the action removed, and those that it added.
  case changes
  /// The time that the reducers took.
  case time
}
