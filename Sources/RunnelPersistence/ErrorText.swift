// SPDX-License-Identifier: MIT

import Foundation

/// The words for errors of other libraries, the same on every system.
enum ErrorText {
  static func of(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context.codingPath + [key])) is missing"
    case DecodingError.valueNotFound(_, let context): "\(path(context.codingPath)) is null"
    case DecodingError.typeMismatch(let type, let context):
      "\(path(context.codingPath)) is no \(type)"
    case DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it isn't valid JSON"
        : "\(path(context.codingPath)) is invalid: \(clause(context.debugDescription))"
    case EncodingError.invalidValue(let value, let context):
      "\(path(context.codingPath)) is \(value), which JSON can't store"
    default: clause("\(error)")
    }
  }

  private static func path(_ codingPath: [any CodingKey]) -> String {
    if codingPath.isEmpty { return "the value" }
    return codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      .joined(separator: ".").replacingOccurrences(of: ".[", with: "[")
  }

  private static func clause(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  /// The words of the system, such as "No space left on device".
  var description: String { String(cString: strerror(code)) }

  /// Throws the error of the last system call, if it returned a negative value.
  @discardableResult
  static func check<Result: SignedInteger>(
    _ call: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(code: code) }
    }
  }

  /// Returns `nil` if the error of a system call is that a file doesn't exist.
  static func checkIfExists<Result: SignedInteger>(
    _ call: () -> Result
  ) throws(SystemError) -> Result? {
    do throws(SystemError) { return try check(call) } catch let error where error.code == ENOENT {
      return nil
    }
  }

  static func contents(of descriptor: Int32) throws(SystemError) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try check {
        buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      }
      if count == 0 { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }
}
