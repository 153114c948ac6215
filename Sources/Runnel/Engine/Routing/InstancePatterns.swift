// SPDX-License-Identifier: MIT

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
      for case .elements(let elements) in reducer.steps {
        guard let (noun, read) = elements.instanceReader else { continue }
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

extension ElementCollection {
  /// The word in front of the ID of an element, and how to read the ID, if elements are addressed.
  fileprivate var instanceReader: (noun: String, read: (Substring) -> InstancePath?)? {
    guard let addressing else { return nil }
    return (
      addressing.noun,
      { addressing.id($0).map { InstancePath(AnyHashable($0), noun: addressing.noun) } }
    )
  }
}
