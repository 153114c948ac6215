// SPDX-License-Identifier: MIT

import Runnel

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
  /// The encoded form of the stack is the decoded one. In a reducer, IDs that screens have there
  /// are moved above them; see ``ScreenID/init(from:)``.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if an ID isn't positive or larger than the previous
  ///   one, or if it is larger than 2⁵³, which no stack reaches.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ScreenStackKey.self)
    let decoded = try container.decode([Entry].self, forKey: .entries)
    var last = 0
    for entry in decoded {
      guard last < entry.id.number, entry.id.number <= ScreenNumbers.maximum else {
        throw DecodingError.dataCorruptedError(
          forKey: .entries, in: container,
          debugDescription: "The screen ID \(entry.id) follows the ID \(last).")
      }
      last = entry.id.number
    }
    self.init()
    // No app pushes so many screens. The IDs of the next ones couldn't be read back.
    guard last <= ScreenNumbers.maximum / 2 else {
      replace(with: decoded.map(\.screen))
      return
    }
    entries = Entities(decoded)
    let stored = (try? container.decodeIfPresent(ScreenID.self, forKey: .lastNumber))?.number ?? 0
    lastNumber = (last...ScreenNumbers.maximum / 2).contains(stored) ? stored : last
  }
}

private enum ScreenStackKey: String, CodingKey {
  case lastNumber
  case entries
}
