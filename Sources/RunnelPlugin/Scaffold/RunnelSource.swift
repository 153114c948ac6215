// SPDX-License-Identifier: MIT

import Foundation

/// The place from which a package gets Runnel.
enum RunnelSource: Equatable {
  /// The absolute path of a folder.
  case folder(String)
  case repository(url: String, Requirement)
  case registry(id: String, version: String)

  enum Requirement: Equatable {
    case version(String)
    case branch(String)
    case revision(String)
    /// The user must fill it in.
    case unknown
  }

  /// Reads the value of `--runnel`: a URL, or a path relative to `directory`.
  init(option: String, in directory: String) throws {
    if option.contains("://") || option.contains("@") && option.contains(":") {
      self = .repository(url: option, .unknown)
      return
    }
    let folder = Path.absolute(option, in: directory)
    guard FileManager.default.fileExists(atPath: folder + "/Package.swift") else {
      throw ScaffoldError(
        "No package at '\(option)'.", why: "'--runnel' names a folder without a Package.swift.",
        fix: "pass the folder of a checkout of Runnel, or a URL.")
    }
    self = .folder(folder)
  }

  /// Creates the source of a repository whose requirement stands in `Package.resolved`, with the
  /// version that SwiftPM reports, which for a branch is none.
  init(url: String, version: String, resolved: Data?) {
    let url = url.hasSuffix("/") ? String(url.dropLast()) : url
    let pins = resolved.flatMap { try? JSONDecoder().decode(ResolvedPins.self, from: $0) }?.pins
    let identity = Self.identity(of: url)
    let state = pins?.first { $0.identity == identity }?.state
    let isVersion = version.first?.isNumber == true
    let requirement =
      (isVersion ? Requirement.version(version) : nil) ?? state?.branch.map(Requirement.branch)
      ?? state?.version.map(Requirement.version) ?? state?.revision.map(Requirement.revision)
    self = .repository(url: url, requirement ?? .unknown)
  }

  /// The declaration in a manifest in `folder`.
  func declaration(from folder: String) -> String {
    switch self {
    case .folder(let path):
      #".package(name: "Runnel", path: \#(Path.relative(path, to: folder).debugDescription))"#
    case .repository(let url, let requirement):
      #".package(url: "\#(url)", \#(requirement.declaration))"#
    case .registry(let id, let version):
      #".package(id: "\#(id)", from: "\#(version)")"#
    }
  }

  /// The name of the package in the declaration of a product.
  var package: String {
    switch self {
    case .folder: "Runnel"
    case .repository(let url, _):
      Self.identity(of: url) == "runnel" ? "Runnel" : Self.lastComponent(of: url)
    case .registry(let id, _): id
    }
  }

  /// The placeholder that the user must replace, or `nil`.
  var placeholder: String? {
    if case .repository(_, .unknown) = self { Requirement.unknown.declaration } else { nil }
  }

  private static func lastComponent(of url: String) -> String {
    let last = String(url.split { $0 == "/" || $0 == ":" }.last ?? "Runnel")
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  private static func identity(of url: String) -> String { lastComponent(of: url).lowercased() }
}

extension RunnelSource.Requirement {
  fileprivate var declaration: String {
    switch self {
    case .version(let version): #"from: "\#(version)""#
    case .branch(let branch): #"branch: "\#(branch)""#
    case .revision(let revision): #"revision: "\#(revision)""#
    // An editor placeholder. The compiler reports it in its line.
    case .unknown: ##"<#from: "VERSION" or branch: "NAME"#>"##
    }
  }
}

/// The part of `Package.resolved` that this file reads.
private struct ResolvedPins: Decodable {
  struct Pin: Decodable {
    let identity: String
    let state: State
  }

  struct State: Decodable {
    let branch: String?
    let version: String?
    let revision: String?
  }

  let pins: [Pin]
}

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
