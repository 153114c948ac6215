// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "CaseStudies",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.executable(name: "case-studies", targets: ["CaseStudies"])],
  dependencies: [.package(name: "Runnel", path: "../..")],
  targets: [
    .executableTarget(
      name: "CaseStudies",
      dependencies: [
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelNavigation", package: "Runnel"),
        .product(name: "RunnelObservation", package: "Runnel"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CaseStudiesTests",
      dependencies: [
        "CaseStudies",
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelNavigation", package: "Runnel"),
        .product(name: "RunnelTesting", package: "Runnel"),
      ],
      swiftSettings: settings
    ),
  ]
)
