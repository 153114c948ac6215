// SPDX-License-Identifier: MIT

/// How the nodes of the several kinds of scopes are made.
///
/// Each of these counts a user in. It is counted out by `release`, or by the registry's if the node has not
/// been kept for it.
extension Engine {
  /// The node of the whole state.
  func rootNode<State: Sendable>(of: State.Type) -> Node {
    let key = Node.Key.stored(offset: 0, type: ObjectIdentifier(State.self), isWritable: true)
    return registry.node(key) {
      let known = registry.known(State.self)
      return Node(
        key: key,
        parent: nil,
        source: .stored(offset: 0),
        footprint: Footprint(lower: 0, upper: MemoryLayout<State>.size),
        type: known.type,
        isSame: known.isSame,
        step: .root,
        lift: { $0 }
      )
    }
  }

  /// The node of what lies at `keyPath` in the slice of `parent`, which is a `State`.
  func node<State, Local: Sendable>(
    at keyPath: any KeyPath<State, Local> & Sendable,
    of parent: Node
  ) -> Node {
    let writable = parent.lift == nil ? nil : keyPath as? WritableKeyPath<State, Local>
    guard case .stored(let base) = parent.source,
      let offset = MemoryLayout<State>.offset(of: keyPath)
    else {
      let key = Node.Key.computed(parent: ObjectIdentifier(parent), path: keyPath)
      return registry.node(key) {
        let known = registry.known(Local.self)
        return Node(
          key: key,
          parent: parent,
          source: .computed { root, body in
            parent.read(from: root) { state in
              let state = state.assumingMemoryBound(to: State.self)
              withUnsafePointer(to: state.pointee[keyPath: keyPath]) { body($0) }
            }
          },
          footprint: parent.footprint,
          type: known.type,
          isSame: known.isSame,
          step: .keyPath(keyPath),
          lift: writable.map { path in { $0.scoped(path) } }
        )
      }
    }
    let start = base + offset
    let key = Node.Key.stored(
      offset: start, type: ObjectIdentifier(Local.self), isWritable: writable != nil)
    return registry.node(key) {
      let known = registry.known(Local.self)
      return Node(
        key: key,
        parent: parent,
        source: .stored(offset: start),
        footprint: Footprint(lower: start, upper: start + MemoryLayout<Local>.size),
        type: known.type,
        isSame: known.isSame,
        step: .keyPath(keyPath),
        lift: writable == nil ? nil : { $0.shifted(by: start) }
      )
    }
  }

  /// A node of the same slice as another, with a comparison of its own.
  func node(over parent: Node, isSame: @escaping ValueType.Comparison) -> Node {
    let node = Node(
      parent: parent,
      source: parent.isStored ? parent.source : .computed(parent.read),
      footprint: parent.footprint,
      type: parent.type,
      isSame: isSame,
      hasFilter: true,
      step: .same,
      lift: parent.isStored ? parent.lift : parent.lift.map { _ in { $0 } }
    )
    registry.adopt(node)
    return node
  }

  /// A node of what `transform` makes of the slice of `parent`, which is a `State`.
  func node<State, Local: Sendable>(
    made transform: @escaping (State) -> Local,
    from parent: Node,
    isSame: ValueType.Comparison?,
    hasFilter: Bool = false
  ) -> Node {
    let node = Node(
      parent: parent,
      source: .computed { root, body in
        parent.read(from: root) { state in
          let state = state.assumingMemoryBound(to: State.self)
          withUnsafePointer(to: transform(state.pointee)) { body($0) }
        }
      },
      footprint: parent.footprint,
      type: ValueType(Local.self),
      isSame: isSame,
      hasFilter: hasFilter,
      step: .closure,
      holdsOutput: true
    )
    registry.adopt(node)
    return node
  }

  // MARK: What is there at times

  /// The node of the value of an optional, which is the slice of `parent`.
  func payloadNode<Wrapped: Sendable>(of parent: Node, _: Wrapped.Type) -> Node {
    let key = Node.Key.payload(parent: ObjectIdentifier(parent))
    return registry.node(key) {
      let known = registry.known(Wrapped.self)
      return Node(
        key: key,
        parent: parent,
        source: .computed { root, body in
          parent.read(from: root) { optional in
            // The value of an optional lies at its start: so says the ABI of enums with one payload.
            let isPresent = optional.assumingMemoryBound(to: Wrapped?.self).pointee != nil
            if isPresent { body(optional) }
          }
        },
        footprint: parent.footprint,
        type: known.type,
        isSame: known.isSame,
        step: .payload,
        isPartial: true,
        lift: parent.lift.map { _ in { $0.inOptional(of: Wrapped.self) } }
      )
    }
  }

  /// A node of the payload of one case of an enum, which is the slice of `parent`.
  func caseNode<Enum, Payload: Sendable>(
    of parent: Node,
    _ path: CasePath<Enum, Payload>
  ) -> Node {
    let known = registry.known(Payload.self)
    let node = Node(
      parent: parent,
      source: .computed { root, body in
        parent.read(from: root) { value in
          guard let payload = path.extract(value.assumingMemoryBound(to: Enum.self).pointee)
          else { return }
          withUnsafePointer(to: payload) { body($0) }
        }
      },
      footprint: parent.footprint,
      type: known.type,
      isSame: known.isSame,
      step: .enumCase,
      isPartial: true,
      lift: parent.lift.map { _ in { $0.inCase(path) } }
    )
    registry.adopt(node)
    return node
  }

  /// The node of the element that has `id` by `path`, of an array that is the slice of `parent`.
  func elementNode<Element: Sendable, ID: Hashable & Sendable>(
    of parent: Node,
    with id: ID,
    by path: any KeyPath<Element, ID> & Sendable,
    _ site: CallSite
  ) -> Node {
    let all = elementsNode(of: parent, by: path) { ArrayElements(by: path, site: site) }
    defer { registry.release(all) }
    return elementNode(
      of: parent, in: all, with: id, Element.self,
      lift: { entry in
        entry.lifted(
          into: [Element].self, isTransient: true,
          { elements, body in
            // Only looked at for effects that belong to the element, so it is looked for.
            let elements = elements.assumingMemoryBound(to: [Element].self)
            guard let element = elements.pointee.first(where: { $0[keyPath: path] == id })
            else { return false }
            return withUnsafePointer(to: element) { body($0) }
          }
        ) {
          var index = ElementIndex(by: path, site: site)
          return { elements, body in
            let elements = elements.assumingMemoryBound(to: [Element].self)
            guard let position = index.position(of: id, in: elements.pointee)
            else { return .nothing }
            return withUnsafeMutablePointer(to: &elements.pointee[position]) { body($0) }
          }
        }
      }
    ) { (table: ArrayElements<Element, ID>, place, array, body) in
      table.find(id, in: array, near: place, body)
    }
  }

  /// The node of the value of `key`, of a dictionary that is the slice of `parent`.
  func valueNode<Key: Hashable & Sendable, Value: Sendable>(
    of parent: Node,
    for key: Key,
    _: Value.Type
  ) -> Node {
    let all = elementsNode(of: parent, by: nil) { DictionaryElements<Key, Value>() }
    defer { registry.release(all) }
    return elementNode(
      of: parent, in: all, with: key, Value.self,
      lift: { entry in
        entry.lifted(
          into: [Key: Value].self, isTransient: true,
          { values, body in
            let value = values.assumingMemoryBound(to: [Key: Value].self).pointee[key]
            return value.map { withUnsafePointer(to: $0) { body($0) } } ?? false
          }
        ) {
          { values, body in
            let values = values.assumingMemoryBound(to: [Key: Value].self)
            guard let index = values.pointee.index(forKey: key) else { return .nothing }
            return withUnsafeMutablePointer(to: &values.pointee.values[index]) { body($0) }
          }
        }
      }
    ) { (_: DictionaryElements<Key, Value>, _, values, body) in
      DictionaryElements<Key, Value>.find(key, in: values, body)
    }
  }

  /// The node that stands between a collection and those of its elements that somebody uses.
  private func elementsNode(
    of parent: Node,
    by path: AnyKeyPath?,
    _ makeTable: () -> any ElementTable
  ) -> Node {
    let key = Node.Key.elements(parent: ObjectIdentifier(parent), path: path)
    return registry.node(key) {
      Node(
        key: key,
        parent: parent,
        source: .computed(parent.read),
        footprint: parent.footprint,
        type: parent.type,
        isSame: nil,
        step: .same,
        elements: makeTable(),
        lift: parent.lift.map { _ in { $0 } }
      )
    }
  }

  private func elementNode<Table: ElementTable, ID: Hashable & Sendable, Element: Sendable>(
    of parent: Node,
    in all: Node,
    with id: ID,
    _: Element.Type,
    lift: @escaping Node.Lift,
    find:
      @escaping (Table, ElementPlace, UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
  ) -> Node {
    let key = Node.Key.element(parent: ObjectIdentifier(all), id: AnyHashable(id))
    return registry.node(key) {
      let place = ElementPlace()
      let table = all.elements as? Table
      let known = registry.known(Element.self)
      return Node(
        key: key,
        parent: all,
        source: .computed { root, body in
          parent.read(from: root) { collection in
            if let table { find(table, place, collection, body) }
          }
        },
        footprint: parent.footprint,
        type: known.type,
        isSame: known.isSame,
        step: .element(.init(id: AnyHashable(id), place: place)),
        isPartial: true,
        lift: parent.lift.map { _ in lift }
      )
    }
  }
}
