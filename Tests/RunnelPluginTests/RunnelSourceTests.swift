// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite struct RunnelSourceTests {
  private let folder = TemporaryFolder()

  private func resolved(_ state: String) -> Data {
    Data(
      """
      {"pins": [
        {"identity": "other", "kind": "remoteSourceControl", "location": "https://a.b/other",
         "state": {"revision": "1", "version": "9.0.0"}},
        {"identity": "runnel", "kind": "remoteSourceControl", "location": "https://a.b/Runnel.git",
         "state": \(state)}
      ], "version": 3}
      """.utf8)
  }

  @Test(arguments: [
    ("1.2.0", #"{"revision": "abc", "version": "1.2.0"}"#, #"from: "1.2.0""#),
    ("no version", #"{"revision": "abc", "version": "1.2.0"}"#, #"from: "1.2.0""#),
    ("no version", #"{"branch": "main", "revision": "abc"}"#, #"branch: "main""#),
    ("no version", #"{"revision": "abc"}"#, #"revision: "abc""#),
  ])
  func `The requirement is that of the package`(
    version: String, state: String, requirement: String
  ) {
    let source = RunnelSource(
      url: "https://a.b/Runnel.git/", version: version, resolved: resolved(state))
    #expect(
      source.declaration(from: "/app")
        == #".package(url: "https://a.b/Runnel.git", \#(requirement))"#)
    #expect(source.package == "Runnel")
    #expect(source.placeholder == nil)
  }

  @Test func `An unknown requirement is a placeholder`() {
    for resolved in [nil, Data("{}".utf8)] {
      let source = RunnelSource(
        url: "https://a.b/Runnel", version: "no version", resolved: resolved)
      #expect(source == .repository(url: "https://a.b/Runnel", .unknown))
      #expect(source.declaration(from: "/").contains(source.placeholder ?? "none"))
    }
  }

  @Test func `A repository of another name has products of that name`() throws {
    #expect(
      try RunnelSource(option: "git@a.b:me/runnel-fork.git", in: "/").package == "runnel-fork")
    #expect(try RunnelSource(option: "https://a.b/runnel", in: "/").package == "Runnel")
  }

  @Test func `A path is relative to the current directory and must be a package`() throws {
    try folder.write("", to: "Runnel/Package.swift")
    #expect(
      try RunnelSource(option: "../Runnel", in: folder.path + "/App")
        == .folder(folder.path + "/Runnel"))
    #expect(
      headline { try RunnelSource(option: "../Other", in: folder.path + "/App") }
        == "No package at '../Other'.")
  }

  @Test(arguments: [
    ("/projects/App/Features/Search", "../../../Runnel"),
    ("/projects/Runnel/Features/Search", "../.."), ("/projects/Runnel", "."),
    ("/other/App", "/projects/Runnel"),
  ])
  func `A folder is declared with a relative path, or an absolute one if only the root is shared`(
    folder: String, path: String
  ) {
    #expect(
      RunnelSource.folder("/projects/Runnel").declaration(from: folder)
        == #".package(name: "Runnel", path: "\#(path)")"#)
  }

  @Test func `A path in the manifest is a literal of Swift`() {
    #expect(
      RunnelSource.folder(#"/projects/"ä" \(1)"#).declaration(from: "/projects")
        == #".package(name: "Runnel", path: "\"ä\" \\(1)")"#)
  }

  @Test func `A package of a registry is declared with its identity`() {
    let source = RunnelSource.registry(id: "a.Runnel", version: "1.0.0")
    #expect(source.declaration(from: "/") == #".package(id: "a.Runnel", from: "1.0.0")"#)
    #expect(source.package == "a.Runnel")
  }
}
