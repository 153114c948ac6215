// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import Testing

@testable import counter

/// The parts together, within the process of the tests.
@MainActor @Suite struct ProgramTests {
  private let folder = TemporaryFolder()

  @Test("Options name files, in any order, and the last one counts")
  func options() {
    let options = Options(["--log", "a", "--file", "b", "--log", "c"])
    #expect(options.file == "b")
    #expect(options.log == "c")
    #expect(Options([]) == Options([String]()))
    #expect(Options([]).file == nil)
  }

  @Test("The view shows the first value and each later one, and nothing twice")
  func showing() async {
    #expect(
      await shown("+", "+", "-", "+5", "reset", "reset", "+0") == ["0", "1", "2", "1", "6", "0"])
  }

  @Test("The view shows nothing more once it is gone")
  func viewGoesAway() async {
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

  @Test("Blanks around a word do not matter, and what follows q is not read")
  func words() async {
    var lines = ["  +  ", "\t+2", "q ", "+"].makeIterator()
    var shown: [String] = []
    let program = await Program(Options([])) { shown.append($0) }
    await program.run { lines.next() }
    #expect(shown == ["0", "1", "3"])
    #expect(lines.next() == "+")
  }

  @Test("The file keeps the counter between runs, and is there from the start")
  func keeping() async {
    let path = folder.path("counter.json")
    #expect(await shown("--file", path) == ["0"])
    #expect(folder.text("counter.json") == #"{"counter":0}"#)
    #expect(await shown("+5", "+", "--file", path) == ["0", "5", "6"])
    #expect(folder.text("counter.json") == #"{"counter":6}"#)
    #expect(await shown("-", "--file", path) == ["6", "5"])
    #expect(folder.text("counter.json") == #"{"counter":5}"#)
  }

  @Test("A file behind a symbolic link is written through the link")
  func link() async throws {
    folder.write(#"{"counter":7}"#, to: "there.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.json"), withDestinationPath: folder.path("there.json"))
    #expect(await shown("+", "--file", folder.path("link.json")) == ["7", "8"])
    #expect(folder.text("there.json") == #"{"counter":8}"#)
  }

  @Test("The log is given a line for each action, after those of earlier runs")
  func logging() async {
    let path = folder.path("log")
    _ = await shown("+", "reset", "reset", "--log", path)
    _ = await shown("-3", "--log", path)
    #expect(
      folder.text("log") == "added(1) -> 1\nreset -> 0\nreset -> 0\nadded(-3) -> -3\n")
  }

  @Test("Of a thousand commands none is lost to the view, the file or the log")
  func many() async {
    let commands = Array(repeating: "+", count: 1_000)
    let options = ["--file", folder.path("file"), "--log", folder.path("log")]
    #expect(await shown(commands, Options(options)) == (0...1_000).map { "\($0)" })
    #expect(folder.text("file") == #"{"counter":1000}"#)
    #expect(
      folder.text("log") == (1...1_000).map { "added(1) -> \($0)\n" }.joined())
  }

  /// Runs a program on words, the last of which may be an option, and returns what it has shown.
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
