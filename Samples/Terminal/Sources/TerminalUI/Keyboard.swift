// SPDX-License-Identifier: MIT

import Foundation

/// Reads keys from standard input, on the main actor.
@MainActor
final class Keyboard {
  /// The time after which an escape byte is a key of its own.
  ///
  /// It is longer than the rest of a sequence takes on a slow connection.
  private static let patience = DispatchTimeInterval.milliseconds(100)

  private let pressed: (Key) -> Void
  private let ended: () -> Void
  private let source: any DispatchSourceRead
  private var decoder = KeyDecoder()
  private var reads = 0

  init(pressed: @escaping (Key) -> Void, ended: @escaping () -> Void) {
    self.pressed = pressed
    self.ended = ended
    source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read() } }
    source.activate()
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else {
      if count < 0, errno == EINTR || errno == EAGAIN { return }
      source.cancel()
      return ended()
    }
    decoder.decode(buffer[..<count]).forEach(pressed)
    reads += 1
    guard decoder.isWaiting else { return }
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [weak self, reads] in
      MainActor.assumeIsolated { self?.giveUp(after: reads) }
    }
  }

  private func giveUp(after reads: Int) {
    if reads == self.reads { decoder.flush().forEach(pressed) }
  }
}
