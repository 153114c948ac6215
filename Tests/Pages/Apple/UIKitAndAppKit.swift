// SPDX-License-Identifier: MIT

import AppKit
import Runnel
import RunnelNavigation
import RunnelObservation
import SwiftUI
import UIKit

enum UIKitExamples {
  struct AppState: Equatable, Sendable {
    var counter = 0
    var name = ""
    var rows: Entities<Row> = []
    var path = ScreenStack<Screen>()
  }

  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var title = "untitled"
  }

  enum Screen: Equatable, Sendable { case thread(Int) }
  enum CounterAction: Action { case incremented }
  enum NameAction: Action { case changed(String), submitted, refused(String) }

  #snippet("Connect a view controller", 1...2)
  #snippet("Text fields and delegates")
  #snippet("Table and collection view cells", 1...2)
  #snippet("Navigation controllers")

  @MainActor static func start(_ store: Store<AppState>) -> [UIViewController] {
    #snippet("Connect a view controller", 3)
    #snippet("Use UIKit with SwiftUI")
    return [controller, hosting]
  }

  struct CounterScreen: View {
    @State private var model: ViewStore<AppState>

    init(store: Store<AppState>) { _model = State(initialValue: ViewStore(store)) }

    var body: some View { Text("\(model.counter)") }
  }

  #snippet("Use UIKit with SwiftUI", 2)
  #snippet("AppKit")
}
