// SPDX-License-Identifier: MIT

import RunnelTestSupport

/// Stands in for `print` in an example, so that a test can see what the example prints.
struct Printer: Sendable {
  private let recorder = Recorder<String>()

  var lines: [String] { recorder.values }

  func callAsFunction(_ items: Any...) {
    recorder.record(items.map { "\($0)" }.joined(separator: " "))
  }
}
