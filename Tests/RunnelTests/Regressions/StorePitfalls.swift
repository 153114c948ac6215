// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// A store used a concurrent queue as its own queue, ran reducers at the same time, and crashed.
///
/// A queue that is passed to a store is now the target of the store's private serial queue.
@Suite struct Pitfall10ConcurrentQueues {
  private struct Step: Action {
    let thread: Int
    let number: Int
  }

  private static let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)

  static let queues: [DispatchQueue] = [
    .global(), .global(qos: .background), .main, concurrent, DispatchQueue(label: "serial"),
    DispatchQueue(label: "serial on concurrent", target: concurrent),
  ]

  @Test(arguments: queues)
  func `Contract 4: stores on any queue reduce in order (Pitfall 10)`(queue: DispatchQueue) async {
    let detectors = [OverlapDetector(), OverlapDetector()]
    let stores = detectors.map { detector in
      Store(
        state: [[Int]](repeating: [], count: 2),
        reducer: { state, action in
          guard let step = action as? Step else { return }
          detector.run { state[step.thread].append(step.number) }
        }, queue: queue)
    }
    let counts = stores.map { $0.recordValues { $0.map(\.count).reduce(0, +) } }
    let group = DispatchGroup()
    let other = Counter()
    await onThreads(5) { thread in
      for number in 0..<500 {
        if thread < 4 {
          stores[thread % 2].dispatch(Step(thread: thread / 2, number: number))
        } else {
          queue.async(group: group) { other.increment() }
        }
      }
    }
    for store in stores { await store.settled() }
    await onThread { group.wait() }
    #expect(detectors.map(\.overlaps) == [0, 0])
    for numbers in stores.flatMap(\.state) { #expect(numbers == Array(0..<500)) }
    for count in counts { #expect(count.values == Array(0...1_000)) }
    #expect(other.value == 500)
  }

  @Test func `Contract 4: 100 stores leave one mark on the queue that they share`() {
    let queue = DispatchQueue(label: "runnel.tests.shared")
    let stores = (0..<100).map { Store(state: $0, reducer: .updating { _, _ in }, queue: queue) }
    let mark = stores[0].engine.passedQueue
    #expect(mark != nil)
    #expect(stores.allSatisfy { $0.engine.passedQueue === mark })
    queue.sync { #expect(stores.allSatisfy { $0.engine.isOnQueue }) }
    #expect(!stores.contains { $0.engine.isOnQueue })
    let other = Store(state: 0, reducer: .updating { _, _ in }, queue: DispatchQueue(label: "b"))
    queue.sync { #expect(!other.engine.isOnQueue) }
  }

  @Test(arguments: [concurrent, DispatchQueue(label: "target")])
  func `Contract 4: a passed queue is the target of the private one`(queue: DispatchQueue) async {
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let store = Store(
      state: [Bool](),
      reducer: { state, _ in state.append(DispatchQueue.getSpecific(key: key) == true) },
      queue: queue)
    let callsOnTarget = store.recordActions { _, _ in DispatchQueue.getSpecific(key: key) == true }
    for _ in 0..<100 { store.dispatch(AppAction.nothing) }
    await store.settled()
    #expect(store.state == Array(repeating: true, count: 100))
    #expect(callsOnTarget.values == store.state)
  }
}

/// A wrapper with copy-on-write storage copied at every write.
///
/// Equal values of another wrapper had different hashes: `CallbackTests`.
@Suite struct Pitfall33WrappersCopy {
  private struct Part: Identifiable, Sendable {
    var id = 0
    var numbers = [Int](repeating: 0, count: 1_000)
  }

  private enum Screen: Sendable { case part(Part), none }

  /// A feature that reads a number.
  private struct Reading: Sendable {
    var stored = Part()
    var optional: Part? = Part()
  }

  private struct Whole: Sendable {
    var number = 0
    var reading = Reading()
    var stored = Part()
    var optional: Part? = Part()
    var screen = Screen.part(Part())
    var elements = [Part(id: 1), Part(id: 2)]
    var entities: Entities = [Part(id: 1), Part(id: 2)]
    var values = ["a": Part()]
  }

  private struct Write: Action {}

  private struct WriteElement: Action {}

  @Test func `Contract 8: slices and elements are written in place (Pitfall 33)`() async throws {
    let (writes, copies) = (Counter(), Counter())
    let elements = Recorder<UInt>()
    @Sendable func write(to part: inout Part) {
      let before = part.numbers.withUnsafeBufferPointer(\.baseAddress)
      part.numbers[7] += 1
      let after = part.numbers.withUnsafeBufferPointer(\.baseAddress)
      writes.increment()
      if before != after { copies.increment() }
    }
    func writing<ActionType: Action>(_: ActionType.Type) -> Reducer<Part> {
      .updating(ActionType.self) { part, _ in write(to: &part) }
    }
    let reading = ReadingReducer<Part, Int>.updating(Write.self) { part, _, _ in write(to: &part) }
    let feature = ReadingReducer<Reading, Int> {
      reading.within { $0.scope(\.stored) }
      reading.within { $0.ifPresent(\.optional) }
    }
    let part = CasePath<Screen, Part>(embed: Screen.part) { screen in
      if case .part(let part) = screen { part } else { nil }
    }
    let store = Store(
      state: Whole(),
      reducer: Reducer {
        feature.scope(\.reading, reading: \.number)
        writing(Write.self).scope(\.stored)
        writing(Write.self).ifPresent(\.optional)
        writing(Write.self).ifCase(\.screen, part)
        Reducer<Whole>.updating(Write.self) { whole, _ in whole.stored.id += 1 }
        writing(WriteElement.self).forEach(\.elements)
        writing(WriteElement.self).forEach(\.entities)
        writing(WriteElement.self).forEach(\.values)
        Reducer<Whole>.updating(WriteElement.self, from: \.entities) { whole, id, _ in
          whole.entities[id: id]?.numbers[8] += 1
          whole.entities.elements.withUnsafeBytes {
            elements.record(UInt(bitPattern: $0.baseAddress))
          }
        }
      })
    let entity = try #require(store.scope(\.entities, id: 2))
    let ids = store.scope(\.entities.ids).recordValues { $0.count }
    for _ in 0..<100 {
      store.dispatch(Write())
      store.dispatch(WriteElement(), to: \.elements, id: 2)
      store.dispatch(WriteElement(), to: \.entities, id: 2)
      store.dispatch(WriteElement(), to: \.values, id: "a")
    }
    await store.settled()
    #expect(writes.value == 800)
    #expect(store.state.stored.numbers[7] == 100)
    #expect(entity.state.numbers[7...8] == [100, 100])
    // The scope has kept the value that it was created with, which the first write copies.
    #expect(copies.value == 1)
    #expect(Set(elements.values).count == 1)
    #expect(ids.values == [2])
  }
}
