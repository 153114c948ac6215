// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let runnel = Target.Dependency.product(name: "Runnel", package: "Runnel")
let persistence = Target.Dependency.product(name: "RunnelPersistence", package: "Runnel")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "Soak",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Runnel", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .executableTarget(name: "soak", dependencies: [runnel, arguments]),
    .executableTarget(name: "saving", dependencies: [runnel, persistence, arguments]),
    .testTarget(name: "soakTests", dependencies: ["soak", "saving"]),
  ]
)
