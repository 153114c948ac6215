// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

@Suite @MainActor struct ElementBindingTests {
  private let store: Store<Screen>
  private let model: ViewStore<Screen>

  init() {
    store = makeScreen(Screen(rows: (0..<10).map { Screen.Row(id: $0) }))
    model = ViewStore(store)
  }

  private func isDone(_ id: Int) -> FieldBinding<Bool>? {
    model.fieldBinding(\.rows, id: id, \.isDone) { isDone in
      Edit<Screen> { screen in
        for index in screen.rows.indices where screen.rows[index].id == id {
          screen.rows[index].isDone = isDone
        }
      }
    }
  }

  @Test func `only readers of the changed field of the element are notified`() async throws {
    let bindings = try (0..<10).map { try #require(isDone($0)) }
    let notified = bindings.map { binding in count { _ = binding.get() } }
    bindings[3].set(true)
    #expect(notified.map(\.value) == (0..<10).map { $0 == 3 ? 1 : 0 })
    #expect(bindings[3].get())
    #expect(store.state.rows.filter(\.isDone).map(\.id) == [3])
    // Another field of the element changes.
    let note = count { _ = bindings[3].get() }
    await store.editAndWait { $0.rows[3].note = "x" }
    #expect(note.value == 0)
  }

  private enum Toggled: Action { case changed(Bool) }

  @Test func `Contract 29: the action of a binding to an element is for this one`() throws {
    struct Lists: Equatable, Sendable {
      var rows = (0..<3).map { Screen.Row(id: $0) }
      var entities: Entities<Screen.Row> = [Screen.Row(id: 0), Screen.Row(id: 1)]
    }
    let row = Reducer<Screen.Row>.updating(Toggled.self) { row, action in
      if case .changed(let isDone) = action { row.isDone = isDone }
    }
    let store = Store(
      state: Lists(),
      reducer: Reducer<Lists> {
        row.forEach(\.rows)
        row.forEach(\.entities)
      })
    let model = ViewStore(store)
    let first = try #require(model.fieldBinding(\.rows, id: 1, \.isDone) { Toggled.changed($0) })
    first.set(true)
    #expect(store.state.rows.filter(\.isDone).map(\.id) == [1])
    #expect(store.state.entities.filter(\.isDone).isEmpty)
    let second = try #require(
      model.fieldBinding(\.entities, id: 0, \.isDone) { Toggled.changed($0) })
    second.set(true)
    #expect(store.state.rows.filter(\.isDone).map(\.id) == [1])
    #expect(store.state.entities.filter(\.isDone).map(\.id) == [0])
  }

  @Test func `a binding follows its element when it moves`() async throws {
    let binding = try #require(isDone(2))
    let notified = count { #expect(!binding.get()) }
    await store.editAndWait { $0.rows.reverse() }
    #expect(notified.value == 0)
    await store.editAndWait { $0.rows[7].isDone = true }
    #expect(notified.value == 1)
    #expect(binding.get())
    await store.editAndWait { $0.rows.removeLast(5) }
    #expect(binding.get())
  }

  @Test func `a removed element has no binding, and an old one keeps its value`() async throws {
    let binding = try #require(isDone(2))
    binding.set(true)
    #expect(binding.get())
    let notified = count { #expect(isDone(2) != nil) }
    await store.editAndWait { $0.rows.remove(at: 2) }
    #expect(notified.value == 1)
    #expect(isDone(2) == nil)
    #expect(binding.get())
    binding.set(false)
    await store.settled()
    #expect(binding.get())
    let back = count { #expect(binding.get()) }
    await store.editAndWait { $0.rows.append(Screen.Row(id: 2)) }
    #expect(back.value == 1)
    #expect(!binding.get())
  }

  @Test func `a binding to an entity follows it and ends when it is removed`() async throws {
    let store = Store<Entities<Screen.Row>>(
      state: Entities((0..<4).map { Screen.Row(id: $0) }), reducer: .edits)
    let model = ViewStore(store)
    func isDone(_ id: Int) -> FieldBinding<Bool>? {
      model.fieldBinding(\.self, id: id, \.isDone) { isDone in
        Edit<Entities<Screen.Row>> { $0[id: id]?.isDone = isDone }
      }
    }
    let binding = try #require(isDone(2))
    let notified = count { #expect(!binding.get()) }
    await store.editAndWait { $0.move(fromOffsets: [2], toOffset: 0) }
    await store.editAndWait { $0[id: 1]?.isDone = true }
    #expect(notified.value == 0)
    binding.set(true)
    #expect(notified.value == 1)
    #expect(binding.get())
    #expect(store.state.filter(\.isDone).map(\.id) == [2, 1])
    await store.editAndWait { $0.remove(id: 2) }
    #expect(isDone(2) == nil)
    #expect(binding.get())
  }

  @Test func `a change that moves no element searches for none`() async throws {
    struct ID: Hashable, Sendable {
      let number: Int
      let comparisons: Counter
      static func == (left: ID, right: ID) -> Bool {
        left.comparisons.increment()
        return left.number == right.number
      }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    struct Item: Identifiable, Sendable {
      let id: ID
      var value = 0
    }
    let comparisons = Counter()
    let items = (0..<100).map { Item(id: ID(number: $0, comparisons: comparisons)) }
    let store = Store(state: items, reducer: .edits)
    let model = ViewStore(store)
    let last = try #require(
      model.fieldBinding(\.self, id: items[99].id, \.value) { _ in Edit<[Item]> { _ in } })
    let notified = count { _ = last.get() }
    await nextTurn()
    comparisons.reset()
    await store.editAndWait { $0[0].value = 1 }
    // One comparison for the presence, and one for the value.
    #expect(comparisons.value == 2)
    #expect(notified.value == 0)
  }
}
