// SPDX-License-Identifier: MIT

/// Values of a type that is known only at run time, in order.
///
/// It grows in chunks: appending never moves the earlier values, so a long queue can grow inside a
/// lock that others share. Not for several threads at once.
final class ValueQueue {
  private struct Chunk {
    let memory: UnsafeMutableRawPointer
    let capacity: Int
    var count = 0
  }

  private let type: ValueType
  private var chunks: [Chunk] = []
  private static var largestChunk: Int { 1_024 }

  init(_ type: ValueType) {
    self.type = type
  }

  deinit {
    forEach { type.deinitialize(UnsafeMutableRawPointer(mutating: $0)) }
    for chunk in chunks { chunk.memory.deallocate() }
  }

  /// Appends a copy of the value at `source`. O(1), amortized.
  func append(copying source: UnsafeRawPointer) {
    if chunks.isEmpty || chunks[chunks.count - 1].count == chunks[chunks.count - 1].capacity {
      addChunk()
    }
    let last = chunks.count - 1
    type.initialize(chunks[last].memory + chunks[last].count * type.stride, source)
    chunks[last].count += 1
  }

  /// The last value, for as long as the queue exists.
  var last: UnsafeRawPointer? {
    chunks.last.map { UnsafeRawPointer($0.memory + ($0.count - 1) * type.stride) }
  }

  /// Calls `body` with each value, in order.
  func forEach(_ body: (UnsafeRawPointer) -> Void) {
    for chunk in chunks {
      for index in 0..<chunk.count { body(UnsafeRawPointer(chunk.memory + index * type.stride)) }
    }
  }

  private func addChunk() {
    let capacity = chunks.last.map { min(2 * $0.capacity, ValueQueue.largestChunk) } ?? 2
    chunks.append(
      Chunk(
        memory: .allocate(
          byteCount: max(capacity * type.stride, 1), alignment: type.alignment),
        capacity: capacity))
  }
}
