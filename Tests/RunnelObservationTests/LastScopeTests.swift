// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation
import RunnelTestSupport
import Testing

@testable import RunnelObservation

private enum Page: Equatable, Sendable {
  case thread(String)
  case composer(Int)
}

private struct Session: Equatable, Identifiable, Sendable {
  var id: Int
}

private struct State: Equatable, Sendable {
  var path: ScreenStack<Page> = [.thread("a")]
  var sheet: Page?
  var session: Session? = Session(id: 1)
}

extension CasePath where Root == Page, Value == String {
  fileprivate static var thread: Self { CasePath(Page.thread) }
}

extension CasePath where Root == Page, Value == Int {
  fileprivate static var composer: Self { CasePath(Page.composer) }
}

@Suite @MainActor struct LastScopeTests {
  private let store = Store(state: State(), reducer: .edits)
  private let thread = LastScope<String, any Action>()
  private let composer = LastScope<Int, any Action>()
  private let id = ScreenID(1)

  /// What the two views of the kinds show after a change.
  private func shown(
    _ change: @escaping @Sendable (inout State) -> Void,
    _ scopes: () -> (Store<String>?, Store<Int>?)
  ) -> [String?] {
    store.send(Edit(change))
    let (text, number) = scopes()
    return [thread.store(text)?.state, composer.store(number).map { "\($0.state)" }]
  }

  @Test func `A screen that becomes one of another kind is shown as that kind alone`() {
    func screen() -> (Store<String>?, Store<Int>?) {
      (store.scope(\.path, id: id, .thread), store.scope(\.path, id: id, .composer))
    }
    let id = id
    #expect(shown({ _ in }, screen) == ["a", nil])
    #expect(shown({ $0.path[id: id] = .composer(1) }, screen) == [nil, "1"])
    #expect(shown({ $0.path[id: id] = .thread("b") }, screen) == ["b", nil])
    #expect(shown({ $0.path.popToRoot() }, screen) == ["b", nil])
  }

  @Test func `A sheet that is replaced by one of another kind is shown as that kind alone`() {
    func sheet() -> (Store<String>?, Store<Int>?) {
      (store.ifPresent(\.sheet, .thread), store.ifPresent(\.sheet, .composer))
    }
    #expect(shown({ _ in }, sheet) == [nil, nil])
    #expect(shown({ $0.sheet = .thread("a") }, sheet) == ["a", nil])
    #expect(shown({ $0.sheet = .composer(1) }, sheet) == [nil, "1"])
    #expect(shown({ $0.sheet = nil }, sheet) == [nil, "1"])
  }

  @Test func `A value that is replaced by another one isn't kept`() throws {
    let last = LastScope<Session, any Action>()
    let first = try #require(store.ifPresent(\.session))
    #expect(last.store(first) === first)
    store.send(Edit<State> { $0.session = nil })
    #expect(last.store(nil) === first)
    store.send(Edit<State> { $0.session = Session(id: 2) })
    #expect(last.store(nil) == nil)
  }
}
