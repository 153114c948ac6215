// swift-tools-version: 6.2

import PackageDescription

func runnel(_ part: String = "") -> Target.Dependency {
  .product(name: "Runnel" + part, package: "Runnel")
}

let package = Package(
  name: "RepositorySearch",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Runnel", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .target(name: "RepositorySearch", dependencies: [runnel(), runnel("Boundary")]),
    .executableTarget(
      name: "repository-search",
      dependencies: ["RepositorySearch", runnel(), runnel("Boundary")]),
    .testTarget(
      name: "RepositorySearchTests",
      dependencies: [
        "RepositorySearch", .product(name: "FlyingFox", package: "FlyingFox"), runnel(),
        runnel("Boundary"), runnel("Testing"),
      ]),
  ]
)
