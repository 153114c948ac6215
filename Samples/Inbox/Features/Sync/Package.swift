// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Sync",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "Sync", targets: ["Sync"])],
  dependencies: [.package(name: "Runnel", path: "../../../..")],
  targets: [
    .target(name: "Sync", dependencies: [.product(name: "Runnel", package: "Runnel")]),
    .testTarget(
      name: "SyncTests",
      dependencies: ["Sync", .product(name: "RunnelTesting", package: "Runnel")]),
  ]
)
