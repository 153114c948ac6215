// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Words",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [.library(name: "Words", targets: ["Words"])],
  dependencies: [
    .package(url: "<the URL of this repository>", branch: "main")
  ],
  targets: [
    .target(
      name: "Words",
      dependencies: [
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelObservation", package: "Runnel"),
      ])
  ]
)
