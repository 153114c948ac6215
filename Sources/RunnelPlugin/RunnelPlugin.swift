// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// The command `swift package runnel`.
@main struct RunnelPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    switch try Request(arguments: arguments) {
    case .help:
      print(Help.text)
    case .newFeature(let feature):
      let host = try Host(context.package)
      let plan = try FeaturePlan(feature, on: host)
      try FileWriter.write(plan.files, on: host)
      print("Created:")
      for file in plan.files { print("  " + host.shown(file.path)) }
      print("\n" + plan.steps)
    }
  }
}

extension Host {
  fileprivate init(_ package: Package) throws {
    var loadedTargets: [String: [PackageOutline.Target]] = [:]
    var packages = [package]
    while let next = packages.popLast() {
      guard loadedTargets[next.directoryURL.path] == nil else { continue }
      loadedTargets[next.directoryURL.path] = next.targets.compactMap(PackageOutline.Target.init)
      packages += next.dependencies.map(\.package)
    }
    self.init(
      directory: FileManager.default.currentDirectoryPath, folder: package.directoryURL.path,
      runnel: try RunnelSource(of: package), loadedTargets: loadedTargets)
  }
}

extension RunnelSource {
  /// Finds the source from which a package gets Runnel.
  fileprivate init(of host: Package) throws {
    let name = "Runnel"
    guard host.displayName != name else {
      self = .folder(host.directoryURL.path)
      return
    }
    guard let runnel = host.dependencies.map(\.package).first(where: { $0.displayName == name })
    else {
      throw ScaffoldError(
        "The package '\(host.displayName)' doesn't depend on Runnel.",
        why: "The new feature gets Runnel from the same place as this package.",
        fix: "add Runnel to the dependencies in Package.swift.")
    }
    switch runnel.origin {
    case .repository(let url, let version, _):
      let resolved = host.directoryURL.appendingPathComponent("Package.resolved")
      self.init(url: url, version: version, resolved: try? Data(contentsOf: resolved))
    case .registry(let identity, let version):
      self = .registry(id: identity, version: version)
    default:
      self = .folder(runnel.directoryURL.path)
    }
  }
}

extension PackageOutline.Target {
  fileprivate init?(_ target: any Target) {
    guard let module = target as? any SourceModuleTarget else { return nil }
    let kind: Kind
    switch module.kind {
    case .executable: kind = .executable
    case .test: kind = .test
    case .generic: kind = .library
    default: return nil
    }
    let dependencies = module.dependencies.map { dependency in
      switch dependency {
      case .product(let product): product.name
      case .target(let target): target.name
      @unknown default: ""
      }
    }
    self.init(
      name: module.name, folder: module.directoryURL.path, kind: kind,
      dependencies: Set(dependencies))
  }
}
