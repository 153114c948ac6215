// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// A stack for values that are nested thousands of levels deep: Foundation needs some 2 kB for
/// each level, and a thread of a queue on Apple's systems has 512 kB.
enum DeepStack {
  /// Of which the system provides what is used.
  private static let size = 512 << 20
  /// The levels of JSON that any stack has room for.
  private static let levels = 32

  /// Returns what `body` makes of JSON, on the calling thread if its stack certainly has room for
  /// it.
  ///
  /// O(number of bytes), besides `body`.
  static func run<Success, Failure>(
    for contents: some Sequence<Data>, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    contents.contains(where: isDeep) ? try run(body) : try body()
  }

  /// Returns what `body` makes of JSON, on the calling thread if its stack has room for it.
  static func run<Success, Failure>(
    for json: JSON, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    isDeep(json, levels: levels) ? try run(body) : try body()
  }

  private static func isDeep(_ json: JSON, levels: Int) -> Bool {
    switch json {
    case .array(let elements):
      levels == 0 || elements.contains { isDeep($0, levels: levels - 1) }
    case .object(let members):
      levels == 0 || members.values.contains { isDeep($0, levels: levels - 1) }
    default: false
    }
  }

  private static func isDeep(_ json: Data) -> Bool {
    var (depth, isText, isEscaped) = (0, false, false)
    for byte in json {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isText
      case UInt8(ascii: "\""): isText.toggle()
      case _ where isText: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > levels { return true }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return false
  }

  /// Returns what `body` returns on a thread of its own, while the calling thread waits.
  static func run<Success, Failure>(
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    var result: Result<Success, Failure>?
    perform {
      do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
    }
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
  private static func perform(_ work: UnsafeMutablePointer<() -> Void>) {
    work.pointee()
  }
}
