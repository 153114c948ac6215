// SPDX-License-Identifier: MIT

import Foundation

#if canImport(Darwin)
  import Darwin
#endif

enum FilePath {
  static func folder(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  /// Returns the file that a chain of symbolic links ends at, whether it exists or not, or a link
  /// that can't be followed, as one of a cycle.
  static func target(of path: String) -> String {
    var path = path
    for _ in 0..<32 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      else { return path }
      path =
        link.hasPrefix("/") ? link : (folder(of: path) as NSString).appendingPathComponent(link)
    }
    return path
  }

  /// Returns the one spelling of a path, which needn't exist, without links and relative parts.
  static func canonical(_ path: String) -> String {
    var existing = folder(of: target(of: path))
    var rest = [(target(of: path) as NSString).lastPathComponent]
    while true {
      if let folder = realpath(existing, nil) {
        defer { free(folder) }
        return ([String(cString: folder)] + rest.map { spelling(of: $0, in: existing) })
          .joined(separator: "/")
      }
      let parent = self.folder(of: existing)
      if parent == existing { return ([existing] + rest).joined(separator: "/") }
      rest.insert((existing as NSString).lastPathComponent, at: 0)
      existing = parent
    }
  }

  /// Some file systems of Apple's don't distinguish cases and compositions of letters.
  private static func spelling(of name: String, in folder: String) -> String {
    #if canImport(Darwin)
      let name = name.precomposedStringWithCanonicalMapping
      return pathconf(folder, _PC_CASE_SENSITIVE) == 0 ? name.lowercased() : name
    #else
      return name
    #endif
  }
}
