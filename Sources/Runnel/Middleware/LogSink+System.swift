// SPDX-License-Identifier: MIT

#if canImport(os)
  import os
#endif

extension LogSink {
  /// The system's log on Apple's systems, where it is shown by Xcode and Console, and standard error
  /// elsewhere.
  ///
  /// Actions and states may hold what nobody else is to know: the text goes into the system's log as private
  /// data, which is shown while a debugger is attached.
  public static let system: LogSink = {
    #if canImport(os)
      let logger = Logger(subsystem: "Runnel", category: "actions")
      return LogSink { text in logger.debug("\(text)") }
    #else
      return .standardError
    #endif
  }()

  /// Standard error, each text with a line break behind it.
  public static let standardError = LogSink { StandardError.print($0) }
}
