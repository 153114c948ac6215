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
