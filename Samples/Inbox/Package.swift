// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let featureNames = ["Accounts", "Composer", "Settings", "Sync", "ThreadDetail", "ThreadList"]
let features = featureNames.map { Target.Dependency.product(name: $0, package: $0) }
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let flyingFox: [Target.Dependency] = [
  .product(name: "FlyingFox", package: "FlyingFox"),
  .product(name: "FlyingSocks", package: "FlyingFox"),
]
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

func runnel(_ part: String = "") -> Target.Dependency {
  .product(name: "Runnel" + part, package: "Runnel")
}

func terminal(_ part: String) -> Target.Dependency {
  .product(name: "Terminal" + part, package: "Terminal")
}

let package = Package(
  name: "Inbox",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "InboxApp", targets: ["InboxApp", "InboxCore"])],
  dependencies: [
    .package(name: "Runnel", path: "../.."),
    .package(name: "Terminal", path: "../Terminal"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ] + featureNames.map { .package(path: "Features/\($0)") },
  targets: [
    .target(name: "InboxWire"),
    .target(name: "InboxDatabase", dependencies: [grdb]),
    .target(name: "InboxServer", dependencies: ["InboxDatabase", "InboxWire", grdb] + flyingFox),
    .executableTarget(name: "inbox-server", dependencies: ["InboxServer", argumentParser]),
    .target(name: "InboxClient", dependencies: ["InboxWire", flyingFox[1]]),
    .target(
      name: "InboxStorage",
      dependencies: ["InboxDatabase", "InboxWire", grdb, runnel("Persistence")]),
    .target(
      name: "InboxCore", dependencies: ["InboxWire", runnel(), runnel("Navigation")] + features),
    .target(
      name: "InboxApp",
      dependencies: [
        "InboxClient", "InboxCore", "InboxStorage", "InboxWire", runnel(), runnel("Navigation"),
        runnel("Persistence"),
      ] + features
    ),
    .target(
      name: "InboxTerminal",
      dependencies: ["InboxApp", runnel(), runnel("Navigation"), terminal("UI")] + features),
    .executableTarget(
      name: "inbox",
      dependencies: [
        "InboxApp", "InboxServer", "InboxTerminal", "InboxWire", argumentParser, runnel(),
        runnel("Insight"), runnel("Navigation"), terminal("UI"),
      ] + features
    ),

    // What the tests share: servers, connections, and folders.
    .target(
      name: "InboxTesting",
      dependencies: ["InboxClient", "InboxServer", "InboxWire"] + flyingFox,
      path: "Tests/InboxTesting"),
    .testTarget(name: "InboxClientTests", dependencies: ["InboxTesting"]),
    .testTarget(name: "InboxServerTests", dependencies: ["InboxTesting", "inbox-server", grdb]),
    .testTarget(
      name: "InboxCoreTests", dependencies: ["InboxCore", runnel("Navigation"), runnel("Testing")]),
    .testTarget(
      name: "InboxAppTests",
      dependencies: [
        "InboxApp", "InboxTesting", grdb, runnel("Navigation"), runnel("Testing"),
      ]),
    .testTarget(
      name: "InboxTerminalTests",
      dependencies: ["InboxTerminal", runnel("Navigation"), runnel("Testing")]),
    .testTarget(name: "inboxTests", dependencies: ["InboxTesting", "inbox", terminal("Testing")]),
  ]
)

for target in package.targets {
  target.swiftSettings = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
    .map { .enableUpcomingFeature($0) }
}
