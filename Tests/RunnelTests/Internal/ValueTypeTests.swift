// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct ValueTypeTests {
  /// Has seven bytes of padding, and a reference, so that copying goes field by field.
  private struct Padded: Equatable {
    var flag = true
    var text = "a text that is too long to lie in the string itself"
  }

  @Test func `A box has the bytes of the value that it copied, including padding`() {
    let size = MemoryLayout<Padded>.size
    for filler: UInt8 in [0, 0x55, 0xAA] {
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: size, alignment: MemoryLayout<Padded>.alignment)
      memory.initializeMemory(as: UInt8.self, repeating: filler, count: size)
      let value = memory.assumingMemoryBound(to: Padded.self)
      // Field by field, which leaves the padding as it is.
      (memory + (MemoryLayout<Padded>.offset(of: \.flag) ?? 0))
        .initializeMemory(as: Bool.self, repeating: true, count: 1)
      (memory + (MemoryLayout<Padded>.offset(of: \.text) ?? 0))
        .initializeMemory(as: String.self, repeating: Padded().text, count: 1)
      let box = ValueBox(ValueType(Padded.self), copying: memory)
      #expect(
        UnsafeRawBufferPointer(start: box.pointer, count: size)
          .elementsEqual(UnsafeRawBufferPointer(start: memory, count: size)))
      #expect(box.value(as: Padded.self) == value.pointee)
      value.deinitialize(count: 1)
      memory.deallocate()
    }
  }
}
