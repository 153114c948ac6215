// SPDX-License-Identifier: MIT

import Runnel

/// The reducers of a replay, which find whom an action is for by its recorded address.
///
/// Use it from one thread at a time.
final class ReplayRunner<State: Sendable> {
  private let runner: ReducerRunner
  /// The addresses for which there are reducers.
  private let patterns: AddressPatterns
  /// The addresses of the last actions, by their descriptions.
  private var addresses: [String: Address] = [:]

  init(_ reducer: Reducer<State>) {
    runner = ReducerRunner(reducer.compiled)
    patterns = AddressPatterns(reducer.compiled)
  }

  /// Updates a state in response to a recorded action, and drops the effects.
  ///
  /// Nothing happens if the address doesn't exist.
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

  /// Returns whether reducers can belong to an address.
  ///
  /// Any element of a collection counts, because elements come and go.
  func hasAddress(_ description: String) -> Bool { patterns.contains(description) }

  private func address(_ description: String, in state: UnsafeRawPointer) -> Address? {
    // Another element can have come that has an ID with the same description.
    if let known = addresses[description], runner.contains(known, in: state) { return known }
    guard let found = patterns.address(description, in: state) else { return nil }
    // Elements come and go.
    if addresses.count >= 1_024 { addresses = [:] }
    addresses[description] = found
    return found
  }
}

/// The addresses for which reducers are composed, to find one by its description.
struct AddressPatterns {
  private let patterns: Set<[AddressStep]>
  /// The longest description that can be one of an address: each is parsed once per pattern.
  private static var maximalLength: Int { 4_096 }

  init(_ reducers: [CompiledReducer]) {
    patterns = reducers.addresses
  }

  /// Returns whether a description is that of an address, whatever the IDs of elements are.
  func contains(_ description: String) -> Bool {
    guard description.utf8.count <= Self.maximalLength else { return false }
    return patterns.contains { canMatch($0[...], description[...], isInElement: false) }
  }

  /// Returns the address with a description, or `nil` if the state has no such element.
  func address(_ description: String, in state: UnsafeRawPointer) -> Address? {
    guard description.utf8.count <= Self.maximalLength else { return nil }
    for pattern in patterns {
      if let found = match(pattern[...], description[...], isInElement: false, state) {
        return found
      }
    }
    return nil
  }

  /// What stands in front of an ID, and behind it.
  ///
  /// Version 1 of the format had only screens, without their stacks: `screen 3 screen 1`.
  private static func marks(of place: Place, in text: Substring, isInElement: Bool)
    -> (before: String, after: String)
  {
    if place.element != nil, text.hasPrefix("screen ") { return ("screen ", "") }
    return ((isInElement ? "" : "\\") + place.text + "[", "]")
  }

  private func canMatch(
    _ steps: ArraySlice<AddressStep>, _ text: Substring, isInElement: Bool
  ) -> Bool {
    guard let step = steps.first else { return text.isEmpty }
    switch step {
    case .instance(let address):
      let text = isInElement ? text.dropFirst() : text
      guard text.hasPrefix(address.description) else { return false }
      let rest = text.dropFirst(address.description.count)
      return rest.isEmpty && steps.count == 1
        || rest.first == " " && canMatch(steps.dropFirst(), rest.dropFirst(), isInElement: false)
    case .element(let place):
      let (before, after) = Self.marks(of: place, in: text, isInElement: isInElement)
      guard text.hasPrefix(before) else { return false }
      var rest = text.dropFirst(before.count)
      if after.isEmpty {
        rest = rest.drop { $0 != " " }
        return rest.isEmpty && steps.count == 1
          || canMatch(steps.dropFirst(), rest.dropFirst(), isInElement: false)
      }
      while let end = rest.firstRange(of: after) {
        rest = rest[end.upperBound...]
        if canMatch(steps.dropFirst(), rest, isInElement: true) { return true }
      }
      return false
    }
  }

  private func match(
    _ steps: ArraySlice<AddressStep>, _ text: Substring, isInElement: Bool,
    _ value: UnsafeRawPointer
  ) -> Address? {
    guard let step = steps.first else { return nil }
    let last = steps.count == 1
    switch step {
    case .instance(let address):
      let text = isInElement ? text.dropFirst() : text
      guard text.hasPrefix(address.description) else { return nil }
      let rest = text.dropFirst(address.description.count)
      if last { return rest.isEmpty ? address : nil }
      guard rest.first == " " else { return nil }
      return match(steps.dropFirst(), rest.dropFirst(), isInElement: false, value)
        .map(address.appending)
    case .element(let place):
      let (before, after) = Self.marks(of: place, in: text, isInElement: isInElement)
      guard text.hasPrefix(before) else { return nil }
      let rest = text.dropFirst(before.count)
      var found: Address?
      func tail(_ id: String) -> Substring? {
        rest.hasPrefix(id + after) ? rest.dropFirst(id.count + after.count) : nil
      }
      func isMatch(_ id: String) -> Bool {
        guard let tail = tail(id) else { return false }
        if last { return tail.isEmpty }
        return after.isEmpty ? tail.first == " " : !tail.isEmpty
      }
      place.find(in: value, where: isMatch) { address, element in
        if last { return found = address }
        guard var tail = tail("\(address.id)") else { return }
        if after.isEmpty { tail = tail.dropFirst() }
        found = match(steps.dropFirst(), tail, isInElement: !after.isEmpty, element)
          .map(address.appending)
      }
      return found
    }
  }
}
