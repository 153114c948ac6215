// SPDX-License-Identifier: MIT

import Foundation

/// An error of a system call.
struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  init(_ code: Int32) {
    self.code = code
  }

  /// The words of the system, such as "No space left on device".
  var description: String { String(cString: strerror(code)) }

  /// Throws the error of the last system call, if it returned a negative value.
  @discardableResult
  static func check(_ call: () -> Int) throws(SystemError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(code) }
    }
  }

  /// Returns the rest of an open file.
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
