// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Sync",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Sync", targets: ["Sync"])
  ],
  dependencies: [
    .package(name: "Runnel", path: "../../../..")
  ],
  targets: [
    .target(
      name: "Sync",
      dependencies: [.product(name: "Runnel", package: "Runnel")]
    ),
    .testTarget(
      name: "SyncTests",
      dependencies: ["Sync", .product(name: "RunnelTesting", package: "Runnel")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
