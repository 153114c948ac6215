// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "Inbox",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "InboxApp", targets: ["InboxApp", "InboxCore"]),
    .executable(name: "inbox", targets: ["inbox"]),
    .executable(name: "inbox-server", targets: ["inbox-server"]),
  ],
  dependencies: [
    .package(name: "Runnel", path: "../.."),
    .package(name: "Terminal", path: "../Terminal"),
    .package(path: "Features/Accounts"),
    .package(path: "Features/Composer"),
    .package(path: "Features/Settings"),
    .package(path: "Features/Sync"),
    .package(path: "Features/ThreadDetail"),
    .package(path: "Features/ThreadList"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .target(name: "InboxWire", swiftSettings: settings),
    .target(
      name: "InboxServer",
      dependencies: [
        "InboxWire",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "inbox-server",
      dependencies: [
        "InboxServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "InboxClient",
      dependencies: [
        "InboxWire",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "InboxTesting",
      dependencies: ["InboxClient", "InboxServer", "InboxWire"],
      path: "Tests/InboxTesting",
      swiftSettings: settings
    ),
    .testTarget(
      name: "InboxServerTests",
      dependencies: [
        "InboxClient", "InboxServer", "InboxTesting", "InboxWire", "inbox-server",
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "InboxClientTests",
      dependencies: [
        "InboxClient", "InboxServer", "InboxTesting", "InboxWire",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "InboxCoreTests",
      dependencies: [
        "Accounts", "Composer", "InboxCore", "Settings", "Sync", "ThreadDetail", "ThreadList",
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelTesting", package: "Runnel"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "InboxAppTests",
      dependencies: [
        "Accounts", "Composer", "InboxApp", "InboxClient", "InboxServer", "InboxStorage",
        "InboxTesting", "InboxWire", "Settings", "Sync", "ThreadDetail", "ThreadList",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelPersistence", package: "Runnel"),
        .product(name: "RunnelTesting", package: "Runnel"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "InboxStorage",
      dependencies: [
        "InboxWire",
        .product(name: "RunnelPersistence", package: "Runnel"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "InboxCore",
      dependencies: [
        "InboxWire", "Accounts", "Composer", "Settings", "Sync", "ThreadDetail", "ThreadList",
        .product(name: "Runnel", package: "Runnel"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "InboxApp",
      dependencies: [
        "InboxClient", "InboxCore", "InboxStorage", "InboxWire", "Accounts", "Composer", "Settings",
        "Sync", "ThreadDetail", "ThreadList",
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelPersistence", package: "Runnel"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "InboxTerminal",
      dependencies: [
        "InboxApp", "Accounts", "Composer", "Settings", "Sync", "ThreadDetail", "ThreadList",
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "TerminalUI", package: "Terminal"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "inbox",
      dependencies: [
        "InboxApp", "InboxServer", "InboxTerminal", "InboxWire", "Accounts", "Sync",
        "ThreadDetail", "ThreadList",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelInsight", package: "Runnel"),
        .product(name: "TerminalUI", package: "Terminal"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "InboxTerminalTests",
      dependencies: [
        "InboxTerminal", "InboxApp", "Accounts", "Composer", "Settings", "Sync", "ThreadDetail",
        "ThreadList",
        .product(name: "Runnel", package: "Runnel"),
        .product(name: "RunnelTesting", package: "Runnel"),
        .product(name: "TerminalUI", package: "Terminal"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "inboxTests",
      dependencies: [
        "inbox", "InboxClient", "InboxServer", "InboxTesting", "InboxWire",
        .product(name: "TerminalTesting", package: "Terminal"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
