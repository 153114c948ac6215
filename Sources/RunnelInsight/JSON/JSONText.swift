// SPDX-License-Identifier: MIT

/// Writes text as JSON.
enum JSONText {
  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// Appends a string in quotation marks, with control characters escaped.
  static func quote(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      for byte in utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
          bytes.append(UInt8(ascii: "\\"))
          bytes.append(byte)
        case 0x20...: bytes.append(byte)
        case 0x0A: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case 0x09: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        case 0x0D: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
        default:
          bytes += "\\u00".utf8
          bytes.append(hexDigits[Int(byte >> 4)])
          bytes.append(hexDigits[Int(byte & 15)])
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns a string in quotation marks.
  static func quoted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    quote(text, to: &bytes)
    return bytes
  }
}
