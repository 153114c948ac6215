// SPDX-License-Identifier: MIT

/// Fills the names into the texts of a demonstration.
struct DemoWords {
  private let words: [(String, String)]

  /// Chooses the names of one conversation.
  init(using generator: inout SplitMix64) {
    words = [
      ("{service}", Self.services),
      ("{customer}", Self.customers),
      ("{day}", ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]),
      ("{version}", (1...9).flatMap { minor in (0...3).map { "4.\(minor).\($0)" } }),
      ("{number}", (12...48).map(String.init)),
    ].map { placeholder, choices in
      (placeholder, choices.randomElement(using: &generator) ?? "")
    }
  }

  func fill(_ text: String) -> String {
    let text = words.reduce(text) { $0.replacing($1.0, with: $1.1) }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private static let services = [
    "billing", "search", "the importer", "sign-in", "notifications", "the mobile app",
    "reports", "the sync service", "attachments", "the gateway",
  ]

  private static let customers = [
    "Northwind", "Hanser & Sohn", "Café Lumière", "Blue Harbor", "the city library",
    "Østby Shipping", "Mirador", "Tanaka Optics", "Greenfield School", "Atlas Parcels",
  ]
}
