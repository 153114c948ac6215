// SPDX-License-Identifier: MIT

import Testing

@testable import TerminalUI

@Suite struct KeyDecoderTests {
  private static let cases: [(String, [Key])] = [
    ("j/Q +", "j/Q +".map { .character($0) }),
    ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
    ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[H\u{1B}[F", [.home, .end]),
    ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[1~\u{1B}[4~", [.home, .end]),
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}j", [.escape, .character("j")]),
    ("\u{1B}[3~x\u{1B}[1;5Ay", [.character("x"), .character("y")]),
    ("é€😀", [.character("é"), .character("€"), .character("😀")]),
    ("\u{1}\u{4}\u{0}a", [.control("a"), .control("d"), .character("a")]),
    ("\t\u{1A}", [.tab, .control("z")]), ("\u{1B}[C\u{1B}OD", [.right, .left]),
  ]

  @Test(arguments: cases)
  func `Bytes become keys, in whatever pieces they arrive`(text: String, expected: [Key]) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      #expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]) == expected)
      #expect(!decoder.isWaiting)
    }
    var decoder = KeyDecoder()
    #expect(bytes.flatMap { decoder.decode([$0]) } == expected)
  }

  @Test func `An escape byte is a key if nothing follows it`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.flush() == [])
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}O"])
  func `An incomplete sequence is discarded`(text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(text.utf8) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.decode("a".utf8) == [.character("a")])
  }

  @Test func `Invalid bytes are skipped, and an endless sequence ends`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xC3, 0x61]) == [.character("a")])
    #expect(decoder.decode([0xFF, 0x80, 0xE2, 0x82, 0x62]) == [.character("b")])
    #expect(decoder.decode([0xED, 0xA0, 0x80, 0x63]) == [.character("c")])
    #expect(decoder.decode([0x1B, 0x5B] + Array(repeating: 0x31, count: 40)) == [])
    #expect(!decoder.isWaiting)
  }
}
