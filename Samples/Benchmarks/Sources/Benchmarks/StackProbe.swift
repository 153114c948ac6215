// SPDX-License-Identifier: MIT

import ArgumentParser
import Dispatch
import Harness

#if canImport(Glibc)
  import Glibc
#endif

/// Tries one store with a large state, and ends badly if a stack does not suffice. For `WS` alone.
struct StackProbe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stack-probe",
    abstract: "Tries a store with a large state on small stacks.",
    shouldDisplay: false
  )

  /// What must overflow: six copies of the state on a thread of a queue.
  static let control = "control"

  @Argument(help: "The store: Runnel, or one of the others.")
  var contender: String

  func validate() throws {
    guard
      contender == "Runnel" || contender == StackProbe.control
        || Opponent(rawValue: contender) != nil
    else {
      throw ValidationError("There is no store called \"\(contender)\".")
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

  /// Gives all threads that come after it the stack that they have on Apple's systems anyway: those of
  /// the queues and of the tasks.
  static func limitStacks() {
    #if canImport(Glibc)
      // `int pthread_setattr_default_np(const pthread_attr_t *)`, which is an extension of this library and
      // therefore unknown to Swift's module of it.
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
