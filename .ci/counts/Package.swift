// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// Counts the allocations, locks and queue hops of the library's operations. See `.ci/allocations`.
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
      // The compiler reserves two of the names. The linker exports the others to the shared
      // libraries only on request. The locks are not exported: only locks of the library itself are
      // counted.
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
