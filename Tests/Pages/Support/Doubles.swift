// SPDX-License-Identifier: MIT

// What the examples call in place of a system: printers, labels and services that record.

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

/// A label of the examples that records the numbers it shows.
struct NumberLabel: Sendable {
  let shown = Recorder<Int>()

  func show(_ number: Int) { shown.record(number) }
}

/// A service of the examples that reports one title when it starts.
struct Watcher: Sendable {
  static let stopped = Counter()
  let report: @Sendable (String) -> Void

  init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

  func start() { report("Dune") }
  func stop() { Self.stopped.increment() }
}

/// The count that the examples of other libraries load.
@Sendable func loadCount() async throws -> Int { 5 }

/// A document that examples edit, and where they save its text.
struct Document: Equatable, Sendable { var text = "draft" }
struct Disk: Sendable { func write(_ text: String) async throws {} }

// What the examples need of UIKit, for systems that have none.

@MainActor class UIView {}

@MainActor class UIViewController {
  var view: UIView?
  func loadView() {}
}

@MainActor class UILabel: UIView {
  private(set) var texts: [String?] = []
  var text: String? { didSet { texts.append(text) } }
}
