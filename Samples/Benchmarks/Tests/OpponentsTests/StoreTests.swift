// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Opponents
import Synchronization
import TestSupport
import Testing

struct StoreTests {
  @Test(arguments: Kind.allCases)
  func `No action is lost, even from several threads`(kind: Kind) async throws {
    try await onOwnThread {
      let end = DispatchSemaphore(value: 0)
      let store = kind.makeStore { state in if state.count == 400 { end.signal() } }
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for _ in 0..<100 { store.dispatch(.increment) }
      }
      end.wait()
      #expect(store.current.count == 400)
      store.close()
    }
  }

  @Test(arguments: Kind.allCases)
  func `Actions of one thread are reduced in dispatch order`(kind: Kind) async throws {
    try await onOwnThread {
      let end = DispatchSemaphore(value: 0)
      let store = kind.makeStore { state in if state.letters.count == 26 { end.signal() } }
      for letter in "abcdefghijklmnopqrstuvwxyz" { store.dispatch(.append(letter)) }
      end.wait()
      #expect(store.current.letters == "abcdefghijklmnopqrstuvwxyz")
      store.close()
    }
  }

  @Test(arguments: Kind.allCases)
  func `An observer receives the current value, and each new value once`(kind: Kind) async throws {
    try await onOwnThread {
      let notified = Received()
      let store = kind.makeStore()
      store.observe(\.count) { notified.add($0) }
      #expect(notified.next() == 0)
      for value in 1...3 {
        store.dispatch(.increment)
        // A change of another slice is not delivered.
        store.dispatch(.append("a"))
        #expect(notified.next() == value)
      }
      store.dispatch(.append("b"))
      store.dispatch(.increment)
      #expect(notified.next() == 4)
      store.close()
      #expect(notified.all == [0, 1, 2, 3, 4])
    }
  }

  @Test(arguments: Kind.allCases)
  func `Stores that deliver each change deliver each one of a burst`(kind: Kind) async throws {
    try await onOwnThread {
      let notified = Received()
      let store = kind.makeStore()
      guard !type(of: store).isCoalescing else { return }
      store.observe(\.count) { notified.add($0) }
      #expect(notified.next() == 0)
      for _ in 1...50 { store.dispatch(.increment) }
      #expect((1...50).map { _ in notified.next() } == Array(1...50))
      store.close()
    }
  }

  @Test(arguments: Kind.allCases)
  func `An observer receives nothing after it has ended`(kind: Kind) async throws {
    try await onOwnThread {
      let (ended, other) = (Received(), Received())
      let isReleased = DispatchSemaphore(value: 0)
      let store = kind.makeStore()
      let ending = observe(store, ended) { isReleased.signal() }
      store.observe(\.letters) { other.add($0.count) }
      #expect(ended.next() == 0)
      #expect(other.next() == 0)
      ending()
      // Some stores end it later. It has ended when its closure is released.
      isReleased.wait()
      store.dispatch(.increment)
      store.dispatch(.append("a"))
      #expect(other.next() == 1)
      #expect(ended.all == [0])
      store.close()
    }
  }

  /// Observes the count, and calls `released` when the observer's closure is released.
  private func observe(
    _ store: any ActionStore<Model, Change>,
    _ notified: Received,
    released: @escaping @Sendable () -> Void
  ) -> Ending {
    let lifetime = Lifetime(released)
    return store.observe(\.count) { value in
      withExtendedLifetime(lifetime) { notified.add(value) }
    }
  }

  @Test(arguments: Kind.allCases)
  func `A view receives the last of many changes, on the main actor`(kind: Kind) async throws {
    try await onOwnThread {
      let end = DispatchSemaphore(value: 0)
      let shown = Received()
      let store = kind.makeStore()
      store.show(\.count) { value in
        shown.add(value)
        if value == 1_000 { end.signal() }
      }
      #expect(shown.next() == 0)
      for _ in 1...1_000 { store.dispatch(.increment) }
      end.wait()
      #expect(shown.all == shown.all.sorted())
      #expect(shown.all.last == 1_000)
      store.close()
    }
  }
}

/// The kinds of stores.
enum Kind: String, CaseIterable, Sendable {
  case blocks, stream, subject, observable

  func makeStore(
    _ reduced: @escaping @Sendable (Model) -> Void = { _ in }
  ) -> any ActionStore<Model, Change> {
    let reducer: @Sendable (inout Model, Change) -> Void = { state, action in
      switch action {
      case .increment: state.count += 1
      case .append(let letter): state.letters.append(letter)
      }
      reduced(state)
    }
    switch self {
    case .blocks: return BlockStore(state: Model(), reducer: reducer)
    case .stream: return StreamStore(state: Model(), reducer: reducer)
    case .subject: return SubjectStore(state: Model(), reducer: reducer)
    case .observable: return ObservableStore(state: Model(), reducer: reducer)
    }
  }
}

struct Model: Equatable, Sendable {
  var count = 0
  var letters = ""
}

enum Change: Sendable {
  case increment
  case append(Character)
}

/// An object that calls a closure when it is deallocated.
private final class Lifetime: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

/// The values that an observer received, in order.
private final class Received: Sendable {
  private let values = Mutex<(all: [Int], taken: Int)>(([], 0))
  private let isAvailable = DispatchSemaphore(value: 0)

  var all: [Int] { values.withLock { $0.all } }

  func add(_ value: Int) {
    values.withLock { $0.all.append(value) }
    isAvailable.signal()
  }

  /// Waits for the next value.
  func next() -> Int {
    isAvailable.wait()
    return values.withLock { values in
      values.taken += 1
      return values.all[values.taken - 1]
    }
  }
}
