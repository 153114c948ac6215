// SPDX-License-Identifier: MIT

@testable import Runnel

extension Engine {
  var evaluations: Int { changes.evaluations }
  var watches: SliceIndex { rootSlice.index ?? SliceIndex(size: 0) }
  var registry: SliceCache { slices }
  var access: FairStateLock { stateLock }
}
