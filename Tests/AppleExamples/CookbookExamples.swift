// SPDX-License-Identifier: MIT

// The views of the recipes in the Cookbook.

import Runnel
import RunnelObservation
import SwiftUI

extension CountdownTimerExample {
  struct CountdownView: View {
    @State private var model: ViewStoreOf<Countdown.State, Countdown.Action>

    init(store: StoreOf<Countdown.State, Countdown.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      Text("\(model.remaining)")
      Button("Start") { model.dispatch(.started(seconds: 60)) }
      Button(model.isPaused ? "Continue" : "Pause") { model.dispatch(.pauseTapped) }
    }
  }
}

extension FormRecipeExample {
  struct RegistrationView: View {
    @State private var model: ViewStoreOf<Registration.State, Registration.Action>
    @State private var fields: ViewStoreOf<Registration.Fields, Registration.Action>

    init(store: StoreOf<Registration.State, Registration.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
      _fields = State(initialValue: ViewStoreOf(store.scope(\.fields)))
    }

    var body: some View {
      TextField("Name", text: fields.binding(\.name))
      TextField("Password", text: fields.binding(\.password))
      Toggle("News", isOn: fields.binding(\.wantsNews))
      Button("Save") { model.dispatch(.saveTapped) }
        .disabled(!model.canSave)
    }
  }
}

extension PaginationExample {
  struct FeedView: View {
    @State private var model: ViewStoreOf<Feed.State, Feed.Action>

    init(store: StoreOf<Feed.State, Feed.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      List {
        ForEach(model.items, id: \.self) { item in
          Text(item).onAppear {
            if item == model.items.last { model.dispatch(.reachedEnd) }
          }
        }
        if model.hasFailed {
          Button("Try again") { model.dispatch(.reachedEnd) }
        }
      }
      .task {
        if model.items.isEmpty { model.dispatch(.reachedEnd) }
      }
    }
  }
}

extension PollingExample {
  struct WeatherView: View {
    @State private var model: ViewStoreOf<Weather.State, Weather.Action>

    init(store: StoreOf<Weather.State, Weather.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      Text(model.degrees.map { "\($0) degrees" } ?? "–")
        .onAppear { model.dispatch(.shown(true)) }
        .onDisappear { model.dispatch(.shown(false)) }
    }
  }
}

extension PullToRefreshExample {
  struct TimelineView: View {
    private let store: StoreOf<Timeline.State, Timeline.Action>
    @State private var model: ViewStoreOf<Timeline.State, Timeline.Action>

    init(store: StoreOf<Timeline.State, Timeline.Action>) {
      self.store = store
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      List(model.posts, id: \.self) { Text($0) }
        .refreshable { [store] in await store.dispatchAndWait(.refreshed) }
    }
  }
}

extension SearchAsYouTypeExample {
  struct SearchView: View {
    @State private var model: ViewStoreOf<Search.State, Search.Action>

    init(store: StoreOf<Search.State, Search.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      TextField("Search", text: model.binding(\.text) { .typed($0) })
      List(model.hits, id: \.self) { Text($0) }
    }
  }
}

extension ShowAnErrorExample {
  struct ReportView: View {
    @State private var model: ViewStoreOf<Report.State, Report.Action>

    init(store: StoreOf<Report.State, Report.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      Button("Load") { model.dispatch(.loadTapped) }
        .alert(model, \.alert, dismiss: .alertDismissed)
    }
  }
}

extension UploadWithProgressExample {
  struct UploadView: View {
    @State private var model: ViewStoreOf<Upload.State, Upload.Action>

    init(store: StoreOf<Upload.State, Upload.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      if let progress = model.progress {
        ProgressView(value: progress)
        Button("Cancel") { model.dispatch(.cancelTapped) }
      } else {
        Button("Upload") { model.dispatch(.uploadTapped("photo.jpg")) }
      }
    }
  }
}
