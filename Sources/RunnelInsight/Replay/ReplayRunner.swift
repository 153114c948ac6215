// SPDX-License-Identifier: MIT

import Runnel

/// The reducers of a replay, which find the instance of an action by its recorded description.
///
/// Use it from one thread at a time.
final class ReplayRunner<State: Sendable> {
  private let runner: ReducerRunner
  /// The instances for which there are reducers.
  private let patterns: InstancePatterns
  /// The instances of the last actions, by their descriptions.
  private var instances: [String: InstancePath] = [:]

  init(_ reducer: Reducer<State>) {
    runner = ReducerRunner(reducer.compiled)
    patterns = InstancePatterns(reducer.compiled)
  }

  /// Updates a state in response to a recorded action, and drops the effects.
  func reduce(_ state: inout State, _ recorded: RecordedAction) {
    guard let action = recorded.action else { return }
    let instance = recorded.instance.flatMap { self.instance($0) }
    withUnsafeMutablePointer(to: &state) { _ = runner.reduce($0, action, for: instance) }
    if let restored = action as? RestoredState<State> { state = restored.state }
  }

  /// Returns whether a reducer belongs to an instance with a description.
  ///
  /// Any screen of a stack counts, because screens come and go.
  func hasInstance(_ description: String) -> Bool { instance(description) != nil }

  private func instance(_ description: String) -> InstancePath? {
    if let known = instances[description] { return known }
    guard let found = patterns.instance(description) else { return nil }
    // Screens come and go.
    if instances.count >= 1_024 { instances = [:] }
    instances[description] = found
    return found
  }
}

/// The instances for which reducers are composed, to find an instance by its description.
///
/// A recording contains the description of an action's instance: the names of instances, and the
/// IDs of elements such as screens, from the outside in.
struct InstancePatterns {
  private enum Step: Hashable {
    case instance(InstancePath)
    /// Any element with an address, by the word in front of its ID.
    case element(String)
  }

  private var patterns: Set<[Step]> = []
  /// How to read the IDs behind these words.
  private var readers: [String: (Substring) -> InstancePath?] = [:]
  /// The longest description that can be one of an instance: each is parsed once per pattern.
  private static var maximalLength: Int { 4_096 }

  init(_ reducers: [CompiledReducer]) {
    add(reducers, inside: [])
  }

  private mutating func add(_ reducers: [CompiledReducer], inside outer: [Step]) {
    for reducer in reducers {
      var steps = outer
      for (noun, read) in reducer.elementReaders {
        readers[noun] = read
        steps.append(.element(noun))
      }
      let names = sequence(first: reducer.instance) { $0?.inner }.prefix { $0 != nil }
      for case let name? in names { steps.append(.instance(InstancePath(name.id))) }
      if !steps.isEmpty { patterns.insert(steps) }
      add(reducer.parts, inside: steps)
    }
  }

  /// Returns the instance with a description, or `nil` if no reducer can belong to it.
  func instance(_ description: String) -> InstancePath? {
    guard description.utf8.count <= Self.maximalLength else { return nil }
    for pattern in patterns {
      if let path = match(pattern[...], description[...]) { return path }
    }
    return nil
  }

  /// Matches a description with the first steps of a pattern.
  private func match(_ steps: ArraySlice<Step>, _ text: Substring) -> InstancePath? {
    guard let step = steps.first else { return nil }
    let rest: Substring
    let path: InstancePath
    switch step {
    case .instance(let instance):
      guard text.hasPrefix(instance.description) else { return nil }
      rest = text.dropFirst(instance.description.count)
      path = instance
    case .element(let noun):
      guard text.hasPrefix("\(noun) ") else { return nil }
      let id = text.dropFirst(noun.count + 1).prefix { $0 != " " }
      guard let found = readers[noun]?(id) else { return nil }
      rest = text[id.endIndex...]
      path = found
    }
    if rest.isEmpty { return path }
    guard rest.first == " " else { return nil }
    return match(steps.dropFirst(), rest.dropFirst()).map(path.appending)
  }
}
