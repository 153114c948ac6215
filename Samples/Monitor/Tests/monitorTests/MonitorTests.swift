// SPDX-License-Identifier: MIT

import Processes
import Runnel
import Settings
import TerminalUI
import Testing

@testable import monitor

/// The whole monitor, with prepared samples and a manual clock.
@MainActor @Suite struct MonitorTests {
  private let folder = TemporaryFolder()
  private let clock = ManualClock()
  private var settings: SettingsFile { SettingsFile(path: folder.path("settings.json")) }

  @Test func `A sample reaches the list and the load, and is drawn`() async {
    let monitor = await makeMonitor(.of("first"), .of("second", processor: 1))
    await tick(monitor)
    #expect(shown(monitor).contains { $0.hasPrefix("CPU   50%") })
    #expect(shown(monitor).contains { $0.hasSuffix(" first") })
    await tick(monitor)
    #expect(shown(monitor).contains { $0.hasPrefix("CPU  100%") })
    #expect(!shown(monitor).contains { $0.hasSuffix(" first") })
  }

  @Test func `Each key is interpreted with the state after all earlier keys`() async {
    let monitor = await makeMonitor(.of("query", "other"))
    await tick(monitor)
    await press("/q", monitor)
    #expect(monitor.store.state.processes.pattern == "q")
    #expect(monitor.store.state.mode.isFiltering)
    #expect(shown(monitor).last?.hasPrefix("type to filter") == true)
    monitor.store.dispatch(KeyPressed(key: .enter))
    await press("q", monitor)
    #expect(monitor.store.state.isOver)
    #expect(monitor.store.state.processes.pattern == "q")
  }

  @Test func `One key undoes the last filter, and another one redoes it`() async {
    let monitor = await makeMonitor()
    await press("/q", monitor)
    monitor.store.dispatch(KeyPressed(key: .enter))
    await press("u", monitor)
    #expect(monitor.store.state.processes.pattern == "")
    await press("U", monitor)
    #expect(monitor.store.state.processes.pattern == "q")
  }

  @Test func `The log has a line for each action and for each change`() async {
    let log = try? LogSink(appendingTo: folder.path("log"))
    let monitor = Monitor(settings: settings, source: RecordedSource(), log: log)
    await press("sx", monitor)
    monitor.store.dispatch(SystemSampled.of(String(repeating: "long", count: 1_000)))
    await monitor.store.settled()
    let lines = folder.text("log")?.split(separator: "\n") ?? []
    #expect(lines.first?.hasPrefix("1 ProcessesFeature.Action.columnCycled") == true)
    #expect(lines.dropFirst().first == "  - order.column: .processor")
    #expect(lines.contains { $0.hasSuffix("…") })
    #expect(lines.allSatisfy { $0.count <= 301 })
  }

  @Test func `While paused, nothing is sampled, and a sample in progress is dropped`() async {
    let monitor = await makeMonitor(.of("first"), .of("second"))
    await tick(monitor)
    await press("p", monitor)
    #expect(clock.interval == nil)
    #expect(shown(monitor)[0].hasSuffix("  paused"))
    let before = monitor.store.state
    monitor.store.dispatch(SystemSampled.of("late"))
    await monitor.store.settled()
    #expect(monitor.store.state == before)
    await press("p", monitor)
    await tick(monitor)
    #expect(shown(monitor).contains { $0.hasSuffix(" second") })
  }

  @Test func `The interval is that of the settings, which are saved`() async {
    let monitor = await makeMonitor()
    #expect(clock.interval == 1)
    await press("+", monitor)
    #expect(clock.interval == 2)
    #expect(folder.text("settings.json") == #"{"interval":2,"theme":"dark"}"#)
    #expect(shown(monitor)[0] == "monitor  every 2 s · dark")
  }

  @Test func `A problem of any feature is shown at the top`() async {
    folder.write("{", to: "settings.json")
    let monitor = await makeMonitor()
    #expect(shown(monitor)[0].contains("settings.json is damaged"))
    await tick(monitor)
    #expect(shown(monitor)[0].hasSuffix("  no more samples"))
  }

  @Test func `The dashboard has a line for each row of a screen of any size`() async {
    let monitor = await makeMonitor(.of("first", "second", "third"))
    await tick(monitor)
    for rows in [0, 1, 2, 5, 9, 10, 24, 100] {
      for columns in [0, 1, 10, 80, 300] {
        monitor.dashboard.resize(columns: columns, rows: rows)
        #expect(monitor.dashboard.lines(rows: rows).count == rows)
      }
    }
  }

  @Test func `A pane is drawn when its own props change, and not for other changes`() async {
    let monitor = await makeMonitor(.of("first"), .of("first", processor: 0.5))
    await tick(monitor)
    var count = 0
    monitor.dashboard.changed = { count += 1 }
    await press("x", monitor)
    monitor.store.dispatch(SettingsFeature.Action.saved)
    await monitor.store.settled()
    #expect(count == 0)
    await tick(monitor)
    #expect(count == 1)  // The load has another sample; the list is the same.
    await press("j", monitor)
    #expect(count == 2)
  }

  @Test func `A frame is printed for each sample, with a blank line between frames`() async throws {
    let source = RecordedSource(.of("before"), .of("same"), .of("same"), .of("same"))
    let monitor = Monitor(settings: settings, source: source) { _, _, tick in
      for _ in 0..<3 { tick() }
      return Disposable {}
    }
    var frames: [String] = []
    try await monitor.printFrames(2, columns: 80) { frames.append($0) }
    #expect(frames.count == 2)
    #expect(frames.allSatisfy { $0.contains("  same\n") && !$0.contains("\u{1B}") })
    #expect(!frames[0].hasPrefix("\n") && frames[1].hasPrefix("\nmonitor"))
  }

  @Test func `Without samples, no frame is printed, and the reason is thrown`() async {
    let monitor = Monitor(settings: settings, source: RecordedSource()) { _, _, tick in
      tick()
      return Disposable {}
    }
    await #expect(throws: SamplingFailed(reason: "no more samples")) {
      try await monitor.printFrames(1, columns: 80) { _ in }
    }
  }

  private func makeMonitor(_ samples: SystemSampled...) async -> Monitor {
    var source = RecordedSource(.of())
    source.samples += samples
    let monitor = Monitor(settings: settings, source: source, startTicking: clock.start)
    monitor.start()
    await monitor.store.settled()
    return monitor
  }

  private func tick(_ monitor: Monitor) async {
    clock.tick()
    await monitor.store.settled()
  }

  private func press(_ keys: String, _ monitor: Monitor) async {
    for key in keys { monitor.store.dispatch(KeyPressed(key: .character(key))) }
    await monitor.store.settled()
  }

  private func shown(_ monitor: Monitor) -> [String] {
    monitor.dashboard.lines(rows: 24).map { Row($0, columns: 300).text }
  }
}
