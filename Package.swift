// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Runnel",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Runnel", targets: ["Runnel"])
  ],
  targets: [
    .target(name: "Runnel"),
    .target(name: "RunnelTestSupport", dependencies: ["Runnel"], path: "Tests/RunnelTestSupport"),
    .testTarget(name: "RunnelTests", dependencies: ["Runnel", "RunnelTestSupport"]),
    .testTarget(name: "DocumentationTests", dependencies: ["Runnel", "RunnelTestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    // `any` is written out everywhere: https://github.com/swiftlang/swift-evolution (SE-0335)
    .enableUpcomingFeature("ExistentialAny"),
    // What a file uses, it imports (SE-0444)
    .enableUpcomingFeature("MemberImportVisibility"),
    // `import` shows nothing on to clients unless it says so (SE-0409)
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}
