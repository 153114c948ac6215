// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Inspector",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "inspector", targets: ["inspector"])
  ],
  dependencies: [
    .package(name: "Runnel", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "inspector",
      dependencies: [
        .product(name: "RunnelInsight", package: "Runnel"),
        .product(name: "RunnelPersistence", package: "Runnel"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.copy("Page")]
    ),
    .testTarget(
      name: "inspectorTests",
      dependencies: [
        "inspector",
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelInsight", package: "Runnel"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
