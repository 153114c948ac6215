// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// Composed reducers, scopes into what comes and goes, and derived stores, used from several threads at
/// random, and compared with a plain model: the states after each prefix of the actions.
@Suite struct PresenceModelTests {
  @Test("Contract 7, 12, 27, 28: a thousand random runs of composed features agree with the model")
  func randomRuns() async {
    for seed in ModelSeeds.all {
      let failures = await Run(seed: seed).failures()
      for failure in failures.prefix(3) {
        Issue.record("seed \(seed): \(failure) (run it alone with RUNNEL_SEED=\(seed))")
      }
      if !failures.isEmpty { return }
    }
  }
}

private struct Item: Equatable, Sendable, Identifiable {
  var id: Int
  var text = ""
  var flag = false
  var number = 0
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

/// One kind of action for a type each, so that each enters other reducers.
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
  case 1: item.flag.toggle()
  case 2: item.number += 1
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
  /// What the composed reducer does, done by hand.
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
    Reducer<Item>.on(ItemOp.self) { changeItem(&$0, $1.value) }.forEach(\.items, id: \.id)
    Reducer<Item>.on(NamedOp.self) { item, _ in item.number += 1 }.forEach(\.named)
    Reducer<Item>.on(SelectedOp.self) { changeItem(&$0, $1.value) }.ifPresent(\.selected)
    Reducer<Item>.on(ModeOp.self) { item, _ in item.number += 1 }.ifCase(\.mode, .on)
    Reducer.on(WholeOp.self) { changeWhole(&$0, $1.kind, $1.value) }
  }

  /// What the observers look at, each as text, if it is there.
  func slice(_ index: Int) -> String? {
    switch index {
    case 0..<6: return items.first { $0.id == index }.map { "\($0)" }
    case 6..<12: return items.first { $0.id == index - 6 }?.text
    case 12: return named["a"].map { "\($0)" }
    case 13: return named["b"].map { "\($0)" }
    case 14: return selected.map { "\($0)" }
    case 15: return selected.map { "\($0.flag)" }
    case 16:
      guard case .on(let item) = mode else { return nil }
      return "\(item)"
    default: return "\(items.count) \(counter)"
    }
  }

  static let sliceCount = 18

  /// A store of one of them.
  static func observe(
    _ index: Int, of store: Store<App>, _ delivery: Delivery, on queue: DispatchQueue?,
    _ told: Recorder<String>
  ) -> (Disposable, last: @Sendable () -> String)? {
    func observe<Local: Sendable>(
      _ scope: Store<Local>?
    ) -> (Disposable, last: @Sendable () -> String)? {
      guard let scope else { return nil }
      let token = scope.observe(on: queue, delivery: delivery) { told.record("\($0)") }
      return (token, { "\(scope.state)" })
    }
    return switch index {
    case 0..<6: observe(store.scope(\.items, id: index))
    case 6..<12: observe(store.scope(\.items, id: index - 6)?.scope(\.text))
    case 12: observe(store.scope(\.named, key: "a"))
    case 13: observe(store.scope(\.named, key: "b"))
    case 14: observe(store.scope(ifPresent: \.selected))
    case 15: observe(store.scope(ifPresent: \.selected)?.scope { $0.flag })
    case 16: observe(store.scope(\.mode, ifCase: .on))
    default: observe(store.derive(\.items, \.counter) { "\($0.count) \($1)" })
    }
  }
}

private final class Observer: Sendable {
  let slice: Int
  let delivery: Delivery
  let told = Recorder<String>()
  let isAlive: Bool
  let token: Disposable
  let last: @Sendable () -> String

  init?(
    _ store: Store<App>, on queue: DispatchQueue?, using random: inout ModelRandom
  ) {
    slice = Int.random(in: 0..<App.sliceCount, using: &random)
    delivery = Bool.random(using: &random) ? .every : .latest
    isAlive = Bool.random(using: &random)
    guard let (token, last) = App.observe(slice, of: store, delivery, on: queue, told)
    else { return nil }
    self.token = token
    self.last = last
  }
}

private struct Run {
  let seed: UInt64

  func failures() async -> [String] {
    let store = Store(
      state: App(),
      reducer: Reducer {
        Reducer(log)
        App.reducer
      })
    let observers = Locked<[Observer]>([])
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
          guard let observer = Observer(store, on: queue, using: &random) else { continue }
          if !observer.isAlive, Bool.random(using: &random) { observer.token.dispose() }
          observers.withLock { $0.append(observer) }
        default:
          // A reducer that changes nothing, to have the table change under way.
          added.record(store.add { _, _ in })
        }
      }
    }
    observers.withLock { $0 }.filter { !$0.isAlive }.forEach { $0.token.dispose() }
    await store.settled()

    var model = App()
    var states = [model]
    for op in store.state.log {
      model.apply(op)
      states.append(model)
    }
    var failures: [String] = []
    if store.state != model { failures.append("the state is not that of its actions") }
    failures += observers.withLock { $0 }.flatMap { check($0, states) }
    observers.withLock { observers in
      observers.forEach { $0.token.dispose() }
      observers = []
    }
    added.values.forEach { $0.dispose() }
    await store.settled()
    if !store.connections.isEmpty { failures.append("connections are left: \(store.connections)") }
    if !store.engine.watches.isEmpty { failures.append("watches are left") }
    if store.engine.registry.count != 1 { failures.append("nodes are left") }
    return failures
  }

  private func check(_ observer: Observer, _ states: [App]) -> [String] {
    let told = observer.told.values
    var changes: [String] = []
    for case let value? in states.map({ $0.slice(observer.slice) }) where value != changes.last {
      changes.append(value)
    }
    let what = "slice \(observer.slice), \(observer.delivery): told \(told) of \(changes)"
    if zip(told, told.dropFirst()).contains(where: ==) { return ["twice in a row: \(what)"] }
    if observer.isAlive {
      if told.last != changes.last { return ["not the last value: \(what)"] }
      if observer.last() != changes.last { return ["does not keep the last value: \(what)"] }
    }
    switch observer.delivery {
    case .every:
      let starts = changes.indices.filter { changes[$0...].starts(with: told) }
      return starts.isEmpty ? ["not a run of the changes: \(what)"] : []
    case .latest:
      var rest = changes[...]
      for value in told {
        guard let index = rest.firstIndex(of: value) else { return ["out of order: \(what)"] }
        rest = rest[index...]
      }
      return []
    }
  }
}
