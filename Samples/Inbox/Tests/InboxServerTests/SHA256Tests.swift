// SPDX-License-Identifier: MIT

import Testing

@testable import InboxServer

/// The hash function, with the examples of FIPS 180-4 and RFC 6234.
@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000),
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func `The hash of a text is the one of the standard`(text: String, hash: String) {
    let bytes = SHA256.hash(Array(text.utf8))
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(digits == hash)
  }

  @Test func `Two tokens differ, and have 32 bytes`() {
    let tokens = Set((0..<100).map { _ in Secret.token() })
    #expect(tokens.count == 100 && tokens.allSatisfy { $0.count == 64 })
  }
}
