// SPDX-License-Identifier: MIT

/// The package on which the command runs.
struct Host {
  /// The current directory, in which relative paths begin.
  let directory: String
  /// The folder of the package.
  let folder: String
  /// The source of Runnel for this package.
  let runnel: RunnelSource
  /// The targets that SwiftPM has loaded, by the folder of their package.
  let loadedTargets: [String: [PackageOutline.Target]]

  func absolute(_ path: String) -> String { Path.absolute(path, in: directory) }

  func shown(_ path: String) -> String { Path.shown(path, in: directory) }

  func outline(of package: String) -> PackageOutline {
    let resolved = Path.resolved(package)
    let loaded = loadedTargets.first { Path.resolved($0.key) == resolved }?.value
    return PackageOutline(folder: package, loaded: loaded ?? [])
  }
}
