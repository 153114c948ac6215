// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Harness
import Opponents
import Runnel

/// WS: a state of 240 kB without indirection, on threads with a stack of 512 kB.
///
/// Two copies of the state overflow the stack. It runs in a separate process, which can crash.
struct LargeState: StoreWorkload {
  /// A state of 240 kB without an array.
  struct State: Sendable {
    var first = Ten<Ten<Ten<Ten<Int>>>>()
    var second = Ten<Ten<Ten<Ten<Int>>>>()
    var third = Ten<Ten<Ten<Ten<Int>>>>()
  }

  struct Change: Action {}

  let actions = 10

  /// The stack size of secondary threads on Apple's systems.
  static let stackSize = 512 << 10

  /// Creates the store on a thread with a large stack, and runs the work on one with a small stack.
  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let store = LargeState.onThread(stackSize: 64 << 20) {
      Subject(state: State()) { state, _ in state.third.bump(9_999) }
    }
    let notified = Countdown()
    let outcome = LargeState.onThread(stackSize: LargeState.stackSize) {
      Result { try LargeState.use(store, notified, actions) }
    }
    store.close()
    try outcome.get()
    return Reading([.overflows: 0])
  }

  private static func use<Subject: ActionStore>(
    _ store: Subject,
    _ notified: Countdown,
    _ actions: Int
  ) throws
  where Subject.State == State, Subject.Action == Change {
    notified.expect(1)
    store.observe(\.third.j.j.j.j) { _ in notified.record() }
    try notified.wait()
    for _ in 0..<actions {
      notified.expect(1)
      store.dispatch(Change())
      try notified.wait()
    }
    if let runnel = store as? RunnelStore<State, Change> {
      try expect("the slice", runnel.store.scope(\.third.j.j.j.j).state, is: actions)
    }
  }

  /// Runs Runnel on a thread of this process.
  func runnel() throws -> Reading {
    try round(of: RunnelStore<State, Change>.self, actions: actions)
  }

  /// Runs `body` on a new thread with a certain stack size, and waits for it.
  static func onThread<Result: Sendable>(
    stackSize: Int,
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    // `nonisolated(unsafe)`: the thread writes it before it signals, and it is read afterwards.
    nonisolated(unsafe) var result: Result?
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      result = body()
      end.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    end.wait()
    guard let result else { preconditionFailure("The thread has signaled.") }
    return result
  }

  /// Runs a round in a separate process, whose threads all have a small stack.
  static func probe(_ contender: String) throws -> Reading {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [StackProbe.configuration.commandName ?? "", contender]
    // A stack overflow is a valid outcome, so no backtrace is needed.
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal { return Reading([.overflows: 1]) }
    try expect("exit of the process", process.terminationStatus, is: 0)
    return Reading([.overflows: 0])
  }

  /// Checks that the stacks are small: several copies of the state must overflow.
  static func control() throws -> Reading {
    let reading = try probe(StackProbe.control)
    try expect("overflows of the control", reading[.overflows], is: 1)
    return reading
  }

  /// Puts a number of copies of the state on the stack.
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
      mostRounds: 1,
      warmsUp: false
    )
  }
}
