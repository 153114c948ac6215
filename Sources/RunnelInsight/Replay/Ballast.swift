// SPDX-License-Identifier: MIT

/// Memory that is held so that allocations of any small size get other addresses than without it.
final class Ballast {
  private static let sizes = stride(from: 16, through: 2_048, by: 16)
  private let blocks: [UnsafeMutableRawPointer]

  init(blocksOfEachSize count: Int) {
    blocks = (0..<count).flatMap { _ in
      Ballast.sizes.map { UnsafeMutableRawPointer.allocate(byteCount: $0, alignment: 16) }
    }
  }

  deinit {
    blocks.forEach { $0.deallocate() }
  }
}
