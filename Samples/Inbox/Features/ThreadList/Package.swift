// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "ThreadList",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "ThreadList", targets: ["ThreadList"])
  ],
  dependencies: [
    .package(name: "Runnel", path: "../../../..")
  ],
  targets: [
    .target(
      name: "ThreadList",
      dependencies: [.product(name: "Runnel", package: "Runnel")]
    ),
    .testTarget(
      name: "ThreadListTests",
      dependencies: ["ThreadList", .product(name: "RunnelTesting", package: "Runnel")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
