// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

/// Compares random use of composed reducers, scopes and derived stores with a sequential model.
@Suite struct ScopeModelTests {
  @Test func `Contract 7, 12, 27, 28: random runs of features agree with the model`() async {
    await expectNoFailures { await Run(seed: $0).failures() }
  }
}

private enum Mode: Equatable, Sendable {
  case off
  case on(Item)
}

extension CasePath where Root == Mode, Value == Item {
  fileprivate static var on: Self {
    CasePath(embed: Mode.on) { if case .on(let item) = $0 { item } else { nil } }
  }
}

private struct App: Equatable, Sendable {
  var items = (0..<6).map { Item(id: $0) }
  var named = ["a": Item(id: 0), "b": Item(id: 1)]
  var selected: Item? = Item(id: 9)
  var mode = Mode.on(Item(id: 8))
  var counter = 0
  var log: [Op] = []
}

/// A change, which is dispatched as one of several types of action, each with its own reducer.
private struct Op: Action, Equatable {
  let thread: Int
  let number: Int
  let change: Change

  enum Change: Equatable {
    case item(Int, Int), named(String), selected(Int), mode, whole(Int, Int)
  }
}

private struct ItemOp: ElementAction {
  let op: Op
  let elementID: Int
  let value: Int
}

private struct NamedOp: ElementAction {
  let op: Op
  let elementID: String
}

private struct SelectedOp: Action {
  let op: Op
  let value: Int
}

private struct ModeOp: Action { let op: Op }

private struct WholeOp: Action {
  let op: Op
  let kind: Int
  let value: Int
}

extension Op {
  var action: any Action {
    switch change {
    case .item(let id, let value): ItemOp(op: self, elementID: id, value: value)
    case .named(let key): NamedOp(op: self, elementID: key)
    case .selected(let value): SelectedOp(op: self, value: value)
    case .mode: ModeOp(op: self)
    case .whole(let kind, let value): WholeOp(op: self, kind: kind, value: value)
    }
  }
}

private func log(_ state: inout App, _ action: any Action) {
  let op: Op? =
    switch action {
    case let action as ItemOp: action.op
    case let action as NamedOp: action.op
    case let action as SelectedOp: action.op
    case let action as ModeOp: action.op
    case let action as WholeOp: action.op
    default: nil
    }
  if let op { state.log.append(op) }
}

private func changeItem(_ item: inout Item, _ value: Int) {
  switch value % 4 {
  case 0: item.text += "x"
  case 1, 2: item.number += 1
  default: break
  }
}

private func changeWhole(_ state: inout App, _ kind: Int, _ value: Int) {
  switch kind {
  case 0: state.items.removeAll { $0.id == value % 6 }
  case 1:
    if !state.items.contains(where: { $0.id == value % 6 }) {
      state.items.insert(Item(id: value % 6), at: value % (state.items.count + 1))
    }
  case 2: state.items.reverse()
  case 3: state.named["a"] = value.isMultiple(of: 2) ? nil : Item(id: value % 3)
  case 4: state.selected = value.isMultiple(of: 2) ? nil : Item(id: value % 3)
  case 5: state.mode = value.isMultiple(of: 2) ? .off : .on(Item(id: value % 3))
  case 6: state.counter += 1
  default:
    if !state.items.isEmpty { state.items[value % state.items.count].number += 1 }
  }
}

extension App {
  /// Changes the model as the composed reducer changes the state.
  mutating func apply(_ op: Op) {
    switch op.change {
    case .item(let id, let value):
      for index in items.indices where items[index].id == id { changeItem(&items[index], value) }
    case .named(let key):
      if named[key] != nil { named[key]?.number += 1 }
    case .selected(let value):
      if var item = selected {
        changeItem(&item, value)
        selected = item
      }
    case .mode:
      if case .on(var item) = mode {
        item.number += 1
        mode = .on(item)
      }
    case .whole(let kind, let value):
      changeWhole(&self, kind, value)
    }
    log.append(op)
  }

  static let reducer = Reducer<App> {
    Reducer<Item>.updating(ItemOp.self) { changeItem(&$0, $1.value) }.forEach(\.items, id: \.id)
    Reducer<Item>.updating(NamedOp.self) { item, _ in item.number += 1 }.forEachValue(of: \.named)
    Reducer<Item>.updating(SelectedOp.self) { changeItem(&$0, $1.value) }.ifPresent(\.selected)
    Reducer<Item>.updating(ModeOp.self) { item, _ in item.number += 1 }.ifCase(\.mode, .on)
    Reducer.updating(WholeOp.self) { changeWhole(&$0, $1.kind, $1.value) }
  }

  /// Returns an observed slice as text, or `nil` while it is absent.
  ///
  /// A slice of a value with an identity is absent while the value has another one.
  func slice(_ index: Int, _ identity: Int?) -> String? {
    func identified(_ item: Item?) -> Item? { item.flatMap { $0.id == identity ? $0 : nil } }
    switch index {
    case 0..<6: return items.first { $0.id == index }.map { "\($0)" }
    case 6..<12: return items.first { $0.id == index - 6 }?.text
    case 12: return identified(named["a"]).map { "\($0)" }
    case 13: return identified(named["b"]).map { "\($0)" }
    case 14: return identified(selected).map { "\($0)" }
    case 15: return identified(selected).map { "\($0.number % 3)" }
    case 16:
      guard case .on(let item) = mode, item.id == identity else { return nil }
      return "\(item)"
    default: return "\(items.count) \(counter)"
    }
  }

  static let sliceCount = 18

  /// Observes a slice, if it exists.
  ///
  /// Returns the subscription and a closure that reads the slice through its scope.
  static func observe(
    with observer: ModelObserver, of store: Store<App>, on queue: DispatchQueue?
  ) -> Subscription? {
    func observe<Local: Sendable>(_ scope: Store<Local>?, of item: Store<Item>?) -> Subscription? {
      guard let scope else { return nil }
      let token = scope.observe(on: queue, delivery: observer.delivery) {
        observer.received.record("\($0)")
      }
      return Subscription(observer: observer, token: token, identity: item?.state.id) {
        "\(scope.state)"
      }
    }
    func observe(_ item: Store<Item>?) -> Subscription? { observe(item, of: item) }
    let index = observer.slice
    return switch index {
    case 0..<6: observe(store.scope(\.items, id: index))
    case 6..<12: observe(store.scope(\.items, id: index - 6)?.scope(\.text), of: nil)
    case 12: observe(store.scope(\.named, key: "a"))
    case 13: observe(store.scope(\.named, key: "b"))
    case 14: observe(store.ifPresent(\.selected))
    case 15:
      store.ifPresent(\.selected).flatMap { item in
        observe(item.scope { $0.number % 3 }, of: item)
      }
    case 16: observe(store.ifCase(\.mode, .on))
    default: observe(store.derive(\.items, \.counter) { "\($0.count) \($1)" }, of: nil)
    }
  }
}

private struct Subscription: Sendable {
  let observer: ModelObserver
  let token: Disposable
  /// The ID of the observed value, if it has an identity.
  let identity: Int?
  let last: @Sendable () -> String
}

private struct Run {
  let seed: UInt64

  func failures() async -> [String] {
    let store = Store(
      state: App(),
      reducer: Reducer {
        Reducer.updating(log)
        App.reducer
      })
    let subscriptions = Recorder<Subscription>()
    let serial = DispatchQueue(label: "runnel.model.serial")
    let added = Recorder<Disposable>()

    await onThreads(3) { thread in
      var random = ModelRandom(seed: seed, thread: thread)
      for number in 0..<20 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6:
          let value = Int.random(in: 0..<100, using: &random)
          let change: Op.Change =
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2: .item(value % 6, value / 6)
            case 3: .named(value.isMultiple(of: 2) ? "a" : "b")
            case 4: .selected(value)
            case 5: .mode
            default: .whole(Int.random(in: 0..<8, using: &random), value)
            }
          store.dispatch(Op(thread: thread, number: number, change: change).action)
        case 6, 7, 8:
          let queues: [DispatchQueue?] = [nil, serial, .global()]
          let queue = queues[Int.random(in: 0..<3, using: &random)]
          let observer = ModelObserver(
            slice: Int.random(in: 0..<App.sliceCount, using: &random),
            delivery: Bool.random(using: &random) ? .every : .latest,
            isAlive: Bool.random(using: &random))
          guard let subscription = App.observe(with: observer, of: store, on: queue)
          else { continue }
          if !observer.isAlive, Bool.random(using: &random) { subscription.token.dispose() }
          subscriptions.record(subscription)
        default:
          // A reducer without effect changes the table of reducers during dispatch.
          added.record(store.add(reducer: .updating { _, _ in }))
        }
      }
    }
    for subscription in subscriptions.values where !subscription.observer.isAlive {
      subscription.token.dispose()
    }
    await store.settled()

    var model = App()
    var states = [model]
    for op in store.state.log {
      model.apply(op)
      states.append(model)
    }
    var failures: [String] = []
    if store.state != model { failures.append("the state differs from that of its actions") }
    for subscription in subscriptions.takeValues() {
      let observer = subscription.observer
      let values = states.map { $0.slice(observer.slice, subscription.identity) }
      failures += observer.failures(comparedWith: values)
      if observer.isAlive, let last = values.last(where: { $0 != nil }), subscription.last() != last
      {
        failures.append("slice \(observer.slice) does not keep the last value \(last ?? "")")
      }
      subscription.token.dispose()
    }
    added.values.forEach { $0.dispose() }
    await store.settled()
    if !store.isUnused { failures.append("connections or slices are left: \(store.connections)") }
    return failures
  }
}
