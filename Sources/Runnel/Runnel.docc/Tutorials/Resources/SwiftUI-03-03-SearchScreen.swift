import Runnel
import RunnelObservation
import SwiftUI

struct SearchScreen: View {
  @State private var search: ViewStoreOf<Search.State, Search.Action>

  init(_ store: StoreOf<Search.State, Search.Action>) {
    _search = State(initialValue: ViewStoreOf(store))
  }

  var body: some View {
    NavigationStack {
      List {
        ForEach(search.hits, id: \.self) { word in
          Text(word)
        }
      }
      .navigationTitle("Words")
      .searchable(text: search.binding(\.text) { .typed($0) })
    }
  }
}

#Preview("Hits") {
  let state = Search.State(text: "ot", hits: ["otter"])
  SearchScreen(Store(state: state).accepting(Search.Action.self))
}
