// SPDX-License-Identifier: MIT

/// The bases whose memory holds the value that is being reduced, as far as they retain parts of it.
///
/// A scope of an optional, an enum case, or an element retains its value, so that it can return the
/// last one. If it did so while a reducer inside runs, the reducer would copy each array that it
/// changes. So reducers move a cursor, and the slices around the cursor release their values until
/// the reducer returns. Empty, and free, while no slice retains a last value.
struct SliceCursor {
  private(set) var bases: [Slice] = []
  private var start: UnsafeRawPointer?

  var isEmpty: Bool { bases.isEmpty }

  init() {}

  init(_ bases: [Slice], at start: UnsafeRawPointer?) {
    self.bases = bases
    self.start = start
  }

  /// Returns the cursor for a value that has been moved to another place in memory.
  func moved(from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> SliceCursor {
    guard !isEmpty else { return self }
    return SliceCursor(bases, at: start.map { $0 + (new - old) })
  }

  /// Releases the values of slices of an optional.
  func releaseWrapped(
    _ step: Step, at optional: UnsafeRawPointer,
    _ released: inout [(slice: Slice, value: UnsafeRawPointer)]
  ) {
    guard let start, let wrappedType = step.wrappedType else { return }
    for base in bases {
      for part in base.retainingOptionals
      where part.offset == optional - start && part.isReleasable {
        guard case .part(let other) = part.source, other.wrappedType == wrappedType
        else { continue }
        part.release(&released, at: optional)
      }
    }
  }

  /// Releases the values of slices of an enum's payload.
  ///
  /// A slice of another case keeps its last value: it has another type or, if both cases have the
  /// same, a value of its own.
  ///
  /// - Returns: The cursor inside the payload.
  func enterPayload(
    _ type: Any.Type?, of whole: UnsafeRawPointer, at payload: UnsafeRawPointer,
    _ released: inout [(slice: Slice, value: UnsafeRawPointer)]
  ) -> SliceCursor {
    var inner: [Slice] = []
    forEachPart(at: whole) { part in
      guard case .part(let step) = part.source, step.isCase, step.payloadType == type,
        !part.isAbsent
      else { return }
      if let held = part.held,
        !Platform.bytesAreEqual(held.pointer, payload, count: part.type.size)
      {
        return
      }
      if part.isReleasable { part.release(&released, at: payload) }
      if part.index != nil { inner.append(part) }
    }
    return SliceCursor(inner, at: payload)
  }

  /// Releases the values of slices of an element.
  ///
  /// - Returns: The cursor inside the element.
  func enterElement(
    _ id: UnsafeRawPointer, _ type: ObjectIdentifier, of collection: UnsafeRawPointer,
    at element: UnsafeRawPointer,
    _ released: inout [(slice: Slice, value: UnsafeRawPointer)]
  ) -> SliceCursor {
    var inner: [Slice] = []
    forEachPart(at: collection) { part in
      guard let table = part.table, table.idType == type, let slice = table.slice(for: id)
      else { return }
      if slice.isReleasable { slice.release(&released, at: element) }
      if slice.index != nil { inner.append(slice) }
    }
    return SliceCursor(inner, at: element)
  }

  private func forEachPart(at whole: UnsafeRawPointer, _ body: (Slice) -> Void) {
    guard let start else { return }
    let offset = whole - start
    for base in bases {
      base.index?.forEach(in: offset..<(offset + 1), nil) { entry in
        if entry.slice.offset == offset { body(entry.slice) }
      }
    }
  }
}

extension ReducerOutput {
  /// Has the slices that were released from an index on retain their values again.
  mutating func retainReleased(from start: Int) {
    while released.count > start, let (slice, value) = released.popLast() {
      slice.held = ValueBox(slice.type, copying: value)
      slice.wasReleased = true
      slice.refreshTable()
    }
  }
}

extension Slice {
  fileprivate func release(
    _ released: inout [(slice: Slice, value: UnsafeRawPointer)], at value: UnsafeRawPointer
  ) {
    held = nil
    refreshTable()
    released.append((self, value))
  }

  /// Updates the table of the collection, which refers to the retained value.
  func refreshTable() {
    if isAttached { parent?.table?.add(self) }
  }
}
