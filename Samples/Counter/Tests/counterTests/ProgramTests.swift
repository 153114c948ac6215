// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import Testing

@testable import counter

/// The whole program, inside the process of the tests.
@MainActor @Suite struct ProgramTests {
  private let folder = TemporaryFolder()

  @Test func `Options name files in any order, and the last one wins`() {
    let options = Options(["--log", "a", "--file", "b", "--log", "c"])
    #expect(options.file == "b")
    #expect(options.log == "c")
    #expect(Options([]) == Options([String]()))
    #expect(Options([]).file == nil)
  }

  @Test func `The view shows the first value and each later one, without repetitions`() async {
    #expect(
      await shown("+", "+", "-", "+5", "reset", "reset", "+0") == ["0", "1", "2", "1", "6", "0"])
  }

  @Test func `The view shows nothing after it has been deallocated`() async {
    let store = Store(state: CounterState(), reducer: counterReducer)
    var shown: [String] = []
    var view: CounterView? = CounterView { shown.append($0) }
    view?.connect(to: store)
    view = nil
    store.dispatch(CounterAction.added(1))
    await store.settled()
    #expect(shown == ["0"])
    #expect(store.connections.isEmpty)
  }

  @Test func `Blanks around a word are ignored, and lines after q are not read`() async {
    var lines = ["  +  ", "\t+2", "q ", "+"].makeIterator()
    var shown: [String] = []
    let program = await Program(Options([])) { shown.append($0) }
    await program.run { lines.next() }
    #expect(shown == ["0", "1", "3"])
    #expect(lines.next() == "+")
  }

  @Test func `The file stores the counter between runs, and exists from the start`() async {
    let path = folder.path("counter.json")
    #expect(await shown("--file", path) == ["0"])
    #expect(folder.text("counter.json") == #"{"counter":0}"#)
    #expect(await shown("+5", "+", "--file", path) == ["0", "5", "6"])
    #expect(folder.text("counter.json") == #"{"counter":6}"#)
    #expect(await shown("-", "--file", path) == ["6", "5"])
    #expect(folder.text("counter.json") == #"{"counter":5}"#)
  }

  @Test func `A file behind a symbolic link is written through the link`() async throws {
    folder.write(#"{"counter":7}"#, to: "there.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.json"), withDestinationPath: folder.path("there.json"))
    #expect(await shown("+", "--file", folder.path("link.json")) == ["7", "8"])
    #expect(folder.text("there.json") == #"{"counter":8}"#)
  }

  @Test func `A link to a missing file stays a link, and the file is created at its target`()
    async throws
  {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.json"), withDestinationPath: "second.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("second.json"), withDestinationPath: folder.path("new.json"))
    #expect(await shown("+", "--file", folder.path("link.json")) == ["0", "1"])
    #expect(folder.text("new.json") == #"{"counter":1}"#)
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.json"))
    #expect(link == "second.json")
  }

  @Test func `The log gets a line for each action, after the lines of earlier runs`() async {
    let path = folder.path("log")
    _ = await shown("+", "reset", "reset", "--log", path)
    _ = await shown("-3", "--log", path)
    #expect(
      folder.text("log") == "added(1) -> 1\nreset -> 0\nreset -> 0\nadded(-3) -> -3\n")
  }

  @Test func `A thousand commands all reach the view, the file and the log`() async {
    let commands = Array(repeating: "+", count: 1_000)
    let options = ["--file", folder.path("file"), "--log", folder.path("log")]
    #expect(await shown(commands, Options(options)) == (0...1_000).map { "\($0)" })
    #expect(folder.text("file") == #"{"counter":1000}"#)
    #expect(
      folder.text("log") == (1...1_000).map { "added(1) -> \($0)\n" }.joined())
  }

  /// Runs a program on words, followed by options, and returns the values that it has shown.
  private func shown(_ words: String...) async -> [String] {
    let split = words.firstIndex { $0.hasPrefix("--") } ?? words.endIndex
    return await shown(Array(words[..<split]), Options(words[split...]))
  }

  private func shown(_ commands: [String], _ options: Options) async -> [String] {
    var commands = commands.makeIterator()
    var shown: [String] = []
    let program = await Program(options) { shown.append($0) }
    await program.run { commands.next() }
    return shown
  }
}
