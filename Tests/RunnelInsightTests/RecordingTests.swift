// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelNavigation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import RunnelInsight

@Suite struct RecordingTests {
  private let store = Store(state: Shop.State(), reducer: Shop.reducer())
  private let file = TemporaryFile()
  private var url: URL { file.url }

  @Test func `A recording begins with a header and the state`() async throws {
    store.dispatch(Shop.Action.visited)
    await store.settled()
    let lines = lines(try await record(store) {})
    #expect(lines.count == 2)
    #expect(lines[0].contains(#""state":"RunnelInsightTests.Shop.State","start":""#))
    #expect(lines[0].hasPrefix(#"{"runnel":2,"app":"#))
    #expect(lines[0].hasSuffix(#""n":1,"states":"adaptive","deliveries":false}"#))
    #expect(
      lines[1]
        == #"{"n":1,"t":0,"state":{"cart":{"isLoading":false,"items":[],"total":0},"stamp":"","visits":1}}"#
    )
  }

  @Test func `An action is recorded with its payload, its place and its reducers`() async throws {
    let line = #line + 2
    let data = try await record(store, states: .everyAction) {
      store.dispatch(Shop.Cart.Action.add("tea", price: 3))
    }
    let difference = #""diff":[[["cart","items",0],"tea"],[["cart","total"],3]]}"#
    #expect(lines(data)[2].hasSuffix(difference))
    let action = try #require(try Session(data: data).actions.first)
    #expect(action.number == 1)
    #expect(action.typeName == "RunnelInsightTests.Shop.Cart.Action")
    #expect(action.payload == #"{"add":{"_0":"tea","price":3}}"#)
    #expect(action.file == "RunnelInsightTests/RecordingTests.swift")
    #expect(action.line == line)
    #expect(action.changed == [#"\State.cart"#])
    #expect(action.parent == nil && action.effect == nil && action.action == nil)
  }

  @Test func `An effect is recorded with its outcome, and its action with its number`() async throws
  {
    let session = try await session(of: store) { store.dispatch(Shop.Cart.Action.load) }
    let effect = try #require(session.effects.first)
    #expect(session.effects.count == 1)
    #expect(effect.name == "run")
    #expect(effect.ids == ["load"])
    #expect(effect.cause == 1)
    #expect(effect.outcome == "finished")
    #expect(session.actions.map(\.effect) == [nil, effect.number])
    #expect(session.actions[1].parent == 1)
    #expect(session.actions[1].action as? Shop.Cart.Action == .loaded(["tea"]))
  }

  @Test func `A failed and a canceled effect are recorded as such`() async throws {
    struct Offline: Error {}
    enum Action: Runnel.Action, Codable { case fail, wait, cancel }
    let reducer = Reducer<Int>.on(Action.self) { _, action in
      switch action {
      case .fail: .run { _ in throw Offline() }.catch { _ in .none }
      case .wait: .run { try await $0.sleep(for: .seconds(1)) }.cancellable(id: 1)
      case .cancel: .cancel(id: 1)
      }
    }
    let store = Store(state: 0, reducer: reducer, clock: ManualClock())
    let session = try await session(of: store) {
      // Called after the recording has received the end of the effect.
      let end = Gate()
      let probe = Probe(.effects) { event in
        switch event {
        case .effectEnded(let effect, .canceled): if effect.number > 0 { end.open() }
        default: break
        }
      }
      let token = store.add(probe, at: CallSite(), whenAdded: { _, _ in })
      for action: Action in [.fail, .wait, .cancel] { store.dispatch(action) }
      await end.opened()
      token.dispose()
    }
    #expect(session.effects.map(\.outcome) == ["failed", "canceled"])
    #expect(session.effects[0].error == "Offline()")
  }

  @Test(.timeLimit(.minutes(10)))
  func `An action is written although the next one of the burst doesn't end`() async throws {
    enum Action: Runnel.Action, Codable { case pass(Int) }
    let gates = (0..<100).map { _ in Gate() }
    let store = Store(
      state: 0,
      reducer: Reducer<Int>.updating(Action.self) { _, action in
        if case .pass(let number) = action, number > 0 { gates[number - 1].pass() }
      })
    let count = Counter()
    let recording = store.recordLines(to: url, states: .none) { lines in
      for line in lines where line.hasPrefix(#"{"n":"#) && line.contains(#""type":"#) {
        gates[count.value].open()
        count.increment()
      }
    }
    for number in gates.indices { store.dispatch(Action.pass(number)) }
    await withTaskCancellationHandler {
      await gates[gates.count - 1].opened()
    } onCancel: {
      for gate in gates { gate.open() }
    }
    recording.dispose()
  }

  @Test func `The time of an action has no wake-up of the reader in it`() async {
    let log = EventLog(states: .none) { _ in nil }
    let wakeUps = RunnelTestSupport.Recorder<UInt64>()
    let probe = log.probe(deliveries: false) { wakeUps.record(Platform.uptimeNanoseconds) }
    let token = store.add(probe, at: CallSite(), whenAdded: { _, _ in })
    await store.settled()
    for _ in 0..<2 { store.dispatch(Shop.Action.visited) }
    await store.settled()
    var starts: [UInt64] = []
    log.takeAll { if case .action(let action) = $0 { starts.append(action.start) } }
    #expect(wakeUps.values.count == 1)
    #expect(starts.count == 2 && starts[1] >= wakeUps.values[0])
    token.dispose()
  }

  @Test func `Snapshots take at most a tenth of the file`() async throws {
    let data = try await record(store) {
      for round in 0..<50 {
        for _ in 0..<200 { store.dispatch(Shop.Action.visited) }
        if round % 2 == 0 { await store.settled() }
      }
    }
    let snapshots = lines(data).dropFirst(2).filter { $0.contains(#""state":"#) }
    #expect(snapshots.count > 10)
    #expect(10 * snapshots.reduce(0) { $0 + $1.utf8.count } <= data.count)
  }

  @Test func `An action that isn't encodable is recorded as text`() async throws {
    enum Action: Runnel.Action { case tapped(Int) }
    let session = try await session(of: store) { store.dispatch(Action.tapped(3)) }
    #expect(session.actions.first?.text == "RecordingTests.Action.tapped(3)")
    #expect(session.report.findings.first?.reason.hasSuffix("isn't `Encodable`") == true)
  }

  @Test func `Deliveries are recorded with their observers`() async throws {
    let token = store.scope(\.visits).observe { _ in }
    await store.settled()
    let session = try await session(of: store, deliveries: true) {
      store.dispatch(Shop.Action.visited)
    }
    let delivery = try #require(session.deliveries.first)
    #expect(delivery.consumer == "observer")
    #expect(delivery.slice == #"\State.visits"#)
    #expect(delivery.number == 1)
    #expect(!delivery.isOnMainThread)
    token.dispose()
  }

  @Test func `A scope records its slice, and a replay needs only the feature`() async throws {
    let cart = store.scope(\.cart)
    let session = try await session(of: cart, actions: Shop.Cart.reducer.actionTypes) {
      cart.dispatch(Shop.Cart.Action.add("tea", price: 3))
    }
    try replay(session, with: Shop.Cart.reducer, to: cart.state)
  }

  @Test func `A file that can't be written is an error`() async {
    let url = URL(fileURLWithPath: "/no such folder/session.ndjson")
    #expect(throws: RecordingError.self) { try store.record(to: url) }
    await #expect(throws: RecordingError.self) { try await store.record(last: 5).write(to: url) }
  }

  @Test(arguments: ["folder", "link", "broken link", "FIFO", "socket"])
  func `Contract 37: only a file is replaced by a recording`(kind: String) async throws {
    let other = TemporaryFile()
    let target = other.url
    var expected = "a \(kind)"
    switch kind {
    case "folder":
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    case "link", "broken link":
      if kind == "link" { try Data("other".utf8).write(to: target) }
      try FileManager.default.createSymbolicLink(at: url, withDestinationURL: target)
      expected = "a symbolic link"
    case "FIFO": #expect(mkfifo(url.path, 0o600) == 0)
    default: #expect(mknod(url.path, S_IFSOCK | 0o600, 0) == 0)
    }
    var before = stat()
    #expect(lstat(url.path, &before) == 0)
    let error = #expect(throws: RecordingError.self) { try store.record(to: url) }
    #expect(error?.description == "\(url.path) is \(expected), not a file")
    await #expect(throws: RecordingError.self) { try await store.record(last: 5).write(to: url) }
    var after = stat()
    #expect(lstat(url.path, &after) == 0 && after.st_ino == before.st_ino)
    #expect(kind != "link" || (try? Data(contentsOf: target)) == Data("other".utf8))
  }

  @Test(arguments: [RecordedStates.adaptive, .everyAction])
  func `A recording whose file is emptied begins again`(states: RecordedStates) async throws {
    let recording = try store.record(to: url, states: states)
    for _ in 0..<50 { store.dispatch(Shop.Action.visited) }
    try await recording.flush()
    #expect(truncate(url.path, 0) == 0)
    try await recording.flush()
    for _ in 0..<50 { store.dispatch(Shop.Action.visited) }
    try await recording.flush()
    let session = try Session(contentsOf: url, actions: Shop.types)
    #expect(session.actions.map(\.number) == Array(51...100))
    try replay(session, with: Shop.reducer(), to: store.state)
    #expect(store.state.visits == 100)
    // What is left of a file that was shortened isn't taken for a whole one.
    #expect(truncate(url.path, off_t(try Data(contentsOf: url).count - 5)) == 0)
    store.dispatch(Shop.Action.visited)
    try await recording.flush()
    let rest = try Session(contentsOf: url, actions: Shop.types)
    #expect(rest.report.count(of: .impossible) == 1)
    #expect(rest.actions.last?.number == 101)
  }

  @Test func `A recording whose file is removed or replaced ends with an error`() async throws {
    let first = try store.record(to: url)
    // Only its owner can read it.
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    store.dispatch(Shop.Action.visited)
    try await first.flush()
    let second = try store.record(to: url)
    store.dispatch(Shop.Action.visited)
    try await second.flush()
    let error = await #expect(throws: RecordingError.self) { try await first.flush() }
    #expect(error?.description == "\(url.path) was removed or replaced")
    #expect(try Session(contentsOf: url).actions.map(\.number) == [2])
    try FileManager.default.removeItem(at: url)
    await #expect(throws: RecordingError.self) { try await second.flush() }
  }

  @Test func `The recording of a scope that is gone waits for earlier actions`() async throws {
    let (isReducing, isAllowed) = (Gate(), Gate())
    let store = Store(
      state: Shop.State(),
      reducer: Shop.reducer {
        isReducing.open()
        isAllowed.pass()
        return ""
      })
    let recording = try store.scope(\.cart).record(to: url)
    store.dispatch(Shop.Action.stamped)
    await isReducing.opened()
    store.dispatch(Shop.Cart.Action.clear)
    async let flushed: Void = recording.flush()
    isAllowed.open()
    try await flushed
    #expect(try Session(contentsOf: url).actions.count == 2)
  }

  @Test func `A recording doesn't retain the store`() async throws {
    weak var released: Store<Shop.State>?
    let recording = try await {
      let store = Store(state: Shop.State(), reducer: Shop.reducer())
      released = store
      let recording = try store.record(to: url)
      store.dispatch(Shop.Action.visited)
      await store.settled()
      return recording
    }()
    #expect(released == nil)
    try await recording.flush()
    #expect(try Session(contentsOf: url).actions.count == 1)
    recording.dispose()
    #expect(recording.isDisposed)
  }

  @Test func `Contract 39: each action from begin to end is recorded once`() async throws {
    for round in 0..<5 {
      let store = Store(state: Shop.State(), reducer: Shop.reducer())
      let recorded = Locked<Recording?>(nil)
      await onThreads(4) { thread in
        for index in 0..<400 {
          if thread == 0, index == 100 {
            let recording = try? store.record(to: url)
            recorded.withLock { $0 = recording }
            // These are dispatched between the begin and the end, on one thread.
            for price in 0..<50 { store.dispatch(Shop.Cart.Action.add("own", price: price)) }
            recording?.dispose()
          }
          store.dispatch(Shop.Action.visited)
        }
      }
      await store.settled()
      try await recorded.withLock { $0 }?.flush()
      let session = try Session(contentsOf: url, actions: Shop.types)
      #expect(session.report.findings.isEmpty)
      let own = session.actions.compactMap { action -> Int? in
        guard case .add(_, let price)? = action.action as? Shop.Cart.Action else { return nil }
        return price
      }
      #expect(own == Array(0..<50), "round \(round)")
      let numbers = session.actions.map(\.number)
      #expect(numbers == Array((numbers.first ?? 0)..<((numbers.first ?? 0) + numbers.count)))
      try session.replay(reducer: Shop.reducer()).run()
    }
  }

  @Test func `Contract 38: a part that has disappeared has no recorded state`() async throws {
    struct App: Sendable { var cart: Shop.Cart.State? = .init() }
    let store = Store(state: App(), reducer: Reducer<App>.edits)
    let cart = try #require(store.ifPresent(\.cart))
    let session = try await session(of: cart, states: .everyAction) {
      store.edit { $0.cart?.total = 1 }
      store.edit { $0.cart = nil }
    }
    #expect(try session.recordedState(after: 1) != nil)
    #expect(try session.recordedState(after: 2) == nil)
  }

  @Test func `Contract 39: two recordings of one store don't disturb each other`() async throws {
    var other: Recording?
    let session = try await session(of: store) {
      store.dispatch(Shop.Action.visited)
      other = try store.record(to: url)
      store.dispatch(Shop.Action.visited)
      other?.dispose()
      store.dispatch(Shop.Action.visited)
    }
    try await other?.flush()
    #expect(session.actions.map(\.number) == [1, 2, 3])
    #expect(try Session(contentsOf: url).actions.map(\.number) == [2])
  }
}
