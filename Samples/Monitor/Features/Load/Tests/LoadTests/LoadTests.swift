// SPDX-License-Identifier: MIT

import Runnel
import Testing

@testable import Load

@MainActor @Suite struct LoadTests {
  private struct Foreign: Action {}

  private let store = Store(state: LoadFeature.State(), reducer: LoadFeature.reducer)

  @Test func `Samples stay in order, and the oldest ones are dropped at the capacity`() async {
    for number in 0..<LoadFeature.capacity + 3 { sample(memory: UInt64(number)) }
    await store.settled()
    let kept = store.state.samples.map(\.memoryUsed)
    #expect(kept == Array(3..<UInt64(LoadFeature.capacity + 3)))
  }

  @Test func `A line shows the current value and the history`() {
    let lines = LoadPane.lines(
      for: [
        LoadFeature.Sample(processor: 1, memoryUsed: 0, memoryTotal: 4 << 30),
        LoadFeature.Sample(processor: 0.07, memoryUsed: 3 << 30, memoryTotal: 4 << 30),
      ], width: 30)
    #expect(lines.map(\.label) == ["CPU    7%", "MEM   75%"])
    #expect(lines.map(\.graph) == [" █▁", " ▁▇"])
    #expect(lines.map(\.note) == ["", "3.0 of 4.0 GB"])
    #expect(lines.map(\.level) == [.calm, .busy])
  }

  @Test(arguments: [0, 1, 9, 20, 40, 80, 500])
  func `The lines fit wherever the labels fit`(width: Int) {
    let samples = Array(
      repeating: LoadFeature.Sample(processor: 1, memoryUsed: 8 << 30, memoryTotal: 8 << 30),
      count: 300)
    for line in LoadPane.lines(for: samples, width: width) {
      #expect(line.graph.isEmpty || "\(line.label) \(line.graph) \(line.note)".count <= width)
      #expect(line.level == .full)
    }
  }

  @Test func `Without samples or without memory, the labels are still shown`() {
    #expect(LoadPane.lines(for: [], width: 80).map(\.label) == ["CPU     -", "MEM     -"])
    let empty = LoadFeature.Sample(processor: .nan, memoryUsed: 0, memoryTotal: 0)
    #expect(LoadPane.lines(for: [empty], width: 80).map(\.label) == ["CPU    0%", "MEM    0%"])
  }

  @Test func `The pane draws only for a new sample or another width`() async {
    var drawn: [[LoadFeature.Line]] = []
    let pane = LoadFeature.start(on: store) { drawn.append($0) }
    #expect(drawn.count == 1)
    sample(memory: 1)
    await store.settled()
    #expect(drawn.count == 2)
    store.dispatch(Foreign())
    await store.settled()
    pane.width = 80
    #expect(drawn.count == 2)
    pane.width = 40
    #expect(drawn.count == 3)
  }

  private func sample(memory: UInt64) {
    let sample = LoadFeature.Sample(processor: 0.5, memoryUsed: memory, memoryTotal: 1 << 40)
    store.dispatch(LoadFeature.Action.sampled(sample))
  }
}

@Suite struct SparklineTests {
  @Test func `Numbers from 0 to 1 become bars from the lowest to the highest`() {
    let numbers = [0, 0.13, 0.26, 0.38, 0.5, 0.63, 0.76, 0.88, 1]
    #expect(sparkline(numbers, width: 9) == "▁▂▃▄▅▆▇██")
  }

  @Test func `The newest numbers are shown, on the right`() {
    #expect(sparkline([1, 0, 1], width: 2) == "▁█")
    #expect(sparkline([1], width: 3) == "  █")
    #expect(sparkline([], width: 3) == "   ")
  }

  @Test(arguments: [0, -1, .min])
  func `Without space there is no graph`(width: Int) {
    #expect(sparkline([1], width: width) == "")
  }

  @Test(
    arguments: [(-1, "▁"), (7, "█"), (.infinity, "█"), (-.infinity, "▁"), (.nan, "▁")]
      as [(Double, String)])
  func `Numbers outside of 0 to 1 are drawn as the nearest valid number`(
    number: Double, bar: String
  ) {
    #expect(sparkline([number], width: 1) == bar)
  }
}
