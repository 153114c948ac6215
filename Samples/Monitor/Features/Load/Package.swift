// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Load",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Load", targets: ["Load"])],
  dependencies: [.package(name: "Runnel", path: "../../../..")],
  targets: [
    .target(name: "Load", dependencies: [.product(name: "Runnel", package: "Runnel")]),
    .testTarget(name: "LoadTests", dependencies: ["Load"]),
  ]
)
