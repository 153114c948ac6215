// SPDX-License-Identifier: MIT

/// A first-in, first-out queue in one array, whose operations are O(1) amortized: it drops its
/// unused start once that is half of it.
package struct FIFOQueue<Element> {
  private var elements: [Element?] = []
  /// The number of slots at the start whose elements have been taken.
  private var head = 0

  package init() {}

  package var count: Int { elements.count - head }

  package var isEmpty: Bool { head == elements.count }

  package var first: Element? { head < elements.count ? elements[head] : nil }

  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if 2 * head >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Removes elements in O(count), and keeps the order of the others.
  package mutating func removeAll(where shouldRemove: (Element) -> Bool) {
    elements.removeAll { $0.map(shouldRemove) ?? true }
    head = 0
  }
}

/// Values of a type that is known only at run time, in order, for one thread at a time.
///
/// It grows in chunks: appending never moves the earlier values, so a long queue can grow inside a
/// lock that others share.
final class ValueQueue {
  private struct Chunk {
    let memory: UnsafeMutableRawPointer
    let capacity: Int
    var count = 0
  }

  private let type: ValueType
  private var fullChunks: [Chunk] = []
  private var lastChunk: Chunk
  private static var largestChunk: Int { 1_024 }

  init(_ type: ValueType) {
    self.type = type
    lastChunk = ValueQueue.chunk(of: type, capacity: 2)
  }

  deinit {
    forEach { type.deinitialize(UnsafeMutableRawPointer(mutating: $0)) }
    for chunk in fullChunks { chunk.memory.deallocate() }
    lastChunk.memory.deallocate()
  }

  private static func chunk(of type: ValueType, capacity: Int) -> Chunk {
    let size = max(capacity * type.stride, 1)
    return Chunk(memory: .allocate(byteCount: size, alignment: type.alignment), capacity: capacity)
  }

  func append(copying source: UnsafeRawPointer) {
    if lastChunk.count == lastChunk.capacity {
      fullChunks.append(lastChunk)
      let capacity = min(2 * lastChunk.capacity, ValueQueue.largestChunk)
      lastChunk = ValueQueue.chunk(of: type, capacity: capacity)
    }
    type.initialize(lastChunk.memory + lastChunk.count * type.stride, source)
    lastChunk.count += 1
  }

  /// The number of values, in O(number of chunks).
  var count: Int { fullChunks.reduce(lastChunk.count) { $0 + $1.count } }

  /// The last value, for as long as the queue exists.
  var last: UnsafeRawPointer? {
    guard lastChunk.count > 0 else { return nil }
    return UnsafeRawPointer(lastChunk.memory + (lastChunk.count - 1) * type.stride)
  }

  func forEach(_ body: (UnsafeRawPointer) -> Void) {
    for chunk in fullChunks { forEach(in: chunk, body) }
    forEach(in: lastChunk, body)
  }

  private func forEach(in chunk: Chunk, _ body: (UnsafeRawPointer) -> Void) {
    for index in 0..<chunk.count { body(UnsafeRawPointer(chunk.memory + index * type.stride)) }
  }
}
