// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite struct FeaturePlanTests {
  private let folder = TemporaryFolder()

  /// The package `App` in the folder `App`, beside a checkout of Runnel.
  private func host(
    in directory: String = "App", loaded: [PackageOutline.Target] = []
  ) throws -> Host {
    try folder.write("", to: "App/Package.swift")
    try folder.write("", to: "Runnel/Package.swift")
    return Host(
      directory: folder.path + "/" + directory, folder: folder.path + "/App",
      runnel: .folder(folder.path + "/Runnel"), loadedTargets: [folder.path + "/App": loaded])
  }

  private func target(
    _ name: String, in path: String? = nil, _ kind: PackageOutline.Target.Kind = .library,
    dependencies: Set<String> = ["Runnel", "RunnelObservation"]
  ) -> PackageOutline.Target {
    PackageOutline.Target(
      name: name, folder: "\(folder.path)/App/\(path ?? "Sources/\(name)")", kind: kind,
      dependencies: dependencies)
  }

  private func plan(_ line: String, on host: Host) throws -> FeaturePlan {
    try FeaturePlan(NewFeature(arguments: line.split(separator: " ").map(String.init)), on: host)
  }

  /// The paths of the files, relative to the temporary folder.
  private func paths(_ line: String, on host: Host) throws -> [String] {
    try plan(line, on: host).files.map { Path.relative($0.path, to: folder.path) }
  }

  private func refusal(_ line: String, on host: Host) -> String? {
    headline { try plan(line, on: host) }
  }

  @Test func `A new package has a manifest, three sources and tests`() throws {
    let files = try paths("Search", on: host())
    #expect(
      files == [
        "App/Features/Search/Package.swift",
        "App/Features/Search/Sources/Search/Search.swift",
        "App/Features/Search/Sources/Search/SearchHandler.swift",
        "App/Features/Search/Sources/Search/SearchView.swift",
        "App/Features/Search/Tests/SearchTests/SearchTests.swift",
      ])
    let manifest = try plan("Search", on: host()).files[0].text
    #expect(manifest.hasPrefix("// swift-tools-version: 6.2\n"))
    #expect(manifest.contains(#".package(name: "Runnel", path: "../../../Runnel")"#))
    let spaced = try NewFeature(arguments: ["Search", "--path", #"My $1"`a`"#])
    let steps = try FeaturePlan(spaced, on: host()).steps
    #expect(steps.contains(#"swift test --package-path "My \$1\"\`a\`""#))
    // A path begins in the current directory.
    let shared = try paths("Search --path ../Shared/Search", on: host(in: "App/Sources"))
    #expect(shared[0] == "App/Shared/Search/Package.swift")
  }

  @Test func `The option --runnel replaces the source of the package`() throws {
    let plan = try plan("Search --runnel https://a.b/Runnel.git", on: host())
    #expect(plan.files[0].text.contains(#".package(url: "https://a.b/Runnel.git", <#from:"#))
    #expect(plan.steps.hasPrefix("The requirement of Runnel is unknown."))
  }

  @Test func `A folder with other files is refused for a new package`() throws {
    let host = try host()
    try folder.write("", to: "App/Features/Rows/Package.swift")
    #expect(refusal("Search --path Features", on: host) == "'Features' is not empty.")
    try folder.write("", to: "App/Features/Search/.gitignore")
    #expect(refusal("Search --path Features/Search", on: host) == nil)
  }

  @Test func `Without a target, the target has the name of the feature`() throws {
    let host = try host(loaded: [target("App")])
    #expect(
      try paths("Search --into .", on: host) == [
        "App/Sources/Search/Search.swift", "App/Sources/Search/SearchHandler.swift",
        "App/Sources/Search/SearchView.swift", "App/Tests/SearchTests/SearchTests.swift",
      ])
    let plan = try plan("Search --into .", on: host)
    #expect(
      plan.steps.hasPrefix(
        """
        Add the target to Package.swift, unless it is there:
          .package(name: "Runnel", path: "../Runnel"),
          .library(name: "Search", targets: ["Search"]),
          .target(
            name: "Search",
            dependencies: [
              .product(name: "Runnel", package: "Runnel"),
              .product(name: "RunnelObservation", package: "Runnel"),
            ]
          ),
          .testTarget(
            name: "SearchTests",
            dependencies: [
              "Search",
              .product(name: "Runnel", package: "Runnel"),
              .product(name: "RunnelTesting", package: "Runnel"),
            ]
          ),
        """))
    #expect(plan.files[0].text.hasPrefix("public import Runnel\n"))
    #expect(plan.files[3].text.contains("\nimport Search\n"))
    #expect(plan.files[3].text.contains("\n\nimport enum Search.Search\n"))
  }

  @Test func `A feature in a target with all dependencies needs no new manifest`() throws {
    let host = try host(loaded: [
      target("My-App", .executable),
      target("My-AppTests", in: "Tests/My-AppTests", .test, dependencies: ["RunnelTesting"]),
    ])
    let plan = try plan("Search --into . --target My-App", on: host)
    #expect(plan.steps.hasPrefix("Compose the feature"))
    #expect(
      try paths("Search --into . --target My-App", on: host) == [
        "App/Sources/My-App/Search/Search.swift", "App/Sources/My-App/Search/SearchHandler.swift",
        "App/Sources/My-App/Search/SearchView.swift", "App/Tests/My-AppTests/SearchTests.swift",
      ])
    #expect(plan.files[0].text.hasPrefix("import Runnel\n"))
    #expect(!plan.files.contains { $0.text.contains("public") })
    #expect(plan.files[3].text.contains("\n@testable import My_App\n"))
    #expect(plan.files[3].text.contains("\n@testable import enum My_App.Search\n"))
  }

  @Test func `The folder of a target, or a folder in it, names the target`() throws {
    let host = try host(loaded: [
      target("App", in: "Code"), target("Checks", in: "Checks", .test, dependencies: ["App"]),
    ])
    #expect(
      try paths("Search --into Code", on: host)[0] == "App/Code/Search/Search.swift")
    #expect(
      try paths("Search --into Code/Features", on: host) == [
        "App/Code/Features/Search/Search.swift", "App/Code/Features/Search/SearchHandler.swift",
        "App/Code/Features/Search/SearchView.swift", "App/Checks/SearchTests.swift",
      ])
    #expect(
      refusal("Search --into Code --target Other", on: host)
        == "'Code' doesn't belong to the target 'Other'.")
  }

  @Test(
    arguments: [
      (
        ["Runnel"],
        """
        Add to the dependencies of the target 'App' in Package.swift:
          .product(name: "RunnelObservation", package: "Runnel"),

        Add the tests to Package.swift:
          .testTarget(
            name: "AppTests",
        """
      ),
      (
        [],
        """
        Add to the dependencies of the package in Package.swift, unless it is there:
          .package(name: "Runnel", path: "../Runnel"),

        Add to the dependencies of the target 'App' in Package.swift:
          .product(name: "Runnel", package: "Runnel"),
          .product(name: "RunnelObservation", package: "Runnel"),
        """
      ),
    ] as [(Set<String>, String)])
  func `Missing dependencies of a target are listed, with the package of Runnel if it lacks all`(
    dependencies: Set<String>, steps: String
  ) throws {
    let host = try host(loaded: [target("App", dependencies: dependencies)])
    #expect(try plan("Search --into Sources/App", on: host).steps.hasPrefix(steps))
  }

  @Test func `A package that SwiftPM has not loaded is read from the disk`() throws {
    let host = try host()
    try folder.write("", to: "Features/Package.swift")
    try folder.write("", to: "Features/Sources/Rows/Rows.swift")
    try folder.write("", to: "Features/Tests/RowsTests/RowsTests.swift")
    #expect(
      try paths("Search --into ../Features --target Rows", on: host).last
        == "Features/Tests/RowsTests/SearchTests.swift")
    #expect(
      try plan("Search --into ../Features --target Rows", on: host).steps
        .hasPrefix("Check that the target 'Rows' in"))
  }

  @Test func `A folder without a package, or of tests, is refused`() throws {
    let host = try host()
    #expect(refusal("Search --into ../None", on: host)?.hasPrefix("No package at '") == true)
    let tests = try self.host(loaded: [target("AppTests", in: "Tests/AppTests", .test)])
    for (path, host) in [("Sources", host), ("Tests/AppTests", tests)] {
      #expect(
        refusal("Search --into \(path)", on: host)
          == "'\(path)' is no package and lies in no target.")
    }
  }

  @Test func `A new target inside the folder of another target is refused`() throws {
    let host = try host(loaded: [target("App", in: "Sources")])
    #expect(refusal("Search --into .", on: host) == "No room for the target 'Search'.")
    #expect(
      try paths("Search --into . --target App", on: host)[0]
        == "App/Sources/Search/Search.swift")
  }

  @Test func `All files are written`() throws {
    let host = try host()
    let plan = try plan("Search", on: host)
    try FileWriter.write(plan.files, on: host)
    for file in plan.files {
      #expect(try folder.text(of: Path.relative(file.path, to: folder.path)) == file.text)
    }
  }

  @Test func `A file that exists is never replaced, and no other file is written`() throws {
    let host = try host()
    let name = "App/Features/Search/Tests/SearchTests/SearchTests.swift"
    try folder.write("mine", to: name)
    let before = folder.files
    let plan = try plan("Search", on: host)
    let error = #expect(throws: ScaffoldError.self) { try FileWriter.write(plan.files, on: host) }
    #expect(
      error?.description == """
        Runnel: No file was written, because \
        'Features/Search/Tests/SearchTests/SearchTests.swift' exists.
        Why: The command never replaces a file.
        Fix: choose another name or folder, or delete the files first.
        """)
    #expect(folder.files == before)
    #expect(try folder.text(of: name) == "mine")
  }

  @Test func `A symbolic link without a destination is not replaced`() throws {
    let host = try host()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/App/Features/Search", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/App/Features/Search/Package.swift",
      withDestinationPath: folder.path + "/elsewhere")
    let file = FeaturePlan.File(
      path: folder.path + "/App/Features/Search/Package.swift", text: "text")
    #expect(throws: ScaffoldError.self) { try FileWriter.write([file], on: host) }
    #expect(!folder.files.contains("elsewhere"))
  }

  @Test func `A failure removes the files that were written before it`() throws {
    let host = try host()
    try folder.write("a file, and no folder", to: "App/Tests")
    let before = folder.files
    let plan = try plan("Search --into .", on: host)
    #expect(
      headline { try FileWriter.write(plan.files, on: host) }
        == "'Tests/SearchTests/SearchTests.swift' can't be written.")
    #expect(folder.files == before)
  }

  @Test func `A failure outside the package names the permission`() throws {
    let host = try host()
    try folder.write("a file, and no folder", to: "Other")
    let plan = try plan("Search --path ../Other/Search", on: host)
    let error = #expect(throws: ScaffoldError.self) { try FileWriter.write(plan.files, on: host) }
    #expect(error?.fix.contains("--allow-writing-to-directory") == true)
  }
}

/// Returns the headline of the message that `body` throws.
func headline<Value>(of body: () throws -> Value) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? ScaffoldError)?.headline
  }
}

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
