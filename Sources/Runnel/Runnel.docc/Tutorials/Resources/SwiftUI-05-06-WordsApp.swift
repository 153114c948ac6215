import SwiftUI
import Words

@main
struct WordsApp: App {
  var body: some Scene {
    WindowGroup {
      WordsView()
    }
  }
}
