// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

enum StandardError {
  /// Writes a line in one call, so that lines of several threads don't mix.
  static func print(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    // A failed write has no place to be reported.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
