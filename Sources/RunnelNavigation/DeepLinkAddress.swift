// SPDX-License-Identifier: MIT

import Runnel

/// The parts of a URL, decoded, for which each byte is read a constant number of times.
struct DeepLinkAddress: Equatable {
  /// The scheme in lower case, or `nil` for a path alone.
  private(set) var scheme: String?
  /// The host without user and port, or `nil` if the URL has none.
  private(set) var host: String?
  private(set) var segments: [String] = []
  private(set) var items: [DeepLinkItem] = []
  private(set) var fragment: String?

  static var maximalLength: Int { 4_096 }

  init(_ url: String) throws(DeepLinkError) {
    // Counted before anything is copied: the length of a native string is known.
    guard url.utf8.count <= Self.maximalLength else {
      throw .invalid(reason: "it is longer than \(Self.maximalLength) bytes")
    }
    var rest = Array(url.utf8)[...]
    guard !rest.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw .invalid(reason: "it contains a space or a control character")
    }
    if let (head, tail) = Self.split(rest, at: "#") {
      (rest, fragment) = (head, try Self.decoded(tail))
    }
    if let (head, tail) = Self.split(rest, at: "?") {
      rest = head
      for item in tail.split(separator: UInt8(ascii: "&")) {
        let (name, value) = Self.split(item, at: "=") ?? (item, [])
        items.append(
          DeepLinkItem(
            name: try Self.decoded(name, isQuery: true),
            value: try Self.decoded(value, isQuery: true)))
      }
    }
    if let (head, tail) = Self.split(rest, at: ":"), !head.contains(UInt8(ascii: "/")) {
      scheme = try Self.scheme(head)
      rest = tail
    }
    if rest.starts(with: "//".utf8) {
      let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      rest = rest[authority.endIndex...]
      host = try Self.host(in: authority)
    }
    for segment in rest.split(separator: UInt8(ascii: "/")) {
      let decoded = try Self.decoded(segment)
      guard decoded != ".", decoded != "..", !decoded.contains("/"), !decoded.contains("\0") else {
        let text = String(decoding: segment, as: UTF8.self)
        throw .invalid(reason: "its path has the segment \(text)")
      }
      segments.append(decoded)
    }
  }

  private static func split(
    _ bytes: ArraySlice<UInt8>, at separator: Unicode.Scalar
  ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
    guard let index = bytes.firstIndex(of: UInt8(ascii: separator)) else { return nil }
    return (bytes[..<index], bytes[(index + 1)...])
  }

  private static func scheme(_ bytes: ArraySlice<UInt8>) throws(DeepLinkError) -> String {
    let scheme = String(decoding: bytes, as: UTF8.self).lowercased()
    let isValid =
      scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    guard isValid else { throw .invalid(reason: "its scheme is no scheme") }
    return scheme
  }

  /// Returns the host of an authority, which can have a user in front and a port behind.
  private static func host(in authority: ArraySlice<UInt8>) throws(DeepLinkError) -> String {
    guard !authority.contains(UInt8(ascii: "@")) else {
      // `https://inbox.example@other.example/` shows one host and names another one.
      throw .invalid(reason: "it has a user in front of its host")
    }
    if authority.first == UInt8(ascii: "[") { throw .invalid(reason: "its host is an IP address") }
    let host = split(authority, at: ":")?.0 ?? authority
    let decoded = try decoded(host)
    guard decoded != ".", decoded != "..", !decoded.contains("/"), !decoded.contains("\0") else {
      throw .invalid(reason: "its host is no host")
    }
    return decoded
  }

  private static func decoded(
    _ bytes: ArraySlice<UInt8>, isQuery: Bool = false
  ) throws(DeepLinkError) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]),
          let low = digit(bytes[index + 2])
        else { throw .invalid(reason: "a percent escape isn't two hexadecimal digits") }
        result.append(high << 4 | low)
        index += 3
      case UInt8(ascii: "+") where isQuery:
        result.append(UInt8(ascii: " "))
        index += 1
      case let byte:
        result.append(byte)
        index += 1
      }
    }
    guard let text = String(validating: result, as: UTF8.self) else {
      throw .invalid(reason: "its percent escapes aren't UTF-8")
    }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
