// SPDX-License-Identifier: MIT

/// The encoded form: the screens with their IDs, and the number of the last ID.
extension ScreenStack: Encodable where Screen: Encodable {
  /// Encodes the screens with their IDs.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ScreenStackKey.self)
    try container.encode(lastNumber, forKey: .lastNumber)
    try container.encode(Array(entries), forKey: .entries)
  }
}

extension ScreenStack: Decodable where Screen: Decodable {
  /// Decodes screens with their IDs.
  ///
  /// A number of the last ID that is missing, or too small for the screens, is corrected: the stack
  /// assigns no ID that a decoded screen has.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if an ID isn't positive or larger than the previous
  ///   one, or if it is larger than 2⁵³, which no stack reaches.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ScreenStackKey.self)
    let decoded = try container.decode([Entry].self, forKey: .entries)
    var last = 0
    for entry in decoded {
      guard last < entry.id.number, entry.id.number <= Self.maximalNumber else {
        throw DecodingError.dataCorruptedError(
          forKey: .entries, in: container,
          debugDescription: "The screen ID \(entry.id) follows the ID \(last).")
      }
      last = entry.id.number
    }
    entries = Entities(decoded)
    let stored = (try? container.decodeIfPresent(Int.self, forKey: .lastNumber)) ?? 0
    lastNumber = (last...Self.maximalNumber).contains(stored) ? stored : last
  }

  /// The largest integer that every JSON decoder reads exactly.
  private static var maximalNumber: Int { Int(clamping: Int64(1) << 53) }
}

private enum ScreenStackKey: String, CodingKey {
  case lastNumber
  case entries
}
