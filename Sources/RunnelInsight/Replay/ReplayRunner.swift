// SPDX-License-Identifier: MIT

import Runnel
import RunnelShrinking

/// The reducers of a replay, for one thread at a time, which find whom an action is for by its
/// recorded address.
final class ReplayRunner<State: Sendable> {
  private let runner: ReducerRunner
  private let patterns: [[AddressStep]]
  private var addresses: [String: Address] = [:]

  init(_ reducer: Reducer<State>) {
    runner = ReducerRunner(reducer.compiled)
    patterns = reducer.compiled.addresses
  }

  /// Updates a state in response to a recorded action whose address exists, and drops the effects.
  func reduce(_ state: inout State, _ recorded: RecordedAction) {
    guard let action = recorded.action else { return }
    withUnsafeMutablePointer(to: &state) { state in
      var address: Address?
      if let text = recorded.address {
        address = self.address(text, in: state)
        if address == nil { return }
      }
      runner.reduce(state, action, to: address)
    }
    if let restored = action as? RestoredState<State> { state = restored.state }
  }

  /// Returns whether reducers can belong to an address, of any element, since elements come and go.
  func hasAddress(_ description: String) -> Bool {
    readings(of: description) { _, _ in true }
  }

  /// Returns the arguments for the address of an action in the call of a reducer, in Swift.
  func target(of recorded: RecordedAction, in state: State) -> String {
    guard let text = recorded.address else { return "" }
    let address = withUnsafePointer(to: state) { self.address(text, in: $0) }
    if let source = address?.source { return source }
    // Not its text: an ID can contain the end of the placeholder.
    return ", <#the address of action \(recorded.number)#>"
  }

  /// Returns the address with a description, or `nil` if the state has no such element.
  private func address(_ description: String, in state: UnsafeRawPointer) -> Address? {
    // Another element can have come that has an ID with the same description.
    if let known = addresses[description], runner.contains(known, in: state) { return known }
    var found: Address?
    _ = readings(of: description) { pattern, ids in
      found = resolve(pattern[...], ids[...], in: state)
      return found != nil
    }
    guard let found else { return nil }
    // Elements come and go.
    if addresses.count >= 1_024 { addresses = [:] }
    addresses[description] = found
    return found
  }

  private func resolve(
    _ steps: ArraySlice<AddressStep>, _ ids: ArraySlice<String>, in value: UnsafeRawPointer
  ) -> Address? {
    guard let step = steps.first, let id = ids.first else { return nil }
    let (steps, ids) = (steps.dropFirst(), ids.dropFirst())
    switch step {
    case .instance(let address):
      return steps.isEmpty ? address : resolve(steps, ids, in: value).map(address.appending)
    case .element(let place):
      var found: Address?
      place.find(in: value, where: { $0 == id }) { address, element in
        found = steps.isEmpty ? address : resolve(steps, ids, in: element).map(address.appending)
      }
      return found
    }
  }

  private typealias Text = Substring.UnicodeScalarView
  /// The longest description that can be one of an address: each is parsed once per pattern.
  private static var maximalLength: Int { 4_096 }
  /// The number of readings that are tried: an ID can contain what stands around IDs.
  private static var maximalCount: Int { 1_000 }

  /// Calls `body` with a pattern and the IDs of each way to read a description, until it is `true`.
  private func readings(of description: String, _ body: ([AddressStep], [String]) -> Bool) -> Bool {
    guard description.utf8.count <= Self.maximalLength else { return false }
    var count = 0
    for pattern in patterns {
      let isFound = read(
        pattern[...], Substring(description).unicodeScalars, behind: nil, [], &count
      ) { body(pattern, $0) }
      if isFound { return true }
    }
    return false
  }

  private func read(
    _ steps: ArraySlice<AddressStep>, _ text: Text, behind outer: AddressStep?, _ ids: [String],
    _ count: inout Int, _ body: ([String]) -> Bool
  ) -> Bool {
    guard let step = steps.first else {
      count += 1
      return text.isEmpty && body(ids)
    }
    if count > Self.maximalCount { return false }
    let rest = steps.dropFirst()
    let isInElement = if case .element = outer { true } else { false }
    switch step {
    case .instance(let address):
      let space = outer == nil ? "" : " "
      guard let behind = text.dropping(space + address.description) else { return false }
      return read(rest, behind, behind: step, ids + [address.description], &count, body)
    case .element(let place):
      // Version 1 of the format had only screens, without their stacks: `screen 3 screen 1`.
      if place.element != nil, let id = text.dropping(outer == nil ? "screen " : " screen ") {
        let end = id.firstIndex(of: " ") ?? id.endIndex
        let ids = ids + [String(Substring(id[..<end]))]
        return read(rest, id[end...], behind: step, ids, &count, body)
      }
      let before = isInElement ? "" : outer == nil ? "\\" : " \\"
      guard let id = text.dropping(before + place.text + "[") else { return false }
      for end in id.indices where id[end] == "]" {
        let ids = ids + [String(Substring(id[..<end]))]
        let behind = id[id.index(after: end)...]
        if read(rest, behind, behind: step, ids, &count, body) { return true }
      }
      return false
    }
  }
}

extension Substring.UnicodeScalarView {
  /// Returns what is behind a prefix, or `nil` if the text begins otherwise, by scalars: an ID can
  /// begin with one that joins the character in front of it.
  fileprivate func dropping(_ prefix: String) -> Substring.UnicodeScalarView? {
    starts(with: prefix.unicodeScalars) ? dropFirst(prefix.unicodeScalars.count) : nil
  }
}

enum AddressStep: Equatable, Sendable {
  case instance(Address)
  case element(Place)
}

extension [CompiledReducer] {
  /// The addresses for which there are reducers, from the outside in, and those around them.
  var addresses: [[AddressStep]] {
    var all: [[AddressStep]] = []
    func add(_ reducers: [CompiledReducer], in outer: [AddressStep], _ way: [Step]) {
      for reducer in reducers {
        var (address, way) = (outer, way)
        // A step to elements lies outside of an instance.
        for step in reducer.steps {
          if let elements = step.manyElements {
            address.append(.element(Place(way, to: elements)))
            way = []
          } else {
            way.append(step)
          }
        }
        var own = reducer.address
        while let step = own {
          if step.place == nil { address.append(.instance(Address(instance: step.id))) }
          own = step.inner
        }
        if !address.isEmpty, !all.contains(address) { all.append(address) }
        add(reducer.parts, in: address, way)
      }
    }
    add(self, in: [], [])
    return all
  }
}
