// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct TravelTests {
  @Test func theTripsReadTheUnitOfTheOtherTab() async {
    let store = TestStore(state: Travel.State(), reducer: Travel.reducer)
    await store.send(Trips.Action.added) { $0.trips.distances = [5_000] }
    await store.send(Units.Action.milesChanged(true)) { $0.units.usesMiles = true }
    await store.send(Trips.Action.added) { $0.trips.distances = [5_000, 8_045] }
    await store.finish()
  }

  @Test func theTripsAreTestedWithAUnit() async {
    let store = TestStore(
      state: Trips.State(), reducer: Trips.reducer.reading(Units.State(usesMiles: true)))
    await store.send(Trips.Action.added) { $0.distances = [8_045] }
    await store.finish()
  }

  @Test func textOfADistance() {
    #expect(Units.State().text(meters: 2_500) == "2.5 km")
    #expect(Units.State(usesMiles: true).text(meters: 8_045) == "5.0 mi")
  }
}
