// SPDX-License-Identifier: MIT

import Foundation

/// Tells of the signals that a program gets, on a queue, where anything may be done.
///
/// Signals are caught by a function that does no more than to write their number to a pipe. (Signal sources
/// of Dispatch are not used: whether a signal reaches them depends on which threads there are.)
final class Signals {
  /// The queue that the closure is called on.
  static let queue = DispatchQueue(label: "monitor.signals", qos: .userInteractive)

  private let source: any DispatchSourceRead

  /// Catches signals from now on. There can be one of these in a program.
  init?(_ numbers: [Int32], _ caught: @escaping @Sendable (Int32) -> Void) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    signalPipe = ends[1]
    let reading = ends[0]
    source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: Self.queue)
    source.setEventHandler {
      var number: UInt8 = 0
      if read(reading, &number, 1) == 1 { caught(Int32(number)) }
    }
    source.activate()
    for number in numbers { Self.catch(number) }
  }

  /// Catches a signal again that has been let through.
  static func `catch`(_ number: Int32) {
    signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(signalPipe, &byte, 1)
      errno = error
    }
  }

  /// Does what a signal does to a program that does not catch it.
  static func letThrough(_ number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}

/// Where the number of a signal goes. Set once, before any signal is caught.
nonisolated(unsafe) private var signalPipe: Int32 = -1
