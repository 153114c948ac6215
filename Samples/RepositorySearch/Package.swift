// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "RepositorySearch",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "repository-search", targets: ["repository-search"])
  ],
  dependencies: [
    .package(name: "Runnel", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .target(
      name: "RepositorySearch",
      dependencies: [
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelBoundary", package: "Runnel"),
      ]
    ),
    .executableTarget(
      name: "repository-search",
      dependencies: [
        "RepositorySearch",
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelBoundary", package: "Runnel"),
      ]
    ),
    .testTarget(
      name: "RepositorySearchTests",
      dependencies: [
        "RepositorySearch",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelBoundary", package: "Runnel"),
        .product(name: "RunnelTesting", package: "Runnel"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
