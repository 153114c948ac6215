// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Accounts",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "Accounts", targets: ["Accounts"])],
  dependencies: [.package(name: "Runnel", path: "../../../..")],
  targets: [
    .target(name: "Accounts", dependencies: [.product(name: "Runnel", package: "Runnel")]),
    .testTarget(
      name: "AccountsTests",
      dependencies: ["Accounts", .product(name: "RunnelTesting", package: "Runnel")]),
  ]
)
