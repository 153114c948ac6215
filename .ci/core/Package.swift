// swift-tools-version: 6.2

import PackageDescription

// The part of the library that threads and pointers meet in: the core with its effects, and what
// saves its state. The sanitizers and the optimizer get these tests only. The folders are links.
let package = Package(
  name: "Runnel",
  targets: [
    .target(name: "Runnel"),
    .target(name: "RunnelPersistence", dependencies: ["Runnel"]),
    .target(name: "RunnelTesting", dependencies: ["Runnel"]),
    .target(name: "RunnelUDF", dependencies: ["Runnel"]),
    .target(
      name: "RunnelTestSupport",
      dependencies: ["Runnel", "RunnelUDF"],
      path: "Tests/RunnelTestSupport"
    ),
    .testTarget(
      name: "RunnelTests",
      dependencies: ["Runnel", "RunnelTesting", "RunnelTestSupport"]
    ),
    .testTarget(
      name: "RunnelPersistenceTests",
      dependencies: ["Runnel", "RunnelPersistence", "RunnelTesting", "RunnelTestSupport"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}
