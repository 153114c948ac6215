// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Settings",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Settings", targets: ["Settings"])],
  dependencies: [.package(name: "Runnel", path: "../../../..")],
  targets: [
    .target(name: "Settings", dependencies: [.product(name: "Runnel", package: "Runnel")]),
    .testTarget(name: "SettingsTests", dependencies: ["Settings"]),
  ]
)
