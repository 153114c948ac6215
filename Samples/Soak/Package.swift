// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Soak",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "soak", targets: ["soak"])
  ],
  dependencies: [
    .package(name: "Runnel", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "soak",
      dependencies: [
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(name: "soakTests", dependencies: ["soak"]),
  ],
  swiftLanguageModes: [.v6]
)
