// SPDX-License-Identifier: MIT

import Foundation

struct Program {
  struct Run {
    let output: String
    let errors: String
    let status: Int32
  }

  private static let products: URL = {
    #if os(macOS)
      Bundle(for: TemporaryFolder.self).bundleURL.deletingLastPathComponent()
    #else
      Bundle.main.bundleURL
    #endif
  }()

  static func run(_ arguments: String..., input: String = "") async throws -> Run {
    try await run(arguments, input: input)
  }

  static func run(_ arguments: [String], input: String = "") async throws -> Run {
    let folder = TemporaryFolder()
    let process = Process()
    process.executableURL = products.appendingPathComponent("inspector")
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: folder.write(input, to: "input"))
    process.standardOutput = try FileHandle(forWritingTo: folder.write("", to: "output"))
    process.standardError = try FileHandle(forWritingTo: folder.write("", to: "errors"))
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    return Run(
      output: try folder.text("output"), errors: try folder.text("errors"),
      status: process.terminationStatus)
  }
}

/// A folder for one test, which is removed with this object.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("inspector-\(UUID().uuidString)")

  init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  @discardableResult
  func write(_ text: String, to name: String) throws -> URL {
    let file = url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }
}
