// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

func runnel(_ part: String = "") -> Target.Dependency {
  .product(name: "Runnel" + part, package: "Runnel")
}

let package = Package(
  name: "Inspector",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Runnel", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "inspector",
      dependencies: [
        runnel("Insight"), runnel("Persistence"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.copy("Page")]),
    .testTarget(
      name: "inspectorTests",
      dependencies: [
        "inspector", runnel(), runnel("Insight"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
  ]
)
