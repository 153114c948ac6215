// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting

#if canImport(Darwin)
  import Foundation
#endif
#if canImport(XCTest)
  import XCTest

  /// The messages and lines of failures in XCTest.
  ///
  /// The tests capture the expected failures, which therefore don't fail them.
  final class XCTestFailureTests: XCTestCase {
    private struct Reported: Equatable {
      let text: String
      let file: String
      let line: Int
    }

    private let reported = Locked<[Reported]>([])
    private let isCapturing = Locked(false)

    #if canImport(Darwin)
      override func record(_ issue: XCTIssue) {
        guard isCapturing.withLock({ $0 }) else { return super.record(issue) }
        let place = issue.sourceCodeContext.location
        capture(issue.compactDescription, place?.fileURL.path ?? "", place?.lineNumber ?? 0)
      }
    #else
      override func recordFailure(
        withDescription description: String,
        inFile filePath: String,
        atLine lineNumber: Int,
        expected: Bool
      ) {
        guard isCapturing.withLock({ $0 }) else {
          return super.recordFailure(
            withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        }
        capture(description, filePath, lineNumber)
      }
    #endif

    private func capture(_ text: String, _ file: String, _ line: Int) {
      let prefix = "failed - "
      let message = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
      reported.withLock { $0.append(Reported(text: message, file: file, line: line)) }
    }

    private func failures(_ body: () async -> Void) async -> [Reported] {
      isCapturing.withLock { $0 = true }
      await body()
      isCapturing.withLock { $0 = false }
      return reported.withLock { $0 }
    }

    func testFailuresHaveTheFileAndTheLineOfTheCall() async {
      let (store, object, recorder) = (makeDiary(), Disposer(), ValueRecorder<Int>())
      let line = #line + 2
      let failures = await failures {
        await explore(state: Diary(), reducer: diaryReducer) { _ in
          Word("a")
        } holds: { state in
          state.words.isEmpty
        }
        await store.send(Word("a")) { $0.words = ["b"] }
        await store.send(Do(.say("c")))
        await store.receive(Word("d"))
        await store.receive(Word("e"))
        await store.send(Do(.say("f", after: 1_000)))
        await store.finish()
        do {
          let unfinished = makeDiary()
          await unfinished.send(Do(.say("a")))
        }
        await recorder.values(count: 1, limit: .milliseconds(20))
        await expectReleased { object }
      }
      XCTAssertEqual(failures.map { $0.line - line }, [0, 5, 7, 8, 10, 12, 15, 16])
      XCTAssertEqual(Set(failures.map(\.file)), [#filePath])
      XCTAssertEqual(
        failures.map { $0.text.split(separator: "\n").first },
        [
          "Exploration failed: `holds` returned false.",
          "The state after Word(word: \"a\") is not the expected one (- expected, + actual):",
          "The received action is not the expected one (- expected, + actual):",
          "Expected to receive Word(word: \"e\"), but no action arrived. No effect that can send "
            + "one is running.",
          "The test ended while these effects were running:",
          "The test ended before it received these actions:",
          "Expected number of values: 1. Received within 0.02 seconds: none.",
          "The Disposer was not released. Check for closures that capture it, delegates that are "
            + "not weak, and subscriptions that were not disposed of.",
        ])
      XCTAssertEqual(
        failures[1].text.split(separator: "\n").dropFirst(),
        ["  - words[0]: \"b\"", "  + words[0]: \"a\""])
    }
  }
#endif
