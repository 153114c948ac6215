// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Monitor",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "monitor", targets: ["monitor"])],
  dependencies: [
    .package(name: "Runnel", path: "../.."),
    .package(name: "Terminal", path: "../Terminal"),
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
        "Load", "Processes", "Settings",
        .product(name: "TerminalUI", package: "Terminal"),
      ]),
    .testTarget(
      name: "monitorTests",
      dependencies: [
        "monitor",
        .product(name: "RunnelInsight", package: "Runnel"),
        .product(name: "TerminalUI", package: "Terminal"),
        .product(name: "TerminalTesting", package: "Terminal"),
      ]),
  ]
)
