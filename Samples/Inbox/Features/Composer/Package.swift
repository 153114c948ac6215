// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Composer",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "Composer", targets: ["Composer"])],
  dependencies: [.package(name: "Runnel", path: "../../../..")],
  targets: [
    .target(name: "Composer", dependencies: [.product(name: "Runnel", package: "Runnel")]),
    .testTarget(
      name: "ComposerTests",
      dependencies: ["Composer", .product(name: "RunnelTesting", package: "Runnel")]),
  ]
)
