// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting

#if canImport(Darwin)
  import Foundation
#endif
#if canImport(XCTest)
  import XCTest

  /// Failures in XCTest: their words and their lines.
  ///
  /// What is expected to fail is kept from failing these tests, which look at it.
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
      let words = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
      reported.withLock { $0.append(Reported(text: words, file: file, line: line)) }
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

    func testAStateThatDiffersFailsWithTheDifference() async {
      let store = TestStore(state: Diary(), reducer: diaryReducer)
      let line = #line + 2
      let failures = await failures {
        await store.send(Said("a")) { $0.words = ["b"] }
        await store.finish()
      }
      let text = """
        The state after Said(word: "a") is not the expected one (- expected, + actual):
          - words[0]: "b"
          + words[0]: "a"
        """
      XCTAssertEqual(failures, [expected(line, text)])
    }

    func testAnotherActionThanTheExpectedOneFails() async {
      let store = TestStore(state: Diary(), reducer: diaryReducer)
      let line = #line + 3
      let failures = await failures {
        await store.send(Do(.say("a")))
        await store.receive(Said("b"))
        await store.receive(Said("c"))
        await store.finish()
      }
      let wrong = """
        Another action than the expected one was received (- expected, + actual):
          - Said(word: "b")
          + Said(word: "a")
        """
      let missing = """
        Expected to receive Said(word: "c"), and no action has come. No effect is running that could send one.
        """
      XCTAssertEqual(failures, [expected(line, wrong), expected(line + 1, missing)])
    }

    func testAnEffectThatIsStillRunningFailsTheEnd() async {
      let store = TestStore(state: Diary(), reducer: diaryReducer)
      let effectLine = #line + 1
      let effect = Effect.run { try await $0.sleep(for: .seconds(1)) }
      let line = #line + 3
      let failures = await failures {
        await store.send(Do(effect))
        await store.finish()
      }
      let text = """
        The test is over, and these effects are still running:
          run at RunnelTestingTests/XCTestFailureTests.swift:\(effectLine)
        Let each of them come to its end, have an action cancel it, or cancel them by `skipEffects()`.
        """
      XCTAssertEqual(failures, [expected(line, text)])
    }

    func testATestStoreThatGoesAwayFailsWhereItWasMade() async {
      let line = #line + 2
      let failures = await failures {
        let store = TestStore(state: Diary(), reducer: diaryReducer)
        await store.send(Do(.say("a")))
      }
      let text = """
        The test is over, and these actions, which it did not send, have not been received:
          Said(word: "a")
        Expect each of them by `receive`, or let them pass by `skipReceivedActions()`.
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
        failures.first?.text,
        "Expected number of values: 1. Within 0.02 seconds came none.")
      XCTAssertEqual(failures.last?.text.hasPrefix("The Disposer is still there"), true)
    }

    func testATestThatSaysAllPasses() async {
      let clock = ManualClock()
      let store = TestStore(state: Diary(), reducer: diaryReducer, clock: clock)
      await store.send(Do(.say("a", after: 100)))
      await clock.advance(by: .milliseconds(100))
      await store.receive(Said("a")) { $0.words = ["a"] }
      await store.finish()
    }
  }
#endif
