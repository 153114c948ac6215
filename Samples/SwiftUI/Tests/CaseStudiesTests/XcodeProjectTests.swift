// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The Xcode project as a property list, since only Xcode can build it.
@Suite struct XcodeProjectTests {
  private let folder = URL(filePath: #filePath, directoryHint: .notDirectory)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func objects() throws -> [String: [String: Any]] {
    let file = folder.appending(path: "CaseStudies.xcodeproj/project.pbxproj")
    let list = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: file), options: [], format: nil)
    let project = try #require(list as? [String: Any])
    return try #require(project["objects"] as? [String: [String: Any]])
  }

  /// The strings in a value that have the form of an object's ID.
  private func references(in value: Any) -> [String] {
    switch value {
    case let text as String:
      let isID = text.count == 24 && text.allSatisfy { $0.isHexDigit && !$0.isLowercase }
      return isID ? [text] : []
    case let values as [Any]: return values.flatMap(references)
    case let values as [String: Any]: return values.values.flatMap(references)
    default: return []
    }
  }

  @Test func noReferenceIsMissing() throws {
    let objects = try objects()
    let used = Set(objects.values.flatMap(references))
    let roots = objects.filter { $0.value["isa"] as? String == "PBXProject" }.keys
    #expect(used.union(roots) == Set(objects.keys))
  }

  @Test func theAppUsesTheFilesAndTheLibraries() throws {
    let objects = try objects().values
    func values(of key: String, in kind: String) -> [String] {
      objects.filter { $0["isa"] as? String == kind }.compactMap { $0[key] as? String }.sorted()
    }
    #expect(values(of: "path", in: "PBXFileSystemSynchronizedRootGroup") == ["CaseStudies"])
    #expect(values(of: "path", in: "PBXGroup") == ["Sources"])
    #expect(FileManager.default.fileExists(atPath: folder.path + "/Sources/CaseStudies"))
    #expect(
      values(of: "productName", in: "XCSwiftPackageProductDependency")
        == ["Runnel", "RunnelNavigation", "RunnelObservation"])
    #expect(values(of: "relativePath", in: "XCLocalSwiftPackageReference") == ["../.."])
    #expect(FileManager.default.fileExists(atPath: folder.path + "/../../Package.swift"))
  }

  /// Xcode reports an error for a library that needs a newer system than the app.
  @Test func theAppNeedsTheSystemThatTheLibraryNeeds() throws {
    let manifest = try String(
      contentsOf: folder.appending(path: "../../Package.swift"), encoding: .utf8)
    let version = try #require(manifest.firstMatch(of: /\.iOS\(\.v(\d+)\)/)?.output.1)
    let targets = try objects().values
      .compactMap { $0["buildSettings"] as? [String: Any] }
      .compactMap { $0["IPHONEOS_DEPLOYMENT_TARGET"] as? String }
    #expect(Set(targets) == ["\(version).0"])
  }
}
