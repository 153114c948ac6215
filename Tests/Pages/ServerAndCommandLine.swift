// SPDX-License-Identifier: MIT

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
      case .typed, .stopped: break
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

    struct State: Equatable, Sendable { var messages: Entities<Message> = [] }
    enum Action: Runnel.Action { case posted(String, id: String), refreshed(Int), closed }
    static let reducer = Reducer<State> {}
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

  private func run(_ paths: [String]) async { #snippet("Wait for the end of a command-line tool") }

  @Test func `A tool waits for its effects and exits with the status in the state`() async {
    await run(["a.txt", "b.txt"])
    await run(["a.txt", "/missing"])
    #expect(print.lines == ["10 lines", "5 lines"])
    #expect(statuses.values == [0, 1])
  }

  private func wait(
    for store: Store<Report.State>, _ input: AsyncThrowingStream<String, any Error>
  ) async throws {
    #snippet("Await one action", 1...2)
    #snippet("Read piped input")
    #snippet("Keep a tool running")
  }

  #snippet("Use a store in a server")
  #snippet("Store one state per connection")

  private func cancel(_ store: StoreOf<Room.State, Room.Action>, _ ids: [Int]) async {
    #snippet("Cancel a request")
  }

  private func shutDown(
    _ listener: Listener, _ store: Store<Room.State>, _ saving: Saving
  ) async throws {
    #snippet("Shut down gracefully")
  }
}
