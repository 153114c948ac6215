// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

func runnel(_ part: String = "") -> Target.Dependency {
  .product(name: "Runnel" + part, package: "Runnel")
}

func terminal(_ part: String) -> Target.Dependency {
  .product(name: "Terminal" + part, package: "Terminal")
}

let package = Package(
  name: "Monitor",
  platforms: [.macOS(.v15)],
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
        "Load", "Processes", "Settings", runnel(), runnel("Insight"), terminal("UI"),
      ]),
    .testTarget(
      name: "monitorTests",
      dependencies: ["monitor", runnel("Insight"), terminal("UI"), terminal("Testing")]),
  ]
)
