// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct SetActionTests {
  private struct Address: Equatable, Sendable {
    var city = ""
    var zip = 0
  }

  private struct Profile: Equatable, Sendable {
    var name = ""
    var nick: String?
    var age = 0
    var doubleAge: Int {
      get { age * 2 }
      set { age = newValue / 2 }
    }
    var address = Address()
    var point = (x: 1, y: 2)
    var pair = (1, 2)
    var rows = [Address()]

    static func == (left: Profile, right: Profile) -> Bool {
      (left.name, left.nick, left.age, left.address) == (
        right.name, right.nick, right.age, right.address
      ) && left.rows == right.rows
    }
  }

  private enum Form: FormAction, Equatable {
    case set(SetAction<Profile>)
    case saved
  }

  private static let reducer = Reducer<Profile>.on(Form.self) { state, action in
    switch action {
    case .set(let change):
      if let age = change.value(at: \.age), age < 0 { return .none }
      change.apply(to: &state)
      if change.value(at: \.address.city) != nil { return .once { .set(\.address.zip, to: 1) } }
      return .none
    case .saved:
      state = Profile()
      return .none
    }
  }

  @Test func `A typed store sets properties with a leading dot`() async {
    let store = Store(state: Profile(), reducer: Self.reducer).accepting(Form.self)
    let names = store.untyped.scope(\.name).recordValues()
    store.dispatch(.set(\.name, to: "Ada"))
    store.dispatch(.set(\.nick, to: "A"))
    store.dispatch(.set(\.address.city, to: "Turin"))
    // The reducer ignores it.
    store.dispatch(.set(\.age, to: -1))
    await store.settled(includingEffects: true)
    #expect(store.state == Profile(name: "Ada", nick: "A", address: Address(city: "Turin", zip: 1)))
    store.dispatch(.set(\.nick, to: nil))
    store.dispatch(.set(\.doubleAge, to: 14))
    await store.settled()
    #expect(store.state.nick == nil)
    #expect(store.state.age == 7)
    #expect(names.values == ["", "Ada"])
  }

  @Test func `Actions are equal if their paths and values are`() {
    let ada = SetAction(\Profile.name, to: "Ada")
    #expect(ada == SetAction(\Profile.name, to: "Ada"))
    #expect(ada != SetAction(\Profile.name, to: "Bob"))
    #expect(ada != SetAction(\Profile.address.city, to: "Ada"))
    #expect(SetAction(\Profile.nick, to: "Ada") != SetAction(\Profile.nick, to: nil))
    #expect(SetAction(\Profile.nick, to: nil) == SetAction(\Profile.nick, to: nil))
    #expect(SetAction(\Profile.age, to: 1) != SetAction(\Profile.nick, to: nil))
    #expect(SetAction(\Profile.rows[0].zip, to: 1) != SetAction(\Profile.rows[1].zip, to: 1))
  }

  @Test func `The path and the value can be read`() {
    let change = SetAction(\Profile.nick, to: "A")
    #expect(change.path == \Profile.nick)
    #expect(change.value as? String == "A")
    #expect(change.value(at: \.nick) == "A")
    #expect(change.value(at: \.name) == nil)
    #expect(SetAction(\Profile.name, to: "A").value(at: \.address.city) == nil)
    #expect(SetAction(\Profile.nick, to: nil).value(at: \.nick) == .some(nil))
    #expect(SetAction(\Profile.address, to: Address()).value(at: \.address.city) == nil)
  }

  @Test func `The description has the path and the value, and no address`() {
    #expect("\(SetAction(\Profile.name, to: "A\nda"))" == #"name = "A\nda""#)
    #expect("\(SetAction(\Profile.address.city, to: "Turin"))" == #"address.city = "Turin""#)
    #expect("\(SetAction(\Profile.nick, to: "A"))" == #"nick = "A""#)
    #expect("\(SetAction(\Profile.nick, to: nil))" == "nick = nil")
    #expect("\(SetAction(\Profile.point.x, to: 1))" == "point.x = 1")
    #expect("\(SetAction(\Profile.pair.0, to: 1))" == "pair.0 = 1")
    #expect("\(SetAction(\Profile.doubleAge, to: 4))" == "{ Int } = 4")
    #expect(
      "\(SetAction(\Profile.rows[0].city, to: ""))" == #"rows { Address }.city = """#)
    #expect("\(SetAction(\Profile.self, to: Profile()))".hasPrefix("self = (name: \"\", nick: nil"))
    let address = SetAction(\Profile.address, to: Address(city: "Turin", zip: 10_121))
    #expect("\(address)" == #"address = (city: "Turin", zip: 10121)"#)
  }

  @Test func `The logger and reports print the path and the value`() async {
    struct App: Equatable, Sendable { var profile = Profile() }
    let (written, reports) = (Recorder<String>(), Recorder<String>())
    let store = Store(
      state: App(),
      reducer: Reducer {
        Self.reducer.scope(\App.profile)
        Reducer<Profile>.updating(SetAction<Profile>.self) { $1.apply(to: &$0) }.scope(\.profile)
      },
      middleware: [
        .logger(.actions, to: LogSink { written.record("\($0.split(separator: " at ")[0])") }),
        .reports { reports.record("\($0.description.split(separator: " at ")[0])") },
      ])
    await store.settle(after: Form.set(\.name, to: "Ada"), SetAction(\Profile.age, to: 3))
    #expect(store.state.profile == Profile(name: "Ada", age: 3))
    let typed = #"SetActionTests.Form.set(name = "Ada")"#
    let untyped = "SetAction<SetActionTests.Profile> age = 3"
    #expect(written.values == ["1 \(typed)", "2 \(untyped)"])
    #expect(reports.values == [typed, untyped])
  }
}
