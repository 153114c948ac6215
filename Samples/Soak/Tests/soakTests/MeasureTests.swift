// SPDX-License-Identifier: MIT

import Testing

@testable import soak

@Suite struct MeasureTests {
  private func troughs(_ heap: [Int]) -> [Trough] {
    heap.enumerated().map { index, heap in
      Trough(
        wave: index + 1, elapsed: Double(index), actions: index * 1_000_000, crest: 10, alive: 0,
        connections: 0, memory: Memory(heap: heap * 1024, resident: nil, threads: 1))
    }
  }

  @Test func `A heap that stays the same holds, whatever its size in the first waves`() {
    let verdict = Verdict(troughs([10, 9_000, 5_000, 5_010, 4_990, 5_005]))
    #expect(verdict.finding == nil)
    #expect(verdict.text.contains("heap 5000 kB at wave 3, 5005 kB at wave 6"))
  }

  @Test func `A heap that grows is a finding, with the growth for each million actions`() {
    let verdict = Verdict(troughs([0, 0, 1_000, 1_200, 1_400, 1_600]))
    #expect(verdict.finding == "the heap has grown by 600 kB")
    #expect(verdict.text.contains("+200.0 kB for each million actions"))
  }

  @Test func `Too few waves yield no verdict`() {
    #expect(Verdict(troughs([0, 1_000, 2_000, 3_000])).finding == nil)
  }

  @Test func `The allocated bytes are read from the report of the allocator`() {
    let text = """
      <malloc version="1">
      <heap nr="0">
      <total type="fast" count="1" size="7"/>
      <system type="current" size="100"/>
      </heap>
      <total type="fast" count="1" size="10"/>
      <total type="rest" count="1" size="200"/>
      <total type="mmap" count="1" size="5000"/>
      <system type="current" size="1000"/>
      <system type="max" size="2000"/>
      </malloc>
      """
    #expect(MallocReport(text)?.inUse == 1_000 - 10 - 200 + 5_000)
    #expect(MallocReport("nonsense") == nil)
  }

  #if canImport(Glibc) || canImport(Darwin)
    @Test func `Allocated memory is measured`() throws {
      let size = 64 << 20
      let before = try #require(Memory.now().heap)
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      let during = try #require(Memory.now().heap)
      bytes.deallocate()
      // Other tests run at the same time, but allocate much less.
      #expect(during - before > size / 2)
      #expect(try #require(Memory.now().heap) - before < size / 2)
    }
  #endif
}
