// SPDX-License-Identifier: MIT

import Foundation

/// A key of the keyboard.
public enum Key: Equatable, Sendable {
  case character(Character)
  case enter, escape, backspace, tab
  /// A letter with the Control key, in lower case.
  case control(Character)
  case up, down, left, right, pageUp, pageDown, home, end
}

/// Decodes the bytes that a terminal sends for keys.
///
/// A key can be several bytes, which can arrive one by one: an incomplete key stays pending. A
/// single escape byte is the Escape key only if nothing follows within a time that the caller
/// measures.
struct KeyDecoder {
  private var pending: [UInt8] = []

  /// Whether bytes are pending that can be a key or the beginning of one.
  var isWaiting: Bool { !pending.isEmpty }

  /// Returns the keys that these bytes complete.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while !pending.isEmpty, let (key, count) = next() {
      pending.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Returns the pending keys when no more bytes follow.
  mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending == [Self.escape] ? [.escape] : []
  }

  /// Returns the first key and its length, without a key if the bytes have no meaning here.
  ///
  /// Returns `nil` if the key is incomplete.
  private func next() -> (key: Key?, count: Int)? {
    switch pending[0] {
    case Self.escape: escapeSequence()
    case 0x0D, 0x0A: (.enter, 1)
    case 0x7F, 0x08: (.backspace, 1)
    case 0x09: (.tab, 1)
    case 0x01...0x1A: (.control(Character(Unicode.Scalar(pending[0] + 0x60))), 1)
    case 0x20..<0x7F: (.character(Character(Unicode.Scalar(pending[0]))), 1)
    case 0xC2..<0xF5: encodedCharacter()
    default: (nil, 1)
    }
  }

  private func escapeSequence() -> (key: Key?, count: Int)? {
    guard pending.count > 1 else { return nil }
    guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
      return (.escape, 1)
    }
    guard let end = pending.dropFirst(2).firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
      return pending.count > 32 ? (nil, pending.count) : nil
    }
    let sequence = String(decoding: pending[2...end], as: UTF8.self)
    return (Self.sequences[sequence], end + 1)
  }

  private func encodedCharacter() -> (key: Key?, count: Int)? {
    let count = pending[0] < 0xE0 ? 2 : pending[0] < 0xF0 ? 3 : 4
    let bytes = pending.prefix(count)
    let wrong = bytes.dropFirst().firstIndex { $0 & 0xC0 != 0x80 }
    if let wrong { return (nil, wrong) }
    guard bytes.count == count else { return nil }
    // Invalid bytes are decoded as the replacement character.
    let text = String(decoding: bytes, as: UTF8.self)
    return (text.utf8.elementsEqual(bytes) ? text.first.map { .character($0) } : nil, count)
  }

  private static let escape: UInt8 = 0x1B
  /// The keys by the characters after `ESC [` or `ESC O`.
  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "1~": .home, "7~": .home,
    "4~": .end, "8~": .end, "5~": .pageUp, "6~": .pageDown,
  ]
}

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
