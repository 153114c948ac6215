// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import Testing

@testable import counter

/// The whole program, with lines for the terminal and a folder for the file.
@MainActor @Suite final class ProgramTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("counter-\(UUID().uuidString)")
  private var file: URL { folder.appendingPathComponent("count") }
  private var shown: [String] = []
  private var warnings: [String] = []

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  isolated deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func `Each count is shown once`() async throws {
    #expect(try await run("+", "+", "-", "+5", "reset", "reset", "+0") == 0)
    #expect(shown == ["0", "1", "2", "1", "6", "0"])
    #expect(warnings.isEmpty)
  }

  @Test func `Blanks around a command are ignored, and nothing is read after q`() async throws {
    #expect(try await run("  +  ", "\t+2", "q ", "+") == 0)
    #expect(shown == ["0", "1", "3"])
  }

  @Test func `Each unknown command is a failure, and the next one counts`() async throws {
    #expect(try await run("nonsense", "nonsense", "+") == 2)
    #expect(shown == ["0", "1"])
    #expect(warnings.count == 2)
    #expect(warnings.allSatisfy { $0.hasPrefix("\"nonsense\" is no command") })
  }

  @Test func `The view shows nothing after its release`() async {
    let store = Store(state: Counter.State(), reducer: Counter.reducer)
    var view: CounterView? = CounterView(show: { self.shown.append($0) }, warn: { _ in })
    view?.connect(to: store)
    view = nil
    store.dispatch(Counter.Action.added(1))
    await store.settled()
    #expect(shown == ["0"])
    #expect(store.connections.isEmpty)
  }

  @Test func `The file has the count of the last run, and exists from the start`() async throws {
    #expect(try await run(savingTo: file) == 0)
    #expect(try saved() == "0\n")
    #expect(try await run("+5", "+", savingTo: file) == 0)
    #expect(try saved() == "6\n")
    #expect(try await run("-", savingTo: file) == 0)
    #expect(try saved() == "5\n")
    #expect(shown == ["0", "0", "5", "6", "6", "5"])
  }

  @Test func `Each count is in the file before the next line is read`() async throws {
    var before: [String] = []
    let program = try Program(savingTo: file, show: { _ in }, warn: { _ in })
    _ = await program.run {
      before.append((try? saved()) ?? "")
      return before.count < 100 ? "+" : nil
    }
    #expect(before == (0..<100).map { "\($0)\n" })
  }

  @Test(arguments: ["", "{", "1.5", "1 2", "99999999999999999999", #"{"counter":1}"#])
  func `A file with anything else is refused and stays as it is`(text: String) async throws {
    try Data(text.utf8).write(to: file)
    let error = await #expect(throws: CounterFile.Unreadable.self) {
      try await run("+", savingTo: file)
    }
    #expect(error?.path == file.path)
    #expect(shown.isEmpty)
    #expect(try saved() == text)
  }

  @Test func `A folder is refused`() async {
    await #expect(throws: CounterFile.Unreadable.self) { try await run("+", savingTo: folder) }
    #expect(shown.isEmpty)
  }

  @Test func `Each save that fails is shown, and the counter goes on`() async throws {
    let file = folder.appendingPathComponent("missing/count")
    #expect(try await run("+", "+", savingTo: file) == 3)
    #expect(shown == ["0", "1", "2"])
    #expect(warnings.count == 3)
    #expect(warnings.allSatisfy { $0.hasPrefix("\(file.path) can't be written: ") })
  }

  private func run(_ lines: String..., savingTo url: URL? = nil) async throws -> Int {
    var lines = lines.makeIterator()
    let program = try Program(
      savingTo: url, show: { self.shown.append($0) }, warn: { self.warnings.append($0) })
    return await program.run { lines.next() }
  }

  private func saved() throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
