// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Counter",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "counter", targets: ["counter"])
  ],
  dependencies: [
    .package(name: "Runnel", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "counter",
      dependencies: [.product(name: "Runnel", package: "Runnel")]
    ),
    .testTarget(name: "counterTests", dependencies: ["counter"]),
  ],
  swiftLanguageModes: [.v6]
)
