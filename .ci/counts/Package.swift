// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// Counts what operations of the library allocate, lock and hand to queues. See `.ci/allocations`.
let package = Package(
  name: "Counts",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Runnel", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "counts",
      dependencies: [.product(name: "Runnel", package: "Runnel")],
      // Two names the compiler keeps for itself, and the linker shows the others to the shared libraries only
      // if told so. The locks are not shown, on purpose: only those of the library itself are counted.
      linkerSettings: [
        .unsafeFlags(
          [
            "--defsym=malloc=interposed_malloc", "--defsym=free=interposed_free",
            "--export-dynamic-symbol=calloc", "--export-dynamic-symbol=realloc",
            "--export-dynamic-symbol=posix_memalign", "--export-dynamic-symbol=aligned_alloc",
            "--export-dynamic-symbol=dispatch_async",
          ].flatMap { ["-Xlinker", $0] })
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
