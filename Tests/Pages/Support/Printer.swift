// SPDX-License-Identifier: MIT

/// A replacement for `print` that records the lines an example prints.
struct Printer: Sendable {
  private let recorder = Recorder<String>()

  var lines: [String] { recorder.values }

  /// Records a line, which is the one that the page shows.
  func callAsFunction(
    _ items: Any..., shows text: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    let line = items.map { "\($0)" }.joined(separator: " ")
    recorder.record(line)
    if let text { #expect(line == text, sourceLocation: location) }
  }
}

/// Expects that a printed line is the one that the page shows.
func print(_ items: Any..., shows text: String, at location: SourceLocation = #_sourceLocation) {
  #expect(items.map { "\($0)" }.joined(separator: " ") == text, sourceLocation: location)
}
