// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Terminal",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "TerminalUI", targets: ["TerminalUI"]),
    .library(name: "TerminalTesting", targets: ["TerminalTesting"]),
  ],
  targets: [
    .target(name: "TerminalUI"),
    .target(name: "TerminalTesting", dependencies: ["TerminalUI"]),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI", "TerminalTesting"]),
  ]
)
