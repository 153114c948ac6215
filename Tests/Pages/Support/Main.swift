// SPDX-License-Identifier: MIT

@main enum Main {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}

extension StoreOf where ActionType == any Action {
  /// Dispatches actions and returns after the store has settled.
  func settle(after actions: any Action..., includingEffects: Bool = false) async {
    actions.forEach { dispatch($0) }
    await settled(includingEffects: includingEffects)
  }
}

/// Returns the text of the failure that `body` reports.
func failure(of body: () async -> Void) async -> String {
  let text = Locked("")
  await withKnownIssue {
    await body()
  } matching: { issue in
    text.withLock { $0 = issue.comments.map(\.rawValue).joined() }
    return true
  }
  return text.withLock { $0 }
}
