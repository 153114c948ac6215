// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight
import RunnelPersistence
import Testing

@testable import inspector

@Suite struct ChangeTests {
  private struct Example: Decodable, CustomTestStringConvertible {
    let about: String
    let before: JSON
    let after: JSON
    let changes: [String]
    var testDescription: String { about }
  }

  /// The examples of the check of the page, too.
  private static func examples() throws -> [Example] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.deletingLastPathComponent().appendingPathComponent("changes.json")
    return try JSONDecoder().decode([Example].self, from: Data(contentsOf: file))
  }

  @Test(arguments: try examples())
  private func `Elements of arrays are called by their IDs, as on the page`(
    example: Example
  ) throws {
    func text(_ json: JSON) -> String { String(decoding: json.line, as: UTF8.self) }
    let lines = """
      {"runnel":2,"state":"S","start":"2025-03-01T12:00:00.000Z","n":0,"states":"everyAction"}
      {"n":0,"t":0,"state":\(text(example.before))}
      {"n":1,"type":"T","text":"t"}
      {"n":1,"t":0,"state":\(text(example.after))}

      """
    let session = try Session(data: Data(lines.utf8))
    #expect(try session.changes(of: 1) == example.changes)
  }
}
