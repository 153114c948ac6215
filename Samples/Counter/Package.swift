// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Counter",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Runnel", path: "../..")],
  targets: [
    .executableTarget(
      name: "counter", dependencies: [.product(name: "Runnel", package: "Runnel")]),
    .testTarget(
      name: "counterTests",
      dependencies: ["counter", .product(name: "RunnelTesting", package: "Runnel")]),
  ]
)
