// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "ThreadDetail",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "ThreadDetail", targets: ["ThreadDetail"])
  ],
  dependencies: [
    .package(name: "Runnel", path: "../../../..")
  ],
  targets: [
    .target(
      name: "ThreadDetail",
      dependencies: [.product(name: "Runnel", package: "Runnel")]
    ),
    .testTarget(
      name: "ThreadDetailTests",
      dependencies: ["ThreadDetail", .product(name: "RunnelTesting", package: "Runnel")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
