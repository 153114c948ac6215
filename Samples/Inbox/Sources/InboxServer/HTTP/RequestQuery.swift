// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import InboxWire

/// The parameters behind the question mark of an address.
struct RequestQuery {
  private var values: [String: String] = [:]

  init(_ request: HTTPRequest) throws {
    for part in request.target.query().split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = pair.first.flatMap({ String($0).removingPercentEncoding }),
        let value = pair.count == 2 ? String(pair[1]).removingPercentEncoding : ""
      else {
        throw WireFailure(code: .invalid, reason: "the query has an invalid escape")
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw WireFailure(code: .invalid, reason: "the query has \(name) twice")
      }
    }
  }

  subscript(_ name: String) -> String? { values[name] }

  /// Returns the revision, which has no default.
  func revision() throws -> Int64 {
    guard let revision = self["since"].flatMap({ Int64($0) }), revision >= 0 else {
      throw WireFailure(code: .invalid, reason: "since must be a revision")
    }
    return revision
  }

  func limit(_ standard: Int, atMost largest: Int) throws -> Int {
    guard let text = self["limit"] else { return standard }
    guard let limit = Int(text), (1...largest).contains(limit) else {
      throw WireFailure(code: .invalid, reason: "limit must be from 1 to \(largest)")
    }
    return limit
  }
}
