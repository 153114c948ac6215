// SPDX-License-Identifier: MIT

import Foundation

enum Path {
  /// Returns the absolute path, without `.` and `..`, of a path relative to `directory`.
  static func absolute(_ path: String, in directory: String) -> String {
    let base = URL(fileURLWithPath: directory, isDirectory: true)
    return trimmed(URL(fileURLWithPath: path, relativeTo: base).standardizedFileURL.path)
  }

  /// Returns the path of `path` relative to `folder`, both of which are absolute.
  ///
  /// If they share no folder but the root, it is `path`: a relative one breaks when either moves.
  static func relative(_ path: String, to folder: String) -> String {
    let target = components(resolved(path))
    let base = components(resolved(folder))
    let shared = zip(target, base).prefix { $0 == $1 }.count
    guard shared > 0 else { return path }
    let steps = Array(repeating: "..", count: base.count - shared) + target[shared...]
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  static func contains(_ folder: String, _ path: String) -> Bool {
    let (path, folder) = (resolved(path), resolved(folder))
    return path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// Returns the path for a message: relative to `directory` if the file lies in it.
  static func shown(_ path: String, in directory: String) -> String {
    contains(directory, path) ? relative(path, to: directory) : path
  }

  /// Returns the path in quotes, as a shell reads it.
  static func quoted(_ path: String) -> String {
    "\"" + path.map { "\"\\$`".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
  }

  /// Resolves symbolic links in the part of the path that exists.
  static func resolved(_ path: String) -> String {
    var existing = URL(fileURLWithPath: path).standardizedFileURL
    var missing: [String] = []
    while existing.path != "/", !FileManager.default.fileExists(atPath: existing.path) {
      missing.insert(existing.lastPathComponent, at: 0)
      existing.deleteLastPathComponent()
    }
    existing.resolveSymlinksInPath()
    return trimmed(([trimmed(existing.path)] + missing).joined(separator: "/"))
  }

  private static func components(_ path: String) -> [Substring] { path.split(separator: "/") }

  private static func trimmed(_ path: String) -> String {
    let path = path.hasPrefix("//") ? String(path.dropFirst()) : path
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
