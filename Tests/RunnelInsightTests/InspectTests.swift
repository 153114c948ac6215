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
    return components.url ?? TemporaryFile().url
  }

  /// Ends a recording, and returns the lines that the inspector has received.
  private func end(_ recording: Recording, _ listener: Listener) async throws -> [String] {
    try await recording.flush()
    recording.dispose()
    var lines: [String] = []
    for await line in listener.lines { lines.append(line) }
    return lines
  }

  @Test func `An inspector receives the token, the actions and the states`() async throws {
    let listener = try Listener()
    let recording = try store.inspect(at: address(listener))
    for _ in 0..<100 { store.dispatch(Shop.Action.visited) }
    await store.settled()
    let lines = try await end(recording, listener)
    #expect(lines.first == #"{"token":"secret"}"#)
    let session = try Session(data: data(Array(lines.dropFirst())))
    #expect(session.actions.count == 100)
    #expect(session.info.states == .everyAction)
    let state = try #require(try session.recordedState(after: 41))
    #expect(try JSONDecoder().decode(Shop.State.self, from: state).visits == 41)
  }

  @Test func `A message may arrive in any pieces`() {
    let bytes = Array("{\"restore\":1}\n".utf8)
    for cut in bytes.indices {
      var messages = InspectorMessages()
      let counts = [bytes[..<cut], bytes[cut...]].map { messages.take(Array($0))?.count }
      #expect(counts == [0, 1])
    }
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

  @Test func `An inspector dispatches the actions that are accepted, and no others`() async throws {
    let listener = try Listener()
    let types: [any Action.Type] = [Shop.Cart.Action.self]
    let recording = try store.inspect(at: address(listener), accepting: types)
    let connection = await listener.accepted()
    for message in [
      message(Shop.Action.self, #"{"visited":{}}"#), message(Shop.Cart.Action.self, "7"),
      "{\"dispatch\":1}\n", "{\"dispatch\":{\"type\":1}}\n",
      message(Shop.Cart.Action.self, #"{"add":{"_0":"tea","price":3}}"#),
    ] {
      listener.send(message, to: connection)
    }
    for await items in store.scope(\.cart.items).values() where !items.isEmpty { break }
    #expect(store.state.cart.items == ["tea"] && store.state.visits == 0)
    let lines = try await end(recording, listener)
    let session = try Session(data: data(Array(lines.dropFirst())))
    #expect(session.info.acceptedTypes == [String(reflecting: Shop.Cart.Action.self)])
    #expect(session.actions.count == 1)
  }

  /// An action that a message contains, whose decoding waits for the test.
  private struct Held: Runnel.Action, Decodable {
    static let isDecoding = Gate()
    static let isAllowed = Gate()

    init(from _: any Decoder) throws {
      Held.isDecoding.open()
      Held.isAllowed.pass()
    }
  }

  /// Records what an inspector does with a store, and performs its messages until it has no more.
  ///
  /// `meanwhile` is called with the token of the recording after the messages have been sent.
  private func perform<State: Codable>(
    _ messages: String, accepting types: [any Action.Type] = [],
    meanwhile: (Disposable) async -> Void = { _ in }, on makeScope: () -> Store<State>
  ) async throws {
    let listener = try Listener()
    let socket = try LoopbackSocket(to: address(listener))
    let (recording, perform) = {
      let scope = makeScope()
      let recording = scope.record(
        socket, address(listener), states: .none, deliveries: false,
        Redactor(redact: nil, redactState: nil), CallSite())
      return (
        recording,
        scope.performing(
          messagesFrom: socket, ActionTypes(types), until: recording.token, CallSite())
      )
    }()
    let hasEnded = Gate()
    Thread.detachNewThread {
      perform()
      hasEnded.open()
    }
    let connection = await listener.accepted()
    listener.send(messages, to: connection)
    shutdown(connection, Int32(SHUT_WR))
    await meanwhile(recording.token)
    await hasEnded.opened()
    for await _ in listener.lines {}
    #expect(recording.isDisposed)
  }

  private func message(_ type: any Action.Type, _ payload: String) -> String {
    #"{"dispatch":{"type":"\#(String(reflecting: type))","payload":\#(payload)}}"# + "\n"
  }

  private static let restored =
    #"{"restore":{"cart":{"items":[],"total":3,"isLoading":false},"visits":7,"stamp":""}}"# + "\n"

  @Test func `No message changes the state after the end of the recording`() async throws {
    let messages =
      message(Held.self, "{}") + message(Shop.Action.self, #"{"visited":{}}"#) + Self.restored
    try await perform(
      messages, accepting: [Held.self, Shop.Action.self],
      meanwhile: { token in
        await Held.isDecoding.opened()
        token.dispose()
        Held.isAllowed.open()
      }, on: { store })
    await store.settled()
    #expect(store.state == Shop.State())
  }

  @Test func `An inspector can't restore a read-only scope, but dispatch there`() async throws {
    struct Count: Codable, Sendable { var visits: Int }
    let messages =
      #"{"restore":{"visits":5}}"# + "\n" + message(Shop.Action.self, #"{"visited":{}}"#)
    let count = store.scope { Count(visits: $0.visits) }
    try await perform(messages, accepting: [Shop.Action.self]) { count }
    await store.settled()
    #expect(store.state.visits == 1)
  }

  @Test func `An inspector of a scope works as long as the store, without the scope`() async throws
  {
    let messages =
      #"{"restore":{"items":["milk"],"total":2,"isLoading":false}}"# + "\n"
      + message(Shop.Cart.Action.self, #"{"add":{"_0":"tea","price":3}}"#)
    try await perform(messages, accepting: [Shop.Cart.Action.self]) { store.scope(\.cart) }
    await store.settled()
    #expect(store.state.cart == Shop.Cart.State(items: ["milk", "tea"], total: 5))
  }

  @Test func `An inspector of a scope doesn't keep the store alive`() async throws {
    let listener = try Listener()
    let (endless, continuation) = AsyncStream.makeStream(of: Int.self)
    let (hasBegun, hasEnded) = (Gate(), Gate())
    let recording = try await {
      let store = Store(
        state: Shop.State(),
        reducer: .on(Shop.Action.self) { _, _ in
          .run { _ in
            hasBegun.open()
            for await _ in endless {}
            hasEnded.open()
          }
        })
      let recording = try store.scope(\.cart).inspect(at: address(listener))
      store.dispatch(Shop.Action.visited)
      await hasBegun.opened()
      return recording
    }()
    // The effects of a store end with it.
    await hasEnded.opened()
    #expect(!recording.isDisposed)
    continuation.finish()
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

  @Test(.timeLimit(.minutes(10)))
  func `An inspector that takes no connection, or no bytes, is an error after a limit`() throws {
    let listener = try Listener()
    let stalled = try LoopbackSocket(to: address(listener), patience: 20)
    // It takes no second connection: the system keeps a few that wait, and their bytes.
    var waiting: [LoopbackSocket] = []
    let refused = #expect(throws: RecordingError.self) {
      for _ in 0..<100 {
        waiting.append(try LoopbackSocket(to: address(listener), patience: 20))
      }
    }
    #expect(refused?.description.hasPrefix("port \(listener.port) of this machine") == true)
    let bytes = [UInt8](repeating: 0x20, count: 64 << 20)
    #expect(throws: RecordingError.self) { try waiting[0].write(bytes) }
    stalled.end()
  }

  @Test func `Contract 37: what waits for a slow inspector is bounded`() async throws {
    for limit in [2_048, nil] {
      let (hasLines, isAllowed, lineCount) = (Gate(), Gate(), Counter())
      let recording = store.recordLines(to: TemporaryFile().url, limit: limit) { lines in
        hasLines.open()
        isAllowed.pass()
        for _ in lines { lineCount.increment() }
      }
      store.dispatch(Shop.Action.visited)
      await hasLines.opened()
      for _ in 0..<5_000 { store.dispatch(Shop.Action.visited) }
      await store.settled()
      isAllowed.open()
      if limit == nil {
        try await recording.flush()
        #expect(lineCount.value >= 5_003)
      } else {
        let error = await #expect(throws: RecordingError.self) { try await recording.flush() }
        #expect(error?.description == "the inspector is too slow for what the store does")
        #expect(lineCount.value < 2_100)
      }
      recording.dispose()
    }
  }
}

/// An output that passes its lines to a closure.
private struct ClosureOutput: LineOutput {
  let body: @Sendable ([String]) -> Void

  func hasLostLines() -> Bool { false }
  func end() {}
  func write(_ bytes: [UInt8]) { body(lines(Data(bytes))) }
}

extension Store where State: Encodable {
  /// Records to a closure, which can block.
  func recordLines(
    to url: URL, states: RecordedStates = .everyAction, limit: Int? = nil,
    _ write: @escaping @Sendable ([String]) -> Void
  ) -> Recording {
    record(
      ClosureOutput(body: write), url, states: states, deliveries: false, limit: limit,
      Redactor(redact: nil, redactState: nil), CallSite())
  }
}

/// A server on this machine that takes one connection, as an inspector does.
///
/// `@unchecked`: the descriptor never changes. Only the thread of the listener uses the accepted
/// connection for reading, and only one test sends.
final class Listener: @unchecked Sendable {
  let port: UInt16
  let lines: AsyncStream<String>
  private let descriptor: Int32
  private let connection: AsyncStream<Int32>

  init() throws {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) + listen(descriptor, 1) + getsockname(descriptor, $0, &size)
      }
    }
    guard result == 0 else { throw POSIXError(.EADDRINUSE) }
    port = UInt16(bigEndian: address.sin_port)
    let (lines, lineContinuation) = AsyncStream.makeStream(of: String.self)
    let (connection, connectionContinuation) = AsyncStream.makeStream(of: Int32.self)
    self.lines = lines
    self.connection = connection
    Thread.detachNewThread {
      let accepted = accept(descriptor, nil, nil)
      connectionContinuation.yield(accepted)
      let handle = FileHandle(fileDescriptor: accepted)
      var rest: [UInt8] = []
      while case let data = handle.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          lineContinuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
      lineContinuation.finish()
    }
  }

  deinit { close(descriptor) }

  /// Waits for the connection.
  func accepted() async -> Int32 {
    for await descriptor in connection { return descriptor }
    return -1
  }

  func send(_ text: String, to connection: Int32) {
    Data(text.utf8).withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(
          connection, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
