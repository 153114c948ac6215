// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "ThreadList",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "ThreadList", targets: ["ThreadList"])],
  dependencies: [.package(name: "Runnel", path: "../../../..")],
  targets: [
    .target(name: "ThreadList", dependencies: [.product(name: "Runnel", package: "Runnel")]),
    .testTarget(
      name: "ThreadListTests",
      dependencies: ["ThreadList", .product(name: "RunnelTesting", package: "Runnel")]),
  ]
)
