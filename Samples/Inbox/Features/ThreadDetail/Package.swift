// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "ThreadDetail",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "ThreadDetail", targets: ["ThreadDetail"])],
  dependencies: [.package(name: "Runnel", path: "../../../..")],
  targets: [
    .target(name: "ThreadDetail", dependencies: [.product(name: "Runnel", package: "Runnel")]),
    .testTarget(
      name: "ThreadDetailTests",
      dependencies: ["ThreadDetail", .product(name: "RunnelTesting", package: "Runnel")]),
  ]
)
