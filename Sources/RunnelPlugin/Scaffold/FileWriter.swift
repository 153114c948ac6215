// SPDX-License-Identifier: MIT

import Foundation

/// Writes new files, and never replaces one.
enum FileWriter {
  /// Writes all files, or none of them if one exists or can't be written.
  static func write(_ files: [FeaturePlan.File], on host: Host) throws {
    // A symbolic link counts as a file even if its destination is missing.
    let taken = files.map(\.path).filter {
      (try? FileManager.default.attributesOfItem(atPath: $0)) != nil
    }
    guard taken.isEmpty else {
      throw ScaffoldError(
        "No file was written, because \(taken.map { "'\(host.shown($0))'" }.joined(separator: ", "))"
          + (taken.count == 1 ? " exists." : " exist."),
        why: "The command never replaces a file.",
        fix: "choose another name or folder, or delete the files first.")
    }
    var written: [String] = []
    for file in files {
      do {
        let url = URL(fileURLWithPath: file.path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url, options: .withoutOverwriting)
        written.append(file.path)
      } catch {
        for path in written { try? FileManager.default.removeItem(atPath: path) }
        throw failure(of: file, error, on: host)
      }
    }
  }

  private static func failure(
    of file: FeaturePlan.File, _ error: any Error, on host: Host
  ) -> ScaffoldError {
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent().path
    let isOutside = !Path.contains(host.folder, file.path)
    return ScaffoldError(
      "'\(host.shown(file.path))' can't be written.",
      why: isOutside
        ? "It lies outside the package '\(host.folder)', and on macOS a plugin can write only in"
          + " its package. \(error.localizedDescription)"
        : error.localizedDescription,
      fix: isOutside
        ? "allow it: 'swift package --allow-writing-to-directory \(Path.quoted(folder)) runnel …'."
        : "make the folder writable, or pass another one.")
  }
}

/// The package on which the command runs.
struct Host {
  /// The current directory, in which relative paths begin.
  let directory: String
  let folder: String
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
