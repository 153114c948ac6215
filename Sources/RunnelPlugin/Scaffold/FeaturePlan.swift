// SPDX-License-Identifier: MIT

import Foundation

/// The files of a new feature, and the steps that remain for the user.
struct FeaturePlan {
  struct File: Equatable {
    let path: String
    let text: String
  }

  let files: [File]
  /// The text that follows the list of files.
  let steps: String

  init(_ feature: NewFeature, on host: Host) throws {
    let runnel =
      try feature.runnel.map { try RunnelSource(option: $0, in: host.directory) } ?? host.runnel
    switch feature.destination {
    case .newPackage(let folder):
      let folder = folder.map(host.absolute) ?? "\(host.folder)/Features/\(feature.name)"
      self = try FeaturePlan(package: feature.name, in: folder, runnel: runnel, host)
    case .existing(let folder, let target):
      let place = try FeaturePlace(
        of: feature.name, in: host.absolute(folder), target: target, host)
      self = FeaturePlan(feature.name, in: place, runnel: runnel, host)
    }
  }

  private init(
    package name: FeatureName, in folder: String, runnel: RunnelSource, _ host: Host
  ) throws {
    let template = FeatureTemplate(name: name, module: name.description, isPublic: true)
    let sources = "\(folder)/Sources/\(name)"
    files =
      [File(path: folder + "/Package.swift", text: template.manifest(in: folder, runnel))]
      + template.files(sources: sources, tests: "\(folder)/Tests/\(name)Tests")
    if files.allSatisfy({ !FileManager.default.fileExists(atPath: $0.path) }) {
      try Self.requireEmpty(folder, for: name, host)
    }
    let shown = host.shown(folder)
    let isNamed = folder.hasSuffix("/\(name)")
    let path = Path.relative(folder, to: host.folder).debugDescription
    steps = [
      runnel.placeholder.map {
        """
        The requirement of Runnel is unknown. In \(shown)/Package.swift, replace
          \($0)
        with a requirement such as: branch: "main"
        """
      },
      "Test the feature:\n  swift test --package-path \(Path.quoted(shown))",
      """
      Add the package to the Package.swift of the app:
        \(isNamed ? #".package(path: \#(path)),"# : #".package(name: "\#(name)", path: \#(path)),"#)
        .product(name: "\(name)", package: "\(name)"),
      """,
      template.composition,
    ].compactMap(\.self).joined(separator: "\n\n")
  }

  private static func requireEmpty(_ folder: String, for name: FeatureName, _ host: Host) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard let first = names.sorted().first(where: { !$0.hasPrefix(".") }) else { return }
    let shown = host.shown(folder)
    throw ScaffoldError(
      "'\(shown)' is not empty.",
      why: "A new package needs a folder of its own, and this one contains '\(first)'.",
      fix: "pass a new folder: '--path \(shown == "." ? "" : shown + "/")\(name)'.")
  }

  private init(_ name: FeatureName, in place: FeaturePlace, runnel: RunnelSource, _ host: Host) {
    let template = FeatureTemplate(name: name, module: place.module, isPublic: !place.isExecutable)
    let manifest = host.shown(place.package + "/Package.swift")
    files = template.files(sources: place.sources, tests: place.tests)
    steps = [place.requirements(of: runnel, manifest: manifest), template.composition]
      .compactMap(\.self).joined(separator: "\n\n")
  }
}

/// The folders of a feature in a package that exists.
struct FeaturePlace {
  let package: String
  let target: String
  let sources: String
  let tests: String

  private let existing: PackageOutline.Target?
  private let existingTests: PackageOutline.Target?

  /// Finds the place of a feature in the folder of a package, of a target or inside of a target,
  /// which by default has the name of the feature.
  ///
  /// - Throws: A ``ScaffoldError`` if the folder is in no package or target.
  init(of name: FeatureName, in folder: String, target: String?, _ host: Host) throws {
    let shown = host.shown(folder)
    guard let package = PackageOutline.packageFolder(of: folder) else {
      throw ScaffoldError(
        "No package at '\(shown)'.",
        why: "Neither this folder nor one that contains it has a Package.swift.",
        fix: "pass the folder of a package, or create one with '--path \(shown)/\(name)'.")
    }
    let outline = host.outline(of: package)
    if package == folder {
      try self.init(name, target: target ?? name.description, in: outline, host)
      return
    }
    guard let owner = outline.target(containing: folder), owner.kind != .test else {
      throw ScaffoldError(
        "'\(shown)' is no package and lies in no target.",
        why: "It lies in the package at '\(host.shown(package))', but in the sources of no target.",
        fix: "pass the folder of a package or of a target, or create a package"
          + " with '--path \(shown)/\(name)'.")
    }
    guard target == nil || target == owner.name else {
      throw ScaffoldError(
        "'\(shown)' doesn't belong to the target '\(target ?? "")'.",
        why: "It lies in the folder of the target '\(owner.name)'.",
        fix: "remove --target, or pass the folder of the package with --into.")
    }
    let isOwn = owner.name == name.description && Path.contains(folder, owner.folder)
    self.init(owner.name, owner, in: isOwn ? folder : "\(folder)/\(name)", outline)
  }

  private init(
    _ name: FeatureName, target: String, in outline: PackageOutline, _ host: Host
  ) throws {
    let existing = outline.target(named: target)
    let sources = existing?.folder ?? "\(outline.folder)/Sources/\(target)"
    if existing == nil, let owner = outline.target(containing: sources) {
      throw ScaffoldError(
        "No room for the target '\(target)'.",
        why: "Its folder '\(host.shown(sources))' lies in that of the target '\(owner.name)'.",
        fix: "add the feature to that target with '--target \(owner.name)', or move the sources of"
          + " '\(owner.name)' to 'Sources/\(owner.name)'.")
    }
    let isOwn = target == name.description
    self.init(target, existing, in: isOwn ? sources : "\(sources)/\(name)", outline)
  }

  private init(
    _ target: String, _ existing: PackageOutline.Target?, in sources: String,
    _ outline: PackageOutline
  ) {
    package = outline.folder
    self.target = target
    self.existing = existing
    self.sources = sources
    existingTests = outline.tests(of: target)
    tests = existingTests?.folder ?? "\(package)/Tests/\(target)Tests"
  }

  var isExecutable: Bool { existing?.kind == .executable }

  /// The name with which Swift code imports the target.
  var module: String {
    let name = target.map { $0.isLetter || $0.isNumber || $0 == "_" ? String($0) : "_" }.joined()
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }

  /// Returns the lines that the manifest lacks, or `nil`.
  func requirements(of runnel: RunnelSource, manifest: String) -> String? {
    let library = ["Runnel", "RunnelObservation"]
    guard let existing else {
      return """
        Add the target to \(manifest), unless it is there:
          \(runnel.declaration(from: package)),
          .library(name: "\(target)", targets: ["\(target)"]),
          .target(
            name: "\(target)",
            dependencies: [
        \(Self.products(library, of: runnel, indentedBy: 6))
            ]
          ),
        \(testTarget(runnel))
        """
    }
    var steps: [String] = []
    if let known = existing.dependencies {
      let missing = library.filter { !known.contains($0) }
      if missing.contains("Runnel") {
        steps.append(
          """
          Add to the dependencies of the package in \(manifest), unless it is there:
            \(runnel.declaration(from: package)),
          """)
      }
      if !missing.isEmpty {
        steps.append(
          """
          Add to the dependencies of the target '\(target)' in \(manifest):
          \(Self.products(missing, of: runnel, indentedBy: 2))
          """)
      }
    } else {
      steps.append(
        """
        Check that the target '\(target)' in \(manifest) has the dependencies:
        \(Self.products(library, of: runnel, indentedBy: 2))
        """)
    }
    if existingTests == nil {
      steps.append("Add the tests to \(manifest):\n" + testTarget(runnel))
    } else if let existingTests, existingTests.dependencies?.contains("RunnelTesting") != true {
      let isKnown = existingTests.dependencies != nil
      steps.append(
        """
        \(isKnown ? "Add to" : "Check") the dependencies of '\(existingTests.name)' in \(manifest):
        \(Self.products(["RunnelTesting"], of: runnel, indentedBy: 2))
        """)
    }
    return steps.isEmpty ? nil : steps.joined(separator: "\n\n")
  }

  private func testTarget(_ runnel: RunnelSource) -> String {
    """
      .testTarget(
        name: "\(target)Tests",
        dependencies: [
          "\(target)",
    \(Self.products(["Runnel", "RunnelTesting"], of: runnel, indentedBy: 6))
        ]
      ),
    """
  }

  private static func products(
    _ names: [String], of runnel: RunnelSource, indentedBy count: Int
  ) -> String {
    names.map {
      String(repeating: " ", count: count)
        + #".product(name: "\#($0)", package: "\#(runnel.package)"),"#
    }
    .joined(separator: "\n")
  }
}
