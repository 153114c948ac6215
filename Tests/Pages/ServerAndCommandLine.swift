// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import RunnelPersistence

@Suite struct ServerAndCommandLineTests {
  enum Report {
    struct State: Equatable, Sendable {
      var lines = 0
      var problems: [String] = []
      var isStopped = false

      var summary: String { "\(lines) lines" }
    }

    enum Action: Runnel.Action, Equatable {
      case opened(String), counted(String, lines: Int), failed(String), typed(String), stopped
    }

    struct Read: Command, Equatable { let path: String }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened(let path):
        return .perform(Read(path: path)).catch { .failed("\(path): \($0)") }
      case .counted(_, let lines): state.lines += lines
      case .failed(let problem): state.problems.append(problem)
      case .typed: state.lines += 1
      case .stopped: state.isStopped = true
      }
      return .none
    }
  }

  enum Room {
    struct Message: Equatable, Sendable, Identifiable {
      let id: String
      let text: String
      let number: Int
    }

    struct State: Equatable, Sendable {
      var messages: Entities<Message> = []
      var isClosed = false
    }

    enum Action: Runnel.Action, Equatable {
      case posted(String, id: String), refreshed(Int), refreshEnded(Int), closed
    }

    enum ID { case refresh }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .posted(let text, let id):
        if !state.isClosed {
          state.messages.upsert(Message(id: id, text: text, number: state.messages.count + 1))
        }
        return .none
      case .refreshed(let id):
        return .run { send in
          if id > 1 { try await send.sleep(for: .seconds(60)) }
          send(.refreshEnded(id))
        }
        .cancellable(id: ID.refresh)
      case .refreshEnded: return .none
      case .closed:
        state.isClosed = true
        return .cancel(id: ID.refresh)
      }
    }
  }

  struct Request: Sendable {
    let id: String
    let text: String
  }

  struct Response: Equatable, Sendable {
    let status: Int
    var body = ""
  }

  struct Listener: Sendable { func stop() {} }
  struct Unreadable: Error {}

  private let disposer = Disposer()
  private let print = Printer()
  private let statuses = Recorder<Int>()

  private func exit(_ status: Int) { statuses.record(status) }

  private func countLines(_ path: String) async throws -> Int {
    if path.hasPrefix("/missing") { throw Unreadable() }
    return path.count
  }

  private func run(_ paths: [String]) async {
    #snippet("Wait for the end of a command-line tool")
  }

  @Test func `A tool waits for its effects and exits with the status in the state`() async {
    await run(["a.txt", "b.txt"])
    await run(["a.txt", "/missing"])
    #expect(print.lines == ["10 lines", "5 lines"])
    #expect(statuses.values == [0, 1])
  }

  @Test func `A tool waits for one action or for a condition`() async {
    let store = Store(state: Report.State(), reducer: Report.reducer)
    store.handle(Report.Read.self) { command in
      .once { Report.Action.counted(command.path, lines: 1_000) }
    }
    .dispose(on: disposer)
    #snippet("Await one action")
    #expect(print.lines == ["1000 lines"])
    #snippet("Await one action", 2)
  }

  @Test func `Piped input is processed line by line`() async throws {
    let store = Store(state: Report.State(), reducer: Report.reducer)
    let input = AsyncThrowingStream<String, any Error> { lines in
      for line in ["a", "b", "c"] { lines.yield(line) }
      lines.finish()
    }
    #snippet("Read piped input")
    #expect(store.state.lines == 3)
  }

  @Test func `A tool runs until an action stops it`() async {
    let store = Store(state: Report.State(), reducer: Report.reducer)
    // The signals of the page would end the tests.
    let (SIGTERM, SIGINT) = (SIGURG, SIGWINCH)
    store.dispatch(Report.Action.stopped)
    #snippet("Keep a tool running")
    #expect(store.state.isStopped)
  }

  #snippet("Use a store in a server")

  #snippet("Store one state per connection")

  @Test func `Requests at the same time have results of their own`() async {
    let room = await Rooms().room("lobby")
    let bodies = await withTaskGroup(of: Response.self) { group in
      for id in 0..<100 {
        group.addTask { await handle(Request(id: "\(id)", text: "hello"), for: room) }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1.body) }
    }
    #expect(bodies == Set((1...100).map { "\($0)" }))
    await room.dispatchAndWait(.closed)
    #expect(await handle(Request(id: "late", text: "hello"), for: room).status == 409)
  }

  @Test func `The rooms with one name are one store until it is closed`() async {
    let rooms = Rooms()
    _ = await handle(Request(id: "1", text: "a"), for: rooms.room("lobby"))
    #expect(await rooms.room("lobby").state.messages.count == 1)
    await rooms.close("lobby")
    #expect(await rooms.room("lobby").state.messages.isEmpty)
  }

  @Test func `Canceling a task cancels the effects of its action`() async {
    let store = Store(state: Room.State(), reducer: Room.reducer, clock: ManualClock())
      .accepting(Room.Action.self)
    let ids = [1, 2, 3]
    #snippet("Cancel a request")
    #expect(store.runningEffects.isEmpty)
  }

  @Test func `A server that shuts down waits for its work and its files`() async throws {
    let storage = MemoryStorage()
    let listener = Listener()
    let store = Store(
      state: Report.State(),
      reducer: Reducer.on(Room.Action.self) { state, _ in
        (state.isStopped, state.lines) = (true, 7)
        return .run { _ in }
      })
    let saving = store.persist(
      \.lines, to: StoredValue(in: storage, initial: 0), delay: .seconds(60),
      replacingContents: true)
    #snippet("Shut down gracefully")
    #expect(store.state.isStopped)
    #expect(storage.text?.contains("7") == true)
  }
}
