// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Foundation
  import Runnel
  import RunnelObservation
  import SwiftUI

  /// Three ways to animate: an action, a binding, and changes that an effect makes.
  ///
  /// See *Animations* in `UsingSwiftUI.md`.
  struct BubbleView: View {
    @State private var model: ViewStoreOf<Bubble.State, Bubble.Action>

    init(_ store: StoreOf<Bubble.State, Bubble.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      VStack {
        Circle()
          .foregroundStyle(model.tint.color)
          .frame(width: 100, height: 100)
          // An effect sends outside of any animation, so the view animates the value.
          .animation(.easeInOut, value: model.tint)
          .scaleEffect(model.isLarge ? 1.5 : 1)
          .offset(y: model.isRaised ? -80 : 0)
          .padding(.vertical, 120)
        // A write to a binding has been reduced when it returns.
        Toggle("Large", isOn: model.binding(\.isLarge) { .largeChanged($0) }.animation())
        // `send` has been reduced when it returns. `dispatch` has not, so it would not animate.
        Button(model.isRaised ? "Lower" : "Raise") {
          withAnimation(.easeOut) { model.send(.raiseTapped) }
        }
        Button("Rainbow") { model.dispatch(.rainbowTapped) }
      }
      .padding()
      .navigationTitle("Animation")
    }
  }

  extension Bubble.Tint {
    fileprivate var color: Color {
      switch self {
      case .blue: .blue
      case .green: .green
      case .orange: .orange
      case .red: .red
      }
    }
  }
#endif
