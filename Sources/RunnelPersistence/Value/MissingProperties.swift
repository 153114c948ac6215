// SPDX-License-Identifier: MIT

import Foundation

/// Inserts properties that a saved value lacks, with their values in another one.
struct MissingProperties {
  private var json: JSON
  private let defaults: JSON

  init(of data: Data, defaults: Data) throws {
    json = try SavedCoding.decode(JSON.self, from: data)
    self.defaults = try SavedCoding.decode(JSON.self, from: defaults)
  }

  /// Inserts the default at exactly this path, and returns the whole value.
  ///
  /// An element of an array has no default: the element at its position is another one.
  ///
  /// - Returns: `nil` if there is no default, or no object to insert it in.
  mutating func insert(at path: [any CodingKey]) throws -> Data? {
    if path.contains(where: { $0.intValue != nil }) { return nil }
    var value: JSON? = defaults
    for key in path { value = value?[key.stringValue] }
    guard let value, MissingProperties.insert(value, at: path[...], in: &json) else { return nil }
    return try SavedCoding.encode(json)
  }

  private static func insert(
    _ value: JSON, at path: ArraySlice<any CodingKey>, in json: inout JSON
  ) -> Bool {
    guard let key = path.first, case .object = json else { return false }
    if path.count == 1 {
      guard json[key.stringValue] == nil else { return false }
      json[key.stringValue] = value
      return true
    }
    guard var part = json[key.stringValue] else { return false }
    let isInserted = insert(value, at: path.dropFirst(), in: &part)
    json[key.stringValue] = part
    return isInserted
  }
}
