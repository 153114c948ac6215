// SPDX-License-Identifier: MIT

public import Runnel

/// The links that lead to a place in the app, such as `inbox://threads/t7`.
public let inboxLinks = DeepLinks<[SessionAction]>(schemes: ["inbox"]) {
  DeepLink("/threads/:thread") {
    [.homeTapped, .threadTapped(id: try $0.string("thread"), subject: "")]
  }
  DeepLink("/compose") { [.homeTapped, .composeTapped(subject: $0.items.first?.value ?? "")] }
  DeepLink("/settings") { _ in [.homeTapped, .settingsTapped] }
  DeepLink("/") { _ in [.homeTapped] }
}
