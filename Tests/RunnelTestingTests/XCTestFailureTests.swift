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

    private func expected(_ line: Int, _ text: String) -> Reported {
      Reported(text: text, file: #filePath, line: line)
    }

    func testAnExplorationFailsAtItsLine() async {
      let line = #line + 2
      let failures = await failures {
        await explore(state: Diary(), reducer: diaryReducer) { random in
          Word(random.string(count: 1...3))
        } holds: { state in
          state.words.count < 2
        }
      }
      XCTAssertEqual(failures.map(\.line), [line])
      let sequence = """
        Exploration failed: `holds` returned false.
        Shortest sequence found, of 2 steps:
          Word(word: "a")
          Word(word: "a")

        """
      XCTAssertTrue(failures.first?.text.hasPrefix(sequence) ?? false, "\(failures)")
    }

    func testAWrongStateAndAWrongActionFailWithTheDifference() async {
      let store = makeDiary()
      let line = #line + 2
      let failures = await failures {
        await store.send(Word("a")) { $0.words = ["b"] }
        await store.send(Do(.say("c")))
        await store.receive(Word("d"))
        await store.receive(Word("e"))
        await store.finish()
      }
      let state = """
        The state after Word(word: "a") is not the expected one (- expected, + actual):
          - words[0]: "b"
          + words[0]: "a"
        """
      let action = """
        The received action is not the expected one (- expected, + actual):
          - Word(word: "d")
          + Word(word: "c")
        """
      let missing = """
        Expected to receive Word(word: "e"), but no action arrived. No effect that can send one \
        is running.
        """
      XCTAssertEqual(
        failures, [expected(line, state), expected(line + 2, action), expected(line + 3, missing)])
    }

    func testARunningEffectFailsFinish() async {
      let store = makeDiary()
      let line = #line + 3
      let failures = await failures {
        await store.send(Do(.say("a", after: 1_000)))
        await store.finish()
      }
      XCTAssertEqual(failures.map(\.line), [line])
      XCTAssertEqual(
        failures.first?.text.hasPrefix("The test ended while these effects were"), true)
    }

    func testAReleaseWithoutFinishFailsAtTheInitializer() async {
      let line = #line + 2
      let failures = await failures {
        let store = makeDiary()
        await store.send(Do(.say("a")))
      }
      let text = """
        The test ended before it received these actions:
          Word(word: "a")
        Assert each of them with `receive`, or skip all with `skipReceivedActions()`.
        """
      XCTAssertEqual(failures, [expected(line, text)])
    }

    func testRecordersAndLeaksFailAtTheCall() async {
      let object = Disposer()
      let recorder = ValueRecorder<Int>()
      let line = #line + 2
      let failures = await failures {
        await recorder.values(count: 1, limit: .milliseconds(20))
        await expectReleased { object }
      }
      XCTAssertEqual(failures.map(\.line), [line, line + 1])
      XCTAssertEqual(
        failures.first?.text, "Expected number of values: 1. Received within 0.02 seconds: none.")
      XCTAssertEqual(failures.last?.text.hasPrefix("The Disposer was not released"), true)
    }
  }
#endif
