// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Settings",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "Settings", targets: ["Settings"])],
  dependencies: [.package(name: "Runnel", path: "../../../..")],
  targets: [
    .target(name: "Settings", dependencies: [.product(name: "Runnel", package: "Runnel")]),
    .testTarget(
      name: "SettingsTests",
      dependencies: ["Settings", .product(name: "RunnelTesting", package: "Runnel")]),
  ]
)
