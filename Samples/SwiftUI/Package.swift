// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func runnel(_ part: String = "") -> Target.Dependency {
  .product(name: "Runnel" + part, package: "Runnel")
}

let package = Package(
  name: "CaseStudies",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.executable(name: "case-studies", targets: ["CaseStudies"])],
  dependencies: [.package(name: "Runnel", path: "../..")],
  targets: [
    .executableTarget(
      name: "CaseStudies",
      dependencies: [runnel(), runnel("Navigation"), runnel("Observation")],
      swiftSettings: settings),
    .testTarget(
      name: "CaseStudiesTests",
      dependencies: ["CaseStudies", runnel(), runnel("Navigation"), runnel("Testing")],
      swiftSettings: settings),
  ]
)
