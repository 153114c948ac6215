// SPDX-License-Identifier: MIT

import Runnel
import Testing

@testable import Processes

@MainActor @Suite struct ProcessesPaneTests {
  private struct Foreign: Action {}

  @Test func `The list is a title, a header and a row for each process`() {
    let lines = shown(
      .number(7, "seven", share: 1.234, memory: 5_400_000), .number(12345, "a b", user: "visitor1"))
    #expect(
      lines.map(\.text) == [
        "Processes  2",
        "    PID USER       CPU%↓   MEMORY  NAME",
        "      7 root       123.4     5.1M  seven",
        "  12345 visitor1     0.0        0  a b",
      ])
    #expect(lines.map(\.role) == [.title, .header, .busyRow, .row])
  }

  @Test func `Long numbers and users leave the columns separate`() {
    let line = shown(.number(.max, "name", user: "systemd-network", share: 1024, memory: .max)).last
    #expect(line?.text == "2147483647 systemd-+ 102400.0    16.0E  name")
  }

  @Test(
    arguments: [
      (0, "0"), (1023, "1023"), (1024, "1.0K"), (1_022_976, "999.0K"), (1_023_999, "1.0M"),
      (1 << 30, "1.0G"),
    ] as [(UInt64, String)])
  func `Sizes have the unit in which they are shortest`(bytes: UInt64, text: String) {
    #expect(shown(.number(1, memory: bytes)).last?.text.hasSuffix(" \(text)  ") == true)
  }

  @Test func `The title shows the filter, and whether it is being typed`() async {
    let store = makeStore(.number(1, "one"), .number(2, "two"))
    var titles: [String?] = []
    let pane = ProcessesFeature.start(on: store) { titles.append($0.first?.text) }
    let actions: [ProcessesFeature.Action] = [.filterBegan, .filterTyped("tw"), .filterEnded]
    for action in actions { _ = await store.after(action) }
    #expect(
      titles == [
        "Processes  2", "Processes  2  filter: _", "Processes  1 of 2  filter: tw_",
        "Processes  1 of 2  filter: tw",
      ])
    withExtendedLifetime(pane) {}
  }

  @Test func `The pane draws only when its props or its height have changed`() async {
    let store = makeStore(.number(1, "one"))
    var count = 0
    let pane = ProcessesFeature.start(on: store) { _ in count += 1 }
    #expect(count == 1)
    store.dispatch(Foreign())
    _ = await store.after(.filterEnded, .selectionCleared)
    _ = await store.after(.sampled([.number(1, "one")]))
    #expect(count == 1)
    _ = await store.after(.sampled([.number(1, "two")]))
    #expect(count == 2)
    pane.height = .max
    #expect(count == 2)
    pane.height = 10
    #expect(count == 3)
  }

  @Test func `The rows scroll only as far as the selection needs to be visible`() async {
    let processes = (1...9).map { Process.number($0) }
    let store = makeStore()
    var first: String?
    let pane = ProcessesFeature.start(on: store) { lines in
      first = lines.dropFirst(2).first.map { $0.text.filter(\.isNumber).prefix(1).description }
    }
    pane.height = 5
    func top(_ action: ProcessesFeature.Action) async -> String? {
      _ = await store.after(action)
      return first
    }
    #expect(await top(.sampled(processes)) == "1")
    #expect(await top(.selectionMoved(by: 3)) == "1")
    #expect(await top(.selectionMoved(by: 1)) == "2")
    #expect(await top(.selectionMoved(by: -2)) == "2")
    #expect(await top(.selectionMoved(by: -1)) == "1")
    #expect(await top(.selectionMoved(by: .max)) == "7")
    #expect(await top(.sampled(Array(processes.prefix(4)))) == "2")
    pane.height = 3
    #expect(first == "4")
    #expect(await top(.selectionCleared) == "1")
  }

  @Test(arguments: [0, 1, 2, 3, .max])
  func `The pane has at most as many lines as its height`(height: Int) {
    var state = ProcessesFeature.State()
    state.processes = (1...5).map { .number($0) }
    state.selection = Process.ID(number: 4)
    var lines: [ProcessesFeature.Line] = []
    let pane = ProcessesFeature.start(on: Store(state: state)) { lines = $0 }
    pane.height = height
    #expect(lines.count == min(height, 7))
    #expect(height < 3 || lines.contains { $0.role == .selectedRow })
  }

  private func shown(_ processes: Process...) -> [ProcessesFeature.Line] {
    var state = ProcessesFeature.State()
    state.processes = processes
    var lines: [ProcessesFeature.Line] = []
    _ = ProcessesFeature.start(on: Store(state: state)) { lines = $0 }
    return lines
  }
}
