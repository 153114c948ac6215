// SPDX-License-Identifier: MIT

import Foundation

/// A folder that is deleted with this object.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = Path.resolved(url.path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func text(of name: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: path + "/" + name), encoding: .utf8)
  }

  /// The files in the folder, with paths relative to it.
  var files: [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: "\(path)/\(name)", isDirectory: &isFolder)
      return exists && !isFolder.boolValue
    }
    .sorted()
  }
}
