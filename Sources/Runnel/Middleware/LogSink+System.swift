// SPDX-License-Identifier: MIT

#if canImport(os)
  import os
#endif

extension LogSink {
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
