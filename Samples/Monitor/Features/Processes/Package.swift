// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Processes",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Processes", targets: ["Processes"])],
  dependencies: [.package(name: "Runnel", path: "../../../..")],
  targets: [
    .target(name: "Processes", dependencies: [.product(name: "Runnel", package: "Runnel")]),
    .testTarget(name: "ProcessesTests", dependencies: ["Processes"]),
  ]
)
