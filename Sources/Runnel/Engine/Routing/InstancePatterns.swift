// SPDX-License-Identifier: MIT

/// The instances for which reducers are composed, to find an instance by its description.
///
/// A recording contains the description of an action's instance: the names of instances, and the
/// numbers of screens, from the outside in.
struct InstancePatterns {
  private enum Step: Hashable {
    case instance(InstancePath)
    /// Any screen of a stack.
    case screen
  }

  private var patterns: Set<[Step]> = []
  /// The longest description that can be one of an instance: each is parsed once per pattern.
  private static var maximalLength: Int { 4_096 }

  init(_ reducers: [CompiledReducer]) {
    add(reducers, inside: [])
  }

  private mutating func add(_ reducers: [CompiledReducer], inside outer: [Step]) {
    for reducer in reducers {
      var steps = outer
      let isOnStack = reducer.steps.contains { step in
        if case .elements(let elements) = step { elements.areScreens } else { false }
      }
      if isOnStack { steps.append(.screen) }
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
      if let path = Self.match(pattern[...], description[...]) { return path }
    }
    return nil
  }

  /// Matches a description with the first steps of a pattern.
  private static func match(_ steps: ArraySlice<Step>, _ text: Substring) -> InstancePath? {
    guard let step = steps.first else { return nil }
    let rest: Substring
    let path: InstancePath
    switch step {
    case .instance(let instance):
      guard text.hasPrefix(instance.description) else { return nil }
      rest = text.dropFirst(instance.description.count)
      path = instance
    case .screen:
      guard text.hasPrefix("screen ") else { return nil }
      let digits = text.dropFirst(7).prefix { $0 != " " }
      guard let number = Int(digits), number > 0, "\(number)" == digits else { return nil }
      rest = text.dropFirst(7 + digits.count)
      path = InstancePath(screen: ScreenAddress(id: ScreenID(number)))
    }
    if rest.isEmpty { return path }
    guard rest.first == " " else { return nil }
    return match(steps.dropFirst(), rest.dropFirst()).map(path.appending)
  }
}
