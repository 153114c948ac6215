// SPDX-License-Identifier: MIT

import Foundation

/// The files of the repository that the tests were compiled from.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent()  // Support
    .deletingLastPathComponent()  // DocumentationTests
    .deletingLastPathComponent()  // Tests
    .deletingLastPathComponent()

  static let catalogue = "Sources/Runnel/Runnel.docc"

  /// The README and the articles.
  static let pages = ["README.md"] + files(in: "Sources", ending: ".md")

  /// Returns the text of the file at a path from the root.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns the sorted paths, from the root, of the files in a folder with a suffix.
  static func files(in folder: String, ending: String) -> [String] {
    let folderURL = root.appendingPathComponent(folder).resolvingSymlinksInPath()
    let paths = FileManager.default.enumerator(atPath: folderURL.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
  }
}
