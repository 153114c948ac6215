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
  enum CounterAction: Action { case incremented, saved(Int) }
  enum NameAction: Action { case changed(String), submitted, refused(String) }
  enum RowAction: Action { case tapped }

  struct RowProps: Equatable {
    var title = ""
    var onTap = Callback {}
  }

  #snippet("Connect a view controller", 1...2)
  #snippet("Connect a view")
  #snippet("Dispatch from a button")
  #snippet("Show a notice once")
  #snippet("Services")
  #snippet("Text fields and delegates")
  #snippet("Table and collection view cells", 1...2)
  #snippet("Navigation controllers")

  @MainActor static func start(_ store: Store<AppState>) -> [UIViewController] {
    #snippet("Connect a view", 2...3)
    #snippet("Show a notice once", 2)
    #snippet("Services", 2)
    #snippet("Use UIKit with SwiftUI")
    return [hosting]
  }

  struct CounterScreen: View {
    let store: Store<AppState>
    var body: some View { Text("\(store.state.counter)" as String) }
  }

  #snippet("Use UIKit with SwiftUI", 2)
  #snippet("AppKit")
}
