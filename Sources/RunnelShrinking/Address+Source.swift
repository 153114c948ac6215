// SPDX-License-Identifier: MIT

package import Runnel

extension Address {
  /// The arguments for it in the call of a reducer, in Swift, or `nil` if there are none: it leads
  /// into an element, or to an instance.
  package var source: String? {
    guard let place, inner == nil, place.text.wholeMatch(of: /(\.\w+)+/) != nil,
      let id = SwiftSource.expression(for: id.base)
    else { return nil }
    return ", to: \\\(place.text), id: \(id)"
  }
}
