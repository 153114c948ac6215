// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A folder for one test, which is removed with this object.
final class TemporaryFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("settings-\(UUID().uuidString)")

  init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String {
    url.appendingPathComponent(name).path
  }

  func write(_ text: String, to name: String) {
    #expect(throws: Never.self) { try Data(text.utf8).write(to: url.appendingPathComponent(name)) }
  }

  func text(_ name: String) -> String? {
    (try? Data(contentsOf: url.appendingPathComponent(name))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
