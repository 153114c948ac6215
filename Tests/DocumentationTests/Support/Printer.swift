// SPDX-License-Identifier: MIT

import RunnelTestSupport

/// A replacement for `print` that records the lines an example prints.
struct Printer: Sendable {
  private let recorder = Recorder<String>()

  var lines: [String] { recorder.values }

  func callAsFunction(_ items: Any...) {
    recorder.record(items.map { "\($0)" }.joined(separator: " "))
  }
}
