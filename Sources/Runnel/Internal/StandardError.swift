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
  /// Writes a line at once, so that lines of several threads do not mix.
  static func print(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    // Where nobody can read it, there is nobody to tell.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

}
