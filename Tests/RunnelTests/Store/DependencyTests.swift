// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// An editor that is the same as another one if it has the same id, whatever it is called.
private struct Editor: Equatable, Sendable {
  var id = 0
  var name = "a"

  static func == (left: Editor, right: Editor) -> Bool { left.id == right.id }
}

private struct Row: Equatable, Sendable, Identifiable {
  var id: Int
  var number = 0
}

private enum Screen: Equatable, Sendable {
  case list
  case detail(Int)
  case other(Int)
}

extension CasePath where Root == Screen, Value == Int {
  fileprivate static var detail: Self {
    CasePath(embed: Screen.detail) { if case .detail(let number) = $0 { number } else { nil } }
  }
}

private struct State: Sendable {
  var editor: Editor? = Editor()
  var a = 0
  var b = 0
  var screen = Screen.detail(0)
  var second = Screen.detail(0)
  /// Counts how often it is written.
  var rows: [Row] = [] { didSet { writes += 1 } }
  var writes = 0
}

private struct Change: Action {
  let apply: @Sendable (inout State) -> Void
  init(_ apply: @escaping @Sendable (inout State) -> Void) { self.apply = apply }
}

private struct RowAction: ElementAction { let elementID: Int }
private struct Bump: Action {}

private func makeParts() -> Store<State> {
  Store(
    state: State(),
    reducer: Reducer {
      Reducer<State>.on(Change.self) { state, change in change.apply(&state) }
      Reducer<Row>.on(RowAction.self) { row, _ in row.number += 1 }.forEach(\.rows, id: \.id)
    })
}

/// Slices that depend on others, where that is not as plain as it looks.
@Suite struct DependencyTests {
  @Test("What is derived from one slice twice leaves the others who depend on it alone")
  func sameInputTwice() async {
    let store = makeParts()
    let told = Recorder<String>()
    func one(_ name: String) -> Disposable {
      store.derive(\.a) { $0 }.observe { told.record("\(name) \($0)") }
    }
    let (first, second, third, fourth) = (one("1"), one("2"), one("3"), one("4"))
    let twice = store.derive(\.a, \.a) { $0 + $1 }.observe { told.record("twice \($0)") }
    let doubled = store.derive(from: store.scope(\.a), store.scope(\.a)) { $0 + $1 }
    fourth.dispose()
    second.dispose()
    await store.settled()
    let before = told.count
    store.dispatch(Change { $0.a = 1 })
    await store.settled()
    #expect(told.values[before...] == ["1 1", "3 1", "twice 2"])
    #expect(doubled.state == 2)
    twice.dispose()
    store.dispatch(Change { $0.a = 2 })
    await store.settled()
    #expect(told.values.suffix(2) == ["1 2", "3 2"])
    first.dispose()
    third.dispose()
  }

  @Test("What is derived from something derived is made once for an action that changes both")
  func chain() async {
    let store = makeParts()
    let made = Counter()
    // Somebody who looks at the second input first.
    let early = store.scope(\.b).observe { _ in }
    let first = store.derive(\.a) { $0 * 2 }
    let second = store.derive(from: first, store.scope(\.b)) { first, b in
      made.increment()
      return first + b
    }
    let third = store.derive(from: second, first, store.scope(\.b)) { $0 + $1 + $2 }
    let told = Recorder<Int>()
    let token = third.observe { told.record($0) }
    for number in 1...5 {
      store.dispatch(
        Change { state in
          state.a = number
          state.b = number
        })
      await store.settled()
      #expect(second.state == 3 * number)
    }
    #expect(told.values == [0, 6, 12, 18, 24, 30])
    #expect(made.value == 6)
    token.dispose()
    early.dispose()
  }

  @Test("Contract 9, 12: parts are told of changes that the `==` of the whole does not look at")
  func lenientEquality() async throws {
    let store = makeParts()
    let editor = try #require(store.scope(ifPresent: \.editor))
    let told = Recorder<String>()
    let tokens = [
      editor.scope(\.name).observe { told.record("name \($0)") },
      editor.observe { told.record("editor \($0.id)") },
      store.derive(from: editor.scope(\.name)) { $0.uppercased() }.observe {
        told.record("derived \($0)")
      },
    ]
    await store.settled()
    let before = told.count
    store.dispatch(Change { $0.editor?.name = "b" })
    await store.settled()
    #expect(told.values[before...] == ["name b", "derived B"])
    store.dispatch(Change { $0.editor?.id = 1 })
    await store.settled()
    #expect(told.values.last == "editor 1")
    tokens.forEach { $0.dispose() }
  }

  @Test("A part that is written back counts as changed, also if the reducer had nothing to do")
  func writtenBack() async {
    let store = makeParts()
    let told = Recorder<Int>()
    let token = store.scope(\.writes).observe { told.record($0) }
    store.dispatch(RowAction(elementID: 5))
    store.dispatch(RowAction(elementID: 5))
    await store.settled()
    #expect(told.values == [0, 1, 2])
    #expect(store.state.writes == 2)
    token.dispose()
  }

  @Test("Keys of reducers on cases belong to the enum that has the case")
  func keysOfCases() async throws {
    let store = makeParts()
    let bump = Reducer<Int>.on(Bump.self) { number, _ in number += 1 }
    for round in 0..<200 {
      let path = round.isMultiple(of: 2) ? \State.screen : \State.second
      try #require(store.scope(path, ifCase: .detail)).add(reducer: bump, withKey: "bump")
    }
    store.dispatch(Bump())
    await store.settled()
    #expect(store.state.screen == .detail(1))
    #expect(store.state.second == .detail(1))
    try #require(store.scope(\.screen, ifCase: .detail)).remove(reducerWithKey: "bump")
    store.dispatch(Bump())
    await store.settled()
    #expect(store.state.screen == .detail(1))
    #expect(store.state.second == .detail(2))
  }

  @Test("Contract 37: keys that several threads add and remove leave one slice one owner")
  func keysOfThreads() async {
    for _ in 0..<30 {
      let store = makeParts()
      let scope = store.scope(\.a)
      let bump = Reducer<Int>.on(Bump.self) { number, _ in number += 1 }
      await onThreads(4) { thread in
        for round in 0..<50 {
          if (thread + round).isMultiple(of: 2) {
            scope.add(reducer: bump, withKey: "k")
          } else {
            scope.remove(reducerWithKey: "k")
          }
        }
      }
      scope.remove(reducerWithKey: "k")
      scope.add(reducer: bump, withKey: "k")
      store.scope(\.a).add(reducer: bump, withKey: "k")
      store.dispatch(Bump())
      await store.settled()
      #expect(store.state.a == 1)
      store.add(reducer: bump, state: \.a, withKey: "root")
      store.remove(reducerWithKey: "root")
      scope.remove(reducerWithKey: "k")
      withExtendedLifetime(scope) {}
    }
  }
}
