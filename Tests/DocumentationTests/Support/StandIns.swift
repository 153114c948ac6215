// SPDX-License-Identifier: MIT

// What the examples need of UIKit, for systems that have none.

@MainActor class UIView {}

@MainActor class UIViewController {}

@MainActor final class UILabel {
  private(set) var texts: [String?] = []
  var text: String? { didSet { texts.append(text) } }
}
