// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "words",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "<the URL of this repository>", branch: "main")
  ],
  targets: [
    .executableTarget(
      name: "words",
      dependencies: [.product(name: "Runnel", package: "Runnel")])
  ]
)
