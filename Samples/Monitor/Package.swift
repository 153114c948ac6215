// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Monitor",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "monitor", targets: ["monitor"])
  ],
  dependencies: [
    .package(name: "Runnel", path: "../.."),
    .package(path: "Features/Processes"),
    .package(path: "Features/Load"),
    .package(path: "Features/Settings"),
  ],
  targets: [
    .executableTarget(
      name: "monitor",
      dependencies: [
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelInsight", package: "Runnel"),
        .product(name: "Processes", package: "Processes"),
        .product(name: "Load", package: "Load"),
        .product(name: "Settings", package: "Settings"),
      ]
    ),
    .testTarget(
      name: "monitorTests",
      dependencies: ["monitor", .product(name: "RunnelInsight", package: "Runnel")]),
  ],
  swiftLanguageModes: [.v6]
)
