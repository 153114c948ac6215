// SPDX-License-Identifier: MIT

import RunnelNavigation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

#if DEBUG

  /// The warnings about actions that no reducer and no listener handles.
  @Suite struct UnhandledActionTests {
    private struct App: Equatable, Sendable {
      var counter = 0
      var child: Int?
      var rows: Entities<Item> = []
      var path = ScreenStack<Int>()
    }

    private struct Unknown: Action { var number = 0 }
    private struct Other: Action {}
    private struct Known: Action {}
    private struct InChild: Action {}
    private struct InRow: Action {}
    private struct InScreen: Action {}
    private struct InInstance: Action {}
    private struct Added: Action {}
    private class Base: Action, @unchecked Sendable {}
    private final class Derived: Base, @unchecked Sendable {}

    private let reducer: Reducer<App> = Reducer {
      Reducer.updating(Known.self) { app, _ in app.counter += 1 }
      Reducer.updating(Base.self) { app, _ in app.counter += 1 }
      Reducer<Int>.updating(InChild.self) { child, _ in child += 1 }.ifPresent(\.child)
      Reducer<Item>.updating(InRow.self) { row, _ in row.number += 1 }.forEach(\.rows)
      Reducer<Int>.updating(InScreen.self) { screen, _ in screen += 1 }.forEach(\.path)
    }

    /// Returns the warnings of a store that `body` makes and uses.
    private func warnings(_ body: () async -> Void) async -> [String] {
      let warnings = Recorder<String>()
      await Misuse.$handler.withValue({ warnings.record($0.description) }, operation: body)
      return warnings.values
    }

    @Test func `Contract 36: an action that nothing handles is reported once per type`() async {
      let line = #line + 3
      let warnings = await warnings {
        let store = Store(state: App(), reducer: reducer)
        store.dispatch(Unknown(number: 7))
        store.dispatch(Known())
        for _ in 0..<3 { store.scope(\.counter).dispatch(Unknown()) }
        await store.settle(after: Other())
      }
      let file = "RunnelTests/UnhandledActionTests.swift"
      #expect(
        warnings.first == """
          \(file):\(line): Runnel: Unhandled action UnhandledActionTests.Unknown(number: 7): no \
          reducer and no listener handles UnhandledActionTests.Unknown.
          Why: the store's reducer has no part that takes actions of this type, none was added with \
          `add(reducer:)`, and no action listener is connected.
          Fix: compose the reducer of UnhandledActionTests.Unknown into the store's, or connect the \
          listener earlier. This warning is reported once for each type, in debug builds.
          """)
      #expect(warnings.count == 2)
      #expect(warnings.last?.contains("UnhandledActionTests.Other") == true)
    }

    @Test func `Contract 36: an action that something may handle isn't reported`() async {
      let warnings = await warnings {
        let store = Store(state: App(), reducer: reducer)
        // Their reducers find nothing to change.
        store.dispatch(InChild())
        store.dispatch(InRow(), to: \.rows, id: 9)
        store.dispatch(InScreen())
        store.dispatch(Derived())
        store.dispatch(Other(), handledBy: .updating(Other.self) { _, _ in }, from: CallSite())
        // A reducer or a listener has been added, if only to another instance.
        var token = store.scope(\.counter).add(
          reducer: .updating(Added.self) { counter, _ in counter += 1 })
        await store.settle(after: Added())
        token.dispose()
        token = store.instance("a").add(reducer: .updating(InInstance.self) { _, _ in })
        await store.instance("b").settle(after: InInstance())
        token.dispose()
        token = store.scope(\.counter).onAction { (_: any Action) in }
        await store.settle(after: Unknown())
        token.dispose()
        token = store.add(reducer: .updating { app, _ in app.counter += 1 })
        await store.settle(after: Unknown())
        token.dispose()
        // A middleware may handle it, and these stores ignore or reduce all actions.
        let passing = Middleware<App> { action, _, next in next(action) }
        for store in [
          Store(state: App(), reducer: reducer, middleware: [passing]), Store(state: App()),
          Store(state: App()) { _, _ in },
        ] {
          await store.settle(after: Unknown())
        }
      }
      #expect(warnings == [])
    }

    @Test func `Contract 36: an action whose last reducer has been removed is reported`() async {
      for isEmpty in [false, true] {
        let warnings = await warnings {
          let store = isEmpty ? Store(state: App()) : Store(state: App(), reducer: reducer)
          if isEmpty { await store.settle(after: Unknown()) }
          // From here on, the store isn't one without reducers.
          let other = store.add(reducer: .updating(Added.self) { app, _ in app.counter += 1 })
          await store.settle(after: Unknown(number: 1))
          other.dispose()
          // A type that is never reported between its reducers. No other type follows it.
          for _ in 0..<40 {
            let token = store.add(reducer: .updating(Added.self) { app, _ in app.counter += 1 })
            await store.settle(after: Added())
            token.dispose()
          }
          store.dispatch(Added())
          store.dispatch(Added())
          // The reducer of a single action, which the next one doesn't find.
          store.dispatch(Other(), handledBy: .updating(Other.self) { _, _ in }, from: CallSite())
          await store.settle(after: Other())
        }
        let types = ["Unknown(number: 1)", "Added", "Other"]
        #expect(warnings.count == types.count)
        for (warning, type) in zip(warnings, types) {
          #expect(warning.contains("Unhandled action UnhandledActionTests.\(type)"))
        }
      }
    }

    @Test func `Contract 36: an action is reported when its last listener has ended`() async {
      let warnings = await warnings {
        let store = Store(state: App(), reducer: reducer)
        let tokens = [
          store.onAction { (_: any Action) in },
          store.scope(\.counter).onAction { (_: any Action) in },
        ]
        for token in tokens {
          await store.settle(after: Unknown(), Other())
          token.dispose()
        }
        // The first action of the same type as the last, and one of another type.
        for number in 1...2 {
          store.dispatch(Unknown(number: number))
          store.dispatch(Other())
        }
        await store.settled()
      }
      #expect(warnings.count == 2)
      #expect(warnings.first?.contains("Unknown(number: 1)") == true)
      #expect(warnings.last?.contains("UnhandledActionTests.Other") == true)
    }

    @Test func `Contract 36: a test receives an action that only other features handle`() async {
      let store = TestStore(
        state: 0, reducer: .on(Known.self) { _, _ in .init(.send(Unknown())) })
      await store.send(Known())
      await store.receive(Unknown.self)
      await store.finish()
    }
  }

#endif
