import SwiftUI

/// The search screen, with the store of the app.
public struct WordsView: View {
  /// Creates the view.
  public init() {}

  /// The search screen.
  public var body: some View {
    SearchScreen(Live.store)
  }
}

#Preview("Live") {
  WordsView()
}
