// SPDX-License-Identifier: MIT

import ArgumentParser
import Dispatch
import Harness

#if canImport(Glibc)
  import Glibc
#endif

/// A command for `WS` that runs one store with a large state, and crashes on a stack overflow.
struct StackProbe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stack-probe",
    abstract: "Runs a store with a large state on small stacks.",
    shouldDisplay: false
  )

  /// The control, which must overflow: six copies of the state on a thread of a queue.
  static let control = "control"

  @Argument(help: "The store: Runnel, or one of the others.")
  var contender: String

  func validate() throws {
    guard
      contender == "Runnel" || contender == StackProbe.control
        || Opponent(rawValue: contender) != nil
    else {
      throw ValidationError("Unknown store \"\(contender)\".")
    }
  }

  func run() throws {
    let work = LargeState()
    if contender == StackProbe.control {
      let end = DispatchSemaphore(value: 0)
      DispatchQueue(label: "control").async {
        let held = LargeState.hold(6, of: LargeState.State())
        precondition(held > 0)
        end.signal()
      }
      end.wait()
    } else if let opponent = Opponent(rawValue: contender) {
      _ = try work.round(of: opponent)
    } else {
      _ = try work.runnel()
    }
  }

  /// Limits the stacks of all later threads of queues and tasks to their size on Apple's systems.
  static func limitStacks() {
    #if canImport(Glibc)
      // `int pthread_setattr_default_np(const pthread_attr_t *)` is an extension of glibc that
      // Swift's module of the C library omits.
      typealias SetDefault = @convention(c) (UnsafePointer<pthread_attr_t>) -> Int32
      guard let symbol = dlsym(nil, "pthread_setattr_default_np") else { return }
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setstacksize(&attributes, LargeState.stackSize)
      _ = unsafeBitCast(symbol, to: SetDefault.self)(&attributes)
      pthread_attr_destroy(&attributes)
    #endif
  }
}
