// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Harness
import Opponents
import Runnel

/// WS: a state of 240 kB that lies in the store itself, on threads with a stack of 512 kB.
///
/// One copy of it on the way down, and one more, and the stack is full. It is tried in a process of its own,
/// which may end badly.
struct LargeState: StoreWorkload {
  /// 240 kB without a single array.
  struct State: Sendable {
    var first = Ten<Ten<Ten<Ten<Int>>>>()
    var second = Ten<Ten<Ten<Ten<Int>>>>()
    var third = Ten<Ten<Ten<Ten<Int>>>>()
  }

  struct Change: Action {}

  let actions = 10

  /// The stack of threads on Apple's systems other than the main one.
  static let stackSize = 512 << 10

  /// Makes the store where there is room, and does all the rest on a thread that has none.
  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let store = LargeState.onThread(stackSize: 64 << 20) {
      Subject(state: State()) { state, _ in state.third.bump(9_999) }
    }
    let told = Countdown()
    let outcome = LargeState.onThread(stackSize: LargeState.stackSize) {
      Result { try LargeState.use(store, told, actions) }
    }
    store.close()
    try outcome.get()
    return Reading([.overflows: 0])
  }

  private static func use<Subject: ActionStore>(
    _ store: Subject,
    _ told: Countdown,
    _ actions: Int
  ) throws
  where Subject.State == State, Subject.Action == Change {
    told.expect(1)
    store.observe(\.third.j.j.j.j) { _ in told.tell() }
    try told.wait()
    for _ in 0..<actions {
      told.expect(1)
      store.dispatch(Change())
      try told.wait()
    }
    if let runnel = store as? RunnelStore<State, Change> {
      try expect("the slice", runnel.store.scope(\.third.j.j.j.j).state, is: actions)
    }
  }

  /// What Runnel does, on a thread of this process.
  func runnel() throws -> Reading {
    try round(of: RunnelStore<State, Change>.self, actions: actions)
  }

  /// Does something on a new thread with a stack of a certain size, and waits for it.
  static func onThread<Result: Sendable>(
    stackSize: Int,
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    // `nonisolated(unsafe)`: written by the thread before it signals, and read after that.
    nonisolated(unsafe) var result: Result?
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      result = body()
      end.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    end.wait()
    guard let result else { preconditionFailure("The thread has signalled.") }
    return result
  }

  /// The same in a process of its own, in which all threads have a stack of that size.
  static func probe(_ contender: String) throws -> Reading {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [StackProbe.configuration.commandName ?? "", contender]
    // A stack that is full is an answer here, and nothing that anybody wants to see explained.
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal { return Reading([.overflows: 1]) }
    try expect("exit of the process", process.terminationStatus, is: 0)
    return Reading([.overflows: 0])
  }

  /// Makes sure that threads have no more stack than that: several copies of the state must not fit.
  static func control() throws -> Reading {
    let reading = try probe(StackProbe.control)
    try expect("overflows of what must overflow", reading[.overflows], is: 1)
    return reading
  }

  /// Holds so many copies of the state at once.
  @inline(never)
  static func hold(_ copies: Int, of state: State) -> Int {
    var copy = state
    copy.first.bump(copies)
    let below = copies > 1 ? hold(copies - 1, of: copy) : 0
    return below + copy.first.total
  }

  static func workload() -> Workload {
    let contenders = ["Runnel"] + Opponent.allCases.map(\.rawValue)
    return Workload(
      name: "WS",
      title: "a state of \(MemoryLayout<State>.size.grouped) bytes on threads with 512 kB of stack",
      operation: "process",
      entrants: contenders.map { contender in
        Entrant(contender, size: MemoryLayout<State>.size) { try probe(contender) }
      } + [Entrant("control", size: MemoryLayout<State>.size, round: control)],
      budgets: [Budget(.init("Runnel"), .overflows, atMost: 0)],
      mostRounds: 1
    )
  }
}
