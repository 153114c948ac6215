// SPDX-License-Identifier: MIT

#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// The program as a shell runs it.
  @Suite struct SoakTests {
    @Test func `Two seconds of load lose nothing and leak nothing`() async throws {
      let run = try await soak("--seconds", "2", "--seed", "1", "--threads", "2", "--crest", "300")
      #expect(run.output.hasSuffix("\nholds\n"), "\(run.output)")
      #expect(run.output.contains("wave 1"))
      #expect(run.output.contains("\nmemory: "))
      #expect(run.status == 0)
    }

    @Test(
      arguments: [["--seconds", "0"], ["--threads", "0"], ["--minutes", "1", "--seconds", "1"]])
    func `Invalid options are refused`(_ arguments: [String]) async throws {
      let run = try await soak(arguments)
      #expect(run.output == "")
      #expect(run.status == 64)
    }

    private struct Run {
      let output: String
      let status: Int32
    }

    private func soak(_ arguments: String...) async throws -> Run { try await soak(arguments) }

    private func soak(_ arguments: [String]) async throws -> Run {
      let process = Process()
      process.executableURL = products.appendingPathComponent("soak")
      process.arguments = arguments
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let text = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(returning: output.fileHandleForReading.readDataToEndOfFile())
        }
      }
      process.waitUntilExit()
      return Run(output: String(decoding: text, as: UTF8.self), status: process.terminationStatus)
    }

    /// The folder of built products.
    private var products: URL {
      #if os(macOS)
        Bundle(for: BundleMark.self).bundleURL.deletingLastPathComponent()
      #else
        Bundle.main.bundleURL
      #endif
    }
  }

  private final class BundleMark {}
#endif
