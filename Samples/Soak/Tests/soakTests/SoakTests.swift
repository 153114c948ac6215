// SPDX-License-Identifier: MIT

#if os(Linux)
  import Foundation
  import Testing

  /// The programs as a shell runs them.
  @Suite struct SoakTests {
    @Test(arguments: ["soak --seconds 2 --threads 2 --crest 300", "saving --rounds 40"])
    func `A short run holds`(command: String) async throws {
      let words = command.components(separatedBy: " ")
      let (process, output) = (Process(), Pipe())
      process.executableURL = Bundle.main.bundleURL.appendingPathComponent(words[0])
      process.arguments = Array(words.dropFirst())
      process.standardOutput = output
      try process.run()
      let data = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(returning: output.fileHandleForReading.readDataToEndOfFile())
        }
      }
      process.waitUntilExit()
      let text = String(decoding: data, as: UTF8.self)
      #expect(text.contains(/(^|\n)holds/), "\(text)")
      #expect(process.terminationStatus == 0)
    }
  }
#endif
