// SPDX-License-Identifier: MIT

import Foundation

/// Delivers the signals of the process on a queue, where all functions are safe to call.
///
/// A signal handler only writes the number of the signal to a pipe. Dispatch's signal sources are
/// not used: it depends on the threads of the process whether a signal reaches them.
final class Signals {
  /// The queue on which the closure is called.
  static let queue = DispatchQueue(label: "terminal.signals", qos: .userInteractive)

  private let source: any DispatchSourceRead

  /// Catches signals from now on.
  ///
  /// A program can have only one instance.
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

  /// Catches a signal again after `letThrough(_:)`.
  static func `catch`(_ number: Int32) {
    signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(signalPipe, &byte, 1)
      errno = error
    }
  }

  /// Restores the default handling of a signal and raises it.
  static func letThrough(_ number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}

/// The pipe to which handlers write.
///
/// Invariant for `nonisolated(unsafe)`: it is set once, before any signal is caught.
nonisolated(unsafe) private var signalPipe: Int32 = -1
