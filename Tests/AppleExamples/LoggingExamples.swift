// SPDX-License-Identifier: MIT

import Runnel
import os

extension LogSink {
  static let app: LogSink = {
    let logger = Logger(subsystem: "com.example.app", category: "store")
    return LogSink { text in logger.info("\(text, privacy: .private)") }
  }()
}
