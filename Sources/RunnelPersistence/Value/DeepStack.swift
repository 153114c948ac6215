// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// A stack for values that are nested thousands of levels deep: Foundation needs some 2 kB for
/// each level, and a thread of a queue on Apple's systems has 512 kB.
enum DeepStack {
  /// Of which the system provides what is used.
  private static let size = 512 << 20
  /// The levels of JSON that any stack has room for.
  fileprivate static let levels = 32

  /// Returns what `body` returns, on a thread of its own if that is needed, for which this waits.
  static func run<Success, Failure>(
    if isNeeded: Bool = true, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    if !isNeeded { return try body() }
    var result: Result<Success, Failure>?
    perform { result = Result(catching: body) }
    return try result.unsafelyUnwrapped.get()
  }

  private static func perform(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      var work = body
      withUnsafeMutablePointer(to: &work) { work in
        // `nonisolated(unsafe)`: only the thread uses the pointer, and this waits for its end. The
        // thread retains the pointer and not the closure, which must not be retained afterward.
        nonisolated(unsafe) let work = work
        let end = DispatchSemaphore(value: 0)
        let storage = StorageAccess.current
        let thread = Thread {
          StorageAccess.setCurrent(storage)
          perform(work)
          end.signal()
        }
        thread.stackSize = size
        thread.qualityOfService = Thread.current.qualityOfService
        thread.start()
        end.wait()
      }
    }
  }

  /// A function of its own, which has released the closure when it returns.
  @inline(never)
  private static func perform(_ work: UnsafeMutablePointer<() -> Void>) { work.pointee() }
}

extension Data {
  /// Whether this JSON needs a stack of its own: O(number of bytes).
  var isDeep: Bool {
    var (depth, isText, isEscaped) = (0, false, false)
    for byte in self {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isText
      case UInt8(ascii: "\""): isText.toggle()
      case _ where isText: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > DeepStack.levels { return true }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return false
  }
}

extension JSON {
  func isDeep(levels: Int = DeepStack.levels) -> Bool {
    switch self {
    case .array(let elements): levels == 0 || elements.contains { $0.isDeep(levels: levels - 1) }
    case .object(let members):
      levels == 0 || members.values.contains { $0.isDeep(levels: levels - 1) }
    default: false
    }
  }
}
