// SPDX-License-Identifier: MIT

/// The files of the repository, which is the current folder.
enum Repository {
  static let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)

  /// The README and the articles.
  static let pages = ["README.md"] + files(in: "Sources", ending: ".md")

  /// The pages outside of the site.
  static let otherPages = [".github", "Samples"].flatMap { files(in: $0, ending: ".md") }
    .filter { !$0.contains("/.build/") }

  /// The Swift files of the targets, without those that tutorials show.
  static let sources = files(in: "Sources", ending: ".swift").filter { !$0.contains(".docc/") }

  /// Returns the path of the article with a name.
  static func page(_ name: String) throws -> String {
    try #require(pages.first { $0.hasSuffix("/\(name).md") }, "there is no page \(name).md")
  }

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
