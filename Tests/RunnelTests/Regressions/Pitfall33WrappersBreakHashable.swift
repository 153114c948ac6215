// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// Equal values of a wrapper had different hashes.
///
/// Another wrapper, with copy-on-write storage, copied at every write.
@Suite struct Pitfall33WrappersBreakHashable {
  @Test func `Pitfall 33: equal callbacks have equal hashes, whatever the types of their IDs`() {
    let ids: [any Hashable & Sendable] = [
      1, UInt8(1), Int64(1), 1.0, Float(1), "1", "é", "e\u{301}", Optional(1), [1], [UInt8(1)],
      Set([1, 2]), Set([2, 1]), AppAction.increment == .increment,
    ]
    let callbacks = ids.map { id in Callback(id: id, file: "A", line: 1, column: 1) {} }
    for left in callbacks {
      for right in callbacks where left == right {
        #expect(left.hashValue == right.hashValue)
        #expect(right == left)
      }
    }
    // The list has pairs of equal callbacks with IDs of different types.
    #expect(callbacks[0] == callbacks[1])
    #expect(callbacks[6] == callbacks[7])
  }

  // MARK: Writing in place

  private struct Part: Identifiable, Sendable {
    var id = 0
    var numbers = [Int](repeating: 0, count: 1_000)
  }

  private enum Screen: Sendable {
    case part(Part)
    case none
  }

  private struct Whole: Sendable {
    var stored = Part()
    var optional: Part? = Part()
    var screen = Screen.part(Part())
    var elements = [Part(id: 1), Part(id: 2)]
    var values = ["a": Part()]
  }

  private struct Write: Action {}

  private struct WriteElement<ID: Hashable & Sendable>: ElementAction {
    let elementID: ID
  }

  @Test func `Pitfall 33: a slice, an element and a dictionary value are written in place`() async {
    let (writes, copies) = (Counter(), Counter())
    @Sendable func write(_ part: inout Part) {
      let before = part.numbers.withUnsafeBufferPointer(\.baseAddress)
      part.numbers[7] += 1
      let after = part.numbers.withUnsafeBufferPointer(\.baseAddress)
      writes.increment()
      if before != after { copies.increment() }
    }
    let part = Reducer<Part>.updating(Write.self) { part, _ in write(&part) }
    let element = Reducer<Part>.updating(WriteElement<Int>.self) { part, _ in write(&part) }
    let value = Reducer<Part>.updating(WriteElement<String>.self) { part, _ in write(&part) }
    let path = CasePath<Screen, Part>(embed: Screen.part) { screen in
      if case .part(let part) = screen { part } else { nil }
    }
    let reducer = Reducer<Whole> {
      part.scope(\.stored)
      part.ifPresent(\.optional)
      part.ifCase(\.screen, path)
      Reducer<Whole>.updating(Write.self) { whole, _ in whole.stored.id += 1 }
      element.forEach(\.elements)
      value.forEachValue(of: \.values)
    }
    let store = Store(state: Whole(), reducer: reducer)
    for _ in 0..<100 {
      store.dispatch(Write())
      store.dispatch(WriteElement(elementID: 2))
      store.dispatch(WriteElement(elementID: "a"))
    }
    await store.settled()
    #expect(writes.value == 500)
    #expect(store.state.stored.numbers[7] == 100)
    #expect(copies.value == 0)
  }
}
