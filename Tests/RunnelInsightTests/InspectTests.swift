// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelInsight

@Suite struct InspectTests {
  private let store = Store(state: Shop.State(), reducer: Shop.reducer())

  private func address(_ listener: Listener) -> URL {
    var components = URLComponents()
    components.scheme = "runnel"
    components.user = "secret"
    components.host = "127.0.0.1"
    components.port = Int(listener.port)
    return components.url ?? temporaryFile()
  }

  @Test func `An inspector receives the token, the actions and the states`() async throws {
    let listener = try Listener()
    let recording = try store.inspect(at: address(listener))
    for _ in 0..<100 { store.dispatch(Shop.Action.visited) }
    await store.settled()
    try await recording.flush()
    recording.dispose()
    var lines: [String] = []
    for await line in listener.lines { lines.append(line) }
    #expect(lines.first == #"{"token":"secret"}"#)
    let session = try Session(data: data(Array(lines.dropFirst())))
    #expect(session.actions.count == 100)
    #expect(session.info.states == .everyAction)
    let state = try #require(try session.recordedState(after: 41))
    #expect(try JSONDecoder().decode(Shop.State.self, from: state).visits == 41)
  }

  @Test func `An inspector restores a state, whatever else it sends`() async throws {
    let listener = try Listener()
    let recording = try store.inspect(at: address(listener))
    let connection = await listener.accepted()
    let state = #"{"cart":{"items":["tea"],"total":3,"isLoading":false},"visits":7,"stamp":""}"#
    let message = "no JSON\n{\"restore\":{}}\n[1]\n\n{\"other\":1}\n{\"restore\":\(state)}\n"
    let cut = message.index(message.startIndex, offsetBy: 30)
    listener.send(String(message[..<cut]), to: connection)
    listener.send(String(message[cut...]), to: connection)
    for await visits in store.scope(\.visits).values() where visits == 7 { break }
    #expect(store.state.cart.items == ["tea"])
    #expect(!recording.isDisposed)
  }

  @Test func `The recording ends with the connection`() async throws {
    let listener = try Listener()
    let recording = try store.inspect(at: address(listener))
    let connection = await listener.accepted()
    shutdown(connection, Int32(SHUT_WR))
    // The app ends its side after the recording has ended.
    for await _ in listener.lines {}
    #expect(recording.isDisposed)
  }

  @Test(arguments: [
    "http://secret@127.0.0.1:1", "runnel://127.0.0.1:1", "runnel://secret@127.0.0.1",
    "runnel://secret@127.0.0.1:70000", "runnel://secret@example.com:1",
    "runnel://secret@127.0.0.1:1",
  ])
  func `An address without an inspector is an error`(_ address: String) throws {
    #expect(throws: RecordingError.self) { try store.inspect(at: #require(URL(string: address))) }
  }

  /// An output that takes its first lines when the test allows it.
  private struct SlowOutput: LineOutput {
    let hasLines = Gate()
    let isAllowed = Gate()
    let lineCount = Counter()
    private(set) var error: RecordingError?

    func hasLostLines() -> Bool { false }
    mutating func end(_ error: RecordingError) { self.error = error }
    mutating func close() {}

    mutating func write(_ lines: inout [UInt8]) {
      if lines.isEmpty { return }
      hasLines.open()
      isAllowed.pass()
      for byte in lines where byte == 0x0A { lineCount.increment() }
      lines = []
    }
  }

  @Test func `Contract 37: what waits for a slow inspector is bounded, and the recording ends`()
    async throws
  {
    for limit in [2_048, nil] {
      let output = SlowOutput()
      let recording = store.record(
        output, temporaryFile(), states: .everyAction, deliveries: false, limit: limit, nil, nil,
        CallSite())
      store.dispatch(Shop.Action.visited)
      await output.hasLines.opened()
      for _ in 0..<5_000 { store.dispatch(Shop.Action.visited) }
      await store.settled()
      output.isAllowed.open()
      if limit == nil {
        try await recording.flush()
        #expect(output.lineCount.value >= 5_003)
      } else {
        let error = await #expect(throws: RecordingError.self) { try await recording.flush() }
        #expect(error?.description == "the inspector is too slow for what the store does")
        #expect(output.lineCount.value < 2_100)
      }
      recording.dispose()
    }
  }
}
