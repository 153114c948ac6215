// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "benchmarks", targets: ["Benchmarks"])],
  dependencies: [
    .package(name: "Runnel", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(
      name: "Opponents",
      dependencies: [
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]
    ),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Opponents", arguments,
        .product(name: "Runnel", package: "Runnel"),
      ]
    ),
    .testTarget(name: "BenchmarksTests", dependencies: ["Benchmarks", arguments]),
  ]
)
