// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// Compares random use of a store from several threads with a sequential model.
///
/// The model applies the actions in the order in which the store has reduced them.
@Suite struct StoreModelTests {
  @Test func `Contract 2, 7, 11, 12, 13, 15, 20, 23, 27, 28: runs agree with a model (Pitfall 17)`()
    async
  {
    await expectNoFailures { await Run(seed: $0).failures() }
  }
}

private enum Mode: Equatable, Sendable {
  case off
  case on(Item)

  var item: Item? { if case .on(let item) = self { item } else { nil } }
}

extension CasePath where Root == Mode, Value == Item {
  fileprivate static var on: Self { CasePath(embed: Mode.on) { $0.item } }
}

private struct Pair: Equatable, Sendable { var left = 0, right = 0 }

private struct App: Equatable, Sendable {
  var items = (0..<6).map { Item(id: $0) }
  var entities = Entities((0..<6).map { Item(id: $0) })
  var named = ["a": Item(id: 0), "b": Item(id: 1)]
  var selected: Item? = Item(id: 9)
  var mode = Mode.on(Item(id: 8))
  var numbers = [0, 0, 0, 0]
  var pair = Pair()
  var log: [Op] = []

  var sum: Int { numbers.reduce(0, +) }
}

/// A change, which is dispatched as one of several types of action, each with its own reducer.
private struct Op: Equatable {
  let thread: Int
  let number: Int
  let change: Change

  enum Change: Equatable {
    case item(Int, Int), entity(Int, Int), named(String), all(Int)
    case selected(Int), mode, pair(Int), whole(Int, Int)
  }

  func dispatch(to store: Store<App>) {
    switch change {
    case .item(let id, let value):
      store.dispatch(ElementOp(op: self, value: value), to: \.items, id: id)
    case .entity(let id, let value):
      store.scope(\.entities, id: id)?.dispatch(ElementOp(op: self, value: value))
    case .named(let key): store.dispatch(ElementOp(op: self, value: 1), to: \.named, id: key)
    case .all(let value): store.dispatch(ElementOp(op: self, value: value))
    case .selected(let value): store.dispatch(PartOp<Item>(op: self, value: value))
    case .mode: store.dispatch(PartOp<Mode>(op: self, value: 1))
    case .pair(let value): store.dispatch(PartOp<Pair>(op: self, value: value))
    case .whole(let kind, let value):
      store.dispatch(PartOp<App>(op: self, value: value, kind: kind))
    }
  }
}

private protocol Logged: Action { var op: Op { get } }

private struct ElementOp: Logged {
  let op: Op
  let value: Int
}

private struct PartOp<Part: Sendable>: Logged {
  let op: Op
  let value: Int
  var kind = 0
}

extension Item {
  fileprivate mutating func change(_ value: Int) {
    switch value % 4 {
    case 0: text += "x"
    case 1, 2: number += 1
    default: break
    }
  }
}

extension App {
  private mutating func changePair(_ value: Int) {
    pair.left = value % 2
    if value.isMultiple(of: 3) { pair.right += 1 }
  }

  private mutating func changeWhole(_ kind: Int, _ value: Int) {
    switch kind {
    case 0: items.removeAll { $0.id == value % 6 }
    case 1:
      if !items.contains(where: { $0.id == value % 6 }) {
        items.insert(Item(id: value % 6), at: value % (items.count + 1))
      }
    case 2: items.reverse()
    case 3: named["a"] = value.isMultiple(of: 2) ? nil : Item(id: value % 3)
    case 4: selected = value.isMultiple(of: 2) ? nil : Item(id: value % 3)
    case 5: mode = value.isMultiple(of: 2) ? .off : .on(Item(id: value % 3))
    case 6: numbers[value % 4] += 1
    case 7: if !items.isEmpty { items[value % items.count].number += 1 }
    case 8: entities.remove(id: value % 6)
    case 9: entities.insert(Item(id: value % 6), at: value % (entities.count + 1))
    case 10: entities.reverse()
    default: break
    }
  }

  mutating func apply(_ op: Op) {
    switch op.change {
    case .item(let id, let value):
      for index in items.indices where items[index].id == id { items[index].change(value) }
    case .entity(let id, let value): entities[id: id]?.change(value)
    case .named(let key): named[key]?.change(1)
    case .all(let value):
      for index in items.indices { items[index].change(value) }
      for id in entities.ids { entities[id: id]?.change(value) }
      for key in named.keys { named[key]?.change(value) }
    case .selected(let value): selected?.change(value)
    case .mode:
      if var item = mode.item {
        item.change(1)
        mode = .on(item)
      }
    case .pair(let value): changePair(value)
    case .whole(let kind, let value): changeWhole(kind, value)
    }
    log.append(op)
  }

  static let reducer = Reducer<App> {
    Reducer.updating { app, action in
      if let action = action as? any Logged { app.log.append(action.op) }
    }
    Reducer<Item>.updating(ElementOp.self) { $0.change($1.value) }.forEach(\.items, id: \.id)
    Reducer<Item>.updating(ElementOp.self) { $0.change($1.value) }.forEach(\.entities)
    Reducer<Item>.updating(ElementOp.self) { $0.change($1.value) }.forEach(\.named)
    Reducer<Item>.updating(PartOp<Item>.self) { $0.change($1.value) }.ifPresent(\.selected)
    Reducer<Item>.updating(PartOp<Mode>.self) { $0.change($1.value) }.ifCase(\.mode, .on)
    Reducer.updating(PartOp<Pair>.self) { $0.changePair($1.value) }
    Reducer.updating(PartOp<App>.self) { $0.changeWhole($1.kind, $1.value) }
  }
}

/// A part of the state that is observed: how to read it in the model, and its scope.
private struct Part: Sendable {
  /// Returns the value as text, or `nil` while it is absent or has another ID.
  let read: @Sendable (App, _ id: Int?) -> String?
  let observe: @Sendable (Store<App>, Delivery, DispatchQueue?) -> Observation?

  init<Local: Sendable>(
    _ scope: @escaping @Sendable (Store<App>) -> Store<Local>?,
    _ read: @escaping @Sendable (App) -> Local?
  ) {
    self.read = { app, _ in read(app).map { "\($0)" } }
    observe = { store, delivery, queue in
      scope(store).map { Observation($0, id: nil, delivery, queue) }
    }
  }

  /// A part of a value with an ID.
  init<Local: Sendable>(
    of item: @escaping @Sendable (Store<App>) -> Store<Item>?,
    _ read: @escaping @Sendable (App) -> Item?,
    _ part: @escaping @Sendable (Store<Item>) -> Store<Local>,
    _ readPart: @escaping @Sendable (Item) -> Local
  ) {
    self.read = { app, id in
      read(app).flatMap { $0.id == id ? "\(readPart($0))" : nil }
    }
    observe = { store, delivery, queue in
      item(store).map { Observation(part($0), id: $0.state.id, delivery, queue) }
    }
  }

  init(
    of item: @escaping @Sendable (Store<App>) -> Store<Item>?,
    _ read: @escaping @Sendable (App) -> Item?
  ) {
    self.init(of: item, read, { $0 }, { $0 })
  }

  /// Parts that always exist, and others.
  static let present = [
    Part({ $0.scope(\.numbers) }, { $0.numbers }),
    Part({ $0.scope(\.pair) }, { $0.pair }),
    Part({ $0.scope(\.pair).scope(\.left) }, { $0.pair.left }),
    Part({ $0.scope(\.sum) }, { $0.sum }),
    Part({ $0.scope { $0.numbers.count } }, { $0.numbers.count }),
    Part({ $0.derive(\.items, \.sum) { [$0.count, $1] } }, { [$0.items.count, $0.sum] }),
  ]

  static let all =
    present
    + (0..<6).flatMap { id in
      [
        Part({ $0.scope(\.items, id: id) }, { $0.items.first { $0.id == id } }),
        Part(
          { $0.scope(\.items, id: id)?.scope(\.text) }, { $0.items.first { $0.id == id }?.text }),
        Part({ $0.scope(\.entities, id: id) }, { $0.entities[id: id] }),
      ]
    } + [
      Part(of: { $0.scope(\.named, id: "a") }, { $0.named["a"] }),
      Part(of: { $0.scope(\.named, id: "b") }, { $0.named["b"] }),
      Part(of: { $0.ifPresent(\.selected) }, { $0.selected }),
      Part(
        of: { $0.ifPresent(\.selected) }, { $0.selected }, { $0.scope { $0.number % 3 } },
        { $0.number % 3 }),
      Part(of: { $0.ifCase(\.mode, .on) }, { $0.mode.item }),
    ]
}

private struct Observation: Sendable {
  let received = Recorder<String>()
  let token: Disposable
  /// The ID of the observed value, if it has one.
  let id: Int?
  let last: @Sendable () -> String

  init<Local: Sendable>(
    _ scope: Store<Local>, id: Int?, _ delivery: Delivery, _ queue: DispatchQueue?
  ) {
    token = scope.observe(on: queue, delivery: delivery) { [received] in received.record("\($0)") }
    self.id = id
    last = { "\(scope.state)" }
  }
}

/// Describes how received values differ from those of the model after each prefix of the actions.
///
/// With `.every`, they are a run of the changes, with `.latest` some of them in order. None comes
/// twice in a row, and a live observer receives the last one. One that began when the part had
/// disappeared receives the value that the part had when its scope was created.
private func failures(
  of received: [String], comparedWith values: [String?], _ delivery: Delivery, isAlive: Bool
) -> [String] {
  var changes: [String] = []
  for case let value? in values where value != changes.last { changes.append(value) }
  let description = "\(delivery): received \(received) of \(changes)"
  if zip(received, received.dropFirst()).contains(where: ==) {
    return ["twice in a row: \(description)"]
  }
  let canBeLate = values.last == .some(nil) && received.count == 1
  if isAlive, !canBeLate, received.last != changes.last {
    return ["not the last value: \(description)"]
  }
  if delivery == .every {
    let isRun = changes.indices.contains { changes[$0...].starts(with: received) }
    return isRun ? [] : ["not a run of the changes: \(description)"]
  }
  var rest = changes[...]
  for value in received {
    guard let index = rest.firstIndex(of: value) else { return ["out of order: \(description)"] }
    rest = rest[index...]
  }
  return []
}

private struct Run {
  let seed: UInt64
  let store = Store(state: App(), reducer: App.reducer)

  private struct Observer {
    let part: Part
    let delivery: Delivery
    /// Whether the observer stays subscribed until the end of the run.
    let isAlive: Bool
    let observation: Observation
  }

  func failures() async -> [String] {
    let actions = store.scope(\.pair).recordActions { _, action in (action as? any Logged)?.op }
    let observers = Recorder<Observer>()
    let services = Recorder<(part: Part, service: ServiceRecorder<String>)>()
    let added = Recorder<Disposable>()
    let serial = DispatchQueue(label: "runnel.model.serial")
    await onThreads(3) { thread in
      var random = ModelRandom(seed: seed, thread: thread)
      var own: [Disposable] = []
      for number in 0..<30 {
        let value = Int.random(in: 0..<100, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<6:
          let change: Op.Change =
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1: .item(value % 6, value / 6)
            case 2, 10: .entity(value % 6, value / 6)
            case 11: .all(value)
            case 3: .named(value.isMultiple(of: 2) ? "a" : "b")
            case 4: .selected(value)
            case 5: .mode
            case 6: .pair(value)
            default: .whole(Int.random(in: 0..<12, using: &random), value)
            }
          Op(thread: thread, number: number, change: change).dispatch(to: store)
        case 6, 7, 8:
          let part = Part.all[value % Part.all.count]
          let delivery = Bool.random(using: &random) ? Delivery.every : .latest
          let queue = [nil, serial, .global()][Int.random(in: 0..<3, using: &random)]
          guard let observation = part.observe(store, delivery, queue) else { continue }
          let isAlive = Bool.random(using: &random)
          if !isAlive { own.append(observation.token) }
          observers.record(
            Observer(part: part, delivery: delivery, isAlive: isAlive, observation: observation))
        case 9:
          if !own.isEmpty { own.remove(at: value % own.count).dispose() }
        case 10:
          let part = Part.present[value % Part.present.count]
          let queue = Bool.random(using: &random) ? serial : .global()
          let service = ServiceRecorder("-", queue: queue)
          service.connect(to: store) { app, _ in part.read(app, nil) ?? "" }
          services.record((part, service))
        default:
          // A reducer without effect changes the table of reducers during dispatch.
          added.record(store.add(reducer: .updating { _, _ in }))
        }
      }
      own.forEach { $0.dispose() }
    }
    await store.settled()

    var states = [App()]
    for op in store.state.log {
      var state = states[states.count - 1]
      state.apply(op)
      states.append(state)
    }
    var found: [String] = []
    if store.state != states.last { found.append("the state differs from that of its actions") }
    if actions.values != store.state.log { found.append("the listener received other actions") }
    for thread in 0..<3 {
      let numbers = store.state.log.filter { $0.thread == thread }.map(\.number)
      if numbers != numbers.sorted() { found.append("thread \(thread) is out of order") }
    }
    for observer in observers.takeValues() {
      let (part, observation) = (observer.part, observer.observation)
      let values = states.map { part.read($0, observation.id) }
      found += RunnelTests.failures(
        of: observation.received.values, comparedWith: values, observer.delivery,
        isAlive: observer.isAlive)
      let last = observation.received.values.last
      if observer.isAlive, observation.last() != last {
        found.append("a scope does not keep the last value \(last ?? "")")
      }
      observation.token.dispose()
    }
    for (part, service) in services.takeValues() {
      found += RunnelTests.failures(
        of: service.values, comparedWith: states.map { part.read($0, nil) }, .every, isAlive: true)
    }
    added.values.forEach { $0.dispose() }
    actions.dispose()
    // What ends while another thread reads the state is removed by the drain.
    await store.settled()
    if !store.isUnused { found.append("connections or slices are left: \(store.connections)") }
    // No block of the queue keeps the engine when the process ends: leaks are looked for then.
    await store.queueIsFree()
    return found
  }
}
