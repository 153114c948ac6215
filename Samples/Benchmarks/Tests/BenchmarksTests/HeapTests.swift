// SPDX-License-Identifier: MIT

import Testing

@testable import Benchmarks

struct HeapTests {
  @Test func `The heap grows with small and large allocations`() throws {
    let before = try #require(Heap.bytesInUse)
    let small = (0..<60_000).map { _ in
      UnsafeMutableRawPointer.allocate(byteCount: 1_000, alignment: 8)
    }
    let large = UnsafeMutableRawPointer.allocate(byteCount: 60_000_000, alignment: 8)
    let after = try #require(Heap.bytesInUse)
    // Other tests allocate at the same time, but much less.
    #expect(after - before > 100_000_000)
    small.forEach { $0.deallocate() }
    large.deallocate()
  }

  @Test func `The totals of the allocator's report are used, and not those of one arena`() {
    let report = """
      <malloc version="1"><heap nr="0"><total type="rest" count="1" size="7"/>
      <system type="current" size="9"/></heap>
      <total type="fast" count="2" size="100"/><total type="rest" count="3" size="200"/>
      <total type="mmap" count="1" size="5000"/>
      <system type="current" size="1000"/><system type="max" size="2000"/></malloc>
      """
    #expect(Heap.bytesInUse(inReport: report) == 5_700)
    #expect(Heap.bytesInUse(inReport: "<malloc/>") == nil)
  }
}
