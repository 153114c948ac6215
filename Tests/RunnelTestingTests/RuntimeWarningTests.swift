// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct RuntimeWarningTests {
  private struct Lost: Command {}

  @Test func `Contract 36: a warning of a plain store fails the test that created it`() async {
    await withKnownIssue {
      await failingOnRuntimeWarnings {
        let store = Store(state: 0, reducer: .on(Word.self) { _, _ in .perform(Lost()) })
        store.dispatch(Word("a"))
        await store.settled(includingEffects: true)
      }
    } matching: {
      "\($0)".contains("Missing command handler for RuntimeWarningTests.Lost")
    }
  }

  @Test func `Contract 36: a warning of the test's own calls fails the test`() async {
    await withKnownIssue {
      let store = Store(state: 0)
      await failingOnRuntimeWarnings {
        store.accepting(Word.self).untyped.dispatch(Cheered())
      }
    } matching: {
      "\($0)".contains("Unaccepted action Cheered")
    }
  }

  @Test func `Contract 36: a warning of another store doesn't fail the test`() async {
    let warnings = WarningRecorder(containing: "fine, too")
    let other = Store(state: 0).accepting(Cheered.self)
    await failingOnRuntimeWarnings {
      let store = Store(state: 0)
      store.dispatch(Word("fine"))
      await store.settled()
      await Task.detached { other.untyped.dispatch(Word("fine, too")) }.value
    }
    #expect(warnings.messages.count == 1)
  }

  @Test func `Contract 36: a runtime warning fails the test of a test store`() async {
    let store = TestStore(state: 0, reducer: Reducer {})
    await withKnownIssue {
      store.store.accepting(Word.self).untyped.dispatch(Cheered())
      await store.finish()
    } matching: {
      "\($0)".contains("Unaccepted action Cheered")
    }
  }
}
