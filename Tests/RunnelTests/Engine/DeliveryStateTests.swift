// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct DeliveryStateTests {
  private let store = makeStore()
  private let type = ValueType(Int.self)

  private func makeState(isHeld: Bool = false) -> DeliveryState {
    DeliveryState(sink: Sink(), lifetime: store.lifetime, isHeld: isHeld)
  }

  private func append(
    _ value: Int, to state: inout DeliveryState, skippingEqualBytes: Bool = false
  ) -> Bool {
    withUnsafePointer(to: value) {
      state.append($0, type, skippingEqualBytes: skippingEqualBytes)
    }
  }

  private func begin(_ state: inout DeliveryState) throws -> DeliveryState.Work {
    let work = state.begin()
    return try #require(work)
  }

  private func values(_ pending: PendingDelivery?) -> [Int] {
    var values: [Int] = []
    pending?.values?.forEach { values.append($0.assumingMemoryBound(to: Int.self).pointee) }
    return values
  }

  @Test func `Contract 15: only the first of several values schedules a delivery`() throws {
    var state = makeState()
    #expect(append(1, to: &state) == true)
    #expect(append(2, to: &state) == false)
    #expect(state.mark() == false)
    let work = try begin(&state)
    #expect(values(work.pending) == [1, 2])
    #expect(work.isMarked)
    // A value that arrives during the delivery is delivered after it.
    #expect(append(3, to: &state) == false)
    #expect(state.finish(work).isMore == true)
    let next = try begin(&state)
    #expect(values(next.pending) == [3])
    #expect(!next.isMarked)
    #expect(state.finish(next).isMore == false)
    #expect(!state.isScheduled)
    #expect(append(4, to: &state) == true)
  }

  @Test func `Contract 22: a pending value with equal bytes is delivered once`() throws {
    var state = makeState()
    for value in [1, 1, 2, 2, 1] {
      _ = append(value, to: &state, skippingEqualBytes: true)
    }
    let work = try begin(&state)
    #expect(values(work.pending) == [1, 2, 1])
  }

  @Test func `Contract 19: a held subscription delivers nothing before its start`() {
    var state = makeState(isHeld: true)
    #expect(append(1, to: &state) == false)
    #expect(state.mark() == false)
    let rest = state.start()
    #expect(rest.isMore)
    #expect(!rest.hasEnded)
    var unheld = makeState()
    #expect(unheld.start().isMore == false)
  }

  @Test func `Contract 13: an ended subscription accepts and delivers nothing`() throws {
    var state = makeState()
    _ = append(1, to: &state)
    let work = try begin(&state)
    let last = state.end(then: nil)
    #expect(last.isDelivering)
    #expect(!last.hasEnded)
    #expect(state.hasEnded)
    #expect(append(2, to: &state) == false)
    #expect(state.mark() == false)
    #expect(state.addCall({}) == false)
    let none = state.begin()
    #expect(none == nil)
    let rest = state.finish(work)
    #expect(rest.hasEnded)
    #expect(!rest.isMore)
    #expect(rest.successor == nil)
    // Ending it again finds nothing.
    #expect(state.end(then: nil).hasEnded == true)
  }

  @Test func `Contract 21: a successor starts when the delivery under way has ended`() throws {
    var state = makeState()
    _ = append(1, to: &state)
    let work = try begin(&state)
    _ = append(2, to: &state)
    #expect(state.addCall({}) == true)
    let last = state.end { _ in }
    // The pending call passes to the successor.
    #expect(last.calls(hasSuccessor: true).isEmpty)
    let rest = state.finish(work)
    #expect(rest.successor != nil)
    #expect(rest.calls.count == 1)
  }

  @Test func `Contract 21: a held subscription that has ended starts its successor`() {
    var state = makeState(isHeld: true)
    _ = append(1, to: &state)
    _ = state.end { _ in }
    let rest = state.start()
    #expect(rest.hasEnded)
    #expect(!rest.isMore)
    #expect(rest.successor != nil)
  }

  @Test func `Contract 6: calls wait for the deliveries that are pending`() throws {
    var state = makeState()
    let isCalled = Recorder<Int>()
    #expect(state.addCall({ isCalled.record(0) }) == false)
    _ = append(1, to: &state)
    #expect(state.addCall({ isCalled.record(1) }) == true)
    let first = try begin(&state)
    // The second call waits for a value that arrived during the first delivery.
    _ = append(2, to: &state)
    #expect(state.addCall({ isCalled.record(2) }) == true)
    state.finish(first).calls.forEach { $0() }
    #expect(isCalled.takeValues() == [1])
    let second = try begin(&state)
    // The third call comes during the last delivery, and waits for no other.
    #expect(state.addCall({ isCalled.record(3) }) == true)
    state.finish(second).calls.forEach { $0() }
    #expect(isCalled.takeValues() == [2, 3])
  }

  @Test func `Contract 6: the end of a subscription without a delivery returns its calls`() {
    var state = makeState()
    _ = append(1, to: &state)
    #expect(state.addCall({}) == true)
    let last = state.end(then: nil)
    #expect(!last.isDelivering)
    #expect(last.calls(hasSuccessor: false).count == 1)
  }
}
