// SPDX-License-Identifier: MIT

import Foundation

/// The targets of a package that exists.
struct PackageOutline: Equatable {
  struct Target: Equatable {
    enum Kind: Equatable { case library, executable, test }

    let name: String
    let folder: String
    let kind: Kind
    /// The names of the products and targets on which it depends, or `nil` if they are unknown.
    let dependencies: Set<String>?
  }

  let folder: String
  let targets: [Target]

  /// Creates an outline of the targets that SwiftPM has loaded, and of those on the disk.
  ///
  /// SwiftPM loads no tests and no unused targets of a dependency. A folder in `Sources` or `Tests`
  /// is the folder of a target of the same name, unless it lies in the folder of a loaded target.
  init(folder: String, loaded: [Target] = []) {
    var targets = loaded
    for (place, kind) in [("Sources", Target.Kind.library), ("Tests", .test)] {
      for name in Self.folders(in: folder + "/" + place) {
        let path = "\(folder)/\(place)/\(name)"
        let isKnown = loaded.contains {
          $0.name == name || Path.contains($0.folder, path) || Path.contains(path, $0.folder)
        }
        if !isKnown {
          targets.append(Target(name: name, folder: path, kind: kind, dependencies: nil))
        }
      }
    }
    self.folder = folder
    self.targets = targets
  }

  /// Returns the target with the innermost folder that contains `path`.
  func target(containing path: String) -> Target? {
    targets.filter { Path.contains($0.folder, path) }.max { $0.folder.count < $1.folder.count }
  }

  /// Returns the target with this name that is no test target.
  func target(named name: String) -> Target? {
    targets.first { $0.name == name && $0.kind != .test }
  }

  func tests(of name: String) -> Target? {
    let tests = targets.filter { $0.kind == .test }
    return tests.first { $0.name == name + "Tests" }
      ?? tests.first { $0.dependencies?.contains(name) == true }
  }

  private static func folders(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { name in
      var isFolder: ObjCBool = false
      return !name.hasPrefix(".")
        && FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }

  /// Returns the innermost folder with a `Package.swift` that is `path` or contains it.
  static func packageFolder(of path: String) -> String? {
    var url = URL(fileURLWithPath: path, isDirectory: true)
    while true {
      if FileManager.default.fileExists(atPath: url.appendingPathComponent("Package.swift").path) {
        return Path.absolute(url.path, in: "/")
      }
      guard url.path != "/" else { return nil }
      url = url.deletingLastPathComponent()
    }
  }
}
