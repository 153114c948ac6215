// SPDX-License-Identifier: MIT

/// Delta debugging: the reduction of a failing sequence to a short one that still fails.
package enum DeltaDebugging {
  /// Returns a subsequence that still fails, and of which no single element can be left out.
  ///
  /// It leaves out chunks, large ones first, and halves their size when none can be left out.
  /// O(length of the result × log(number of elements)) calls of `fails` where few elements matter,
  /// and O(number of elements²) at worst.
  ///
  /// - Parameters:
  ///   - elements: A sequence that fails.
  ///   - fails: Returns whether a subsequence fails.
  /// - Returns: The subsequence.
  package static func shortest<Element>(
    _ elements: [Element], while fails: ([Element]) -> Bool
  ) -> [Element] {
    var rest = elements
    var size = max(rest.count / 2, 1)
    while !rest.isEmpty {
      var hasChanged = false
      // From the end: what comes last depends on what comes first, so it is left out first.
      var end = rest.count
      while end > 0 {
        let start = max(end - size, 0)
        var shorter = rest
        shorter.removeSubrange(start..<end)
        if fails(shorter) {
          rest = shorter
          hasChanged = true
        }
        end = start
      }
      if size > 1 {
        size = max(min(size / 2, rest.count / 2), 1)
      } else if !hasChanged {
        break
      }
    }
    return rest
  }
}
