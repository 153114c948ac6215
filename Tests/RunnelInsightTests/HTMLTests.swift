// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import Testing

@testable import RunnelInsight

@Suite struct HTMLTests {
  @Test func `The page contains the lines, and no text of them as markup`() async throws {
    let store = Store(state: Shop.State(), reducer: Shop.reducer())
    let data = try await record(store) {
      let item = "</script><script>alert(1)</script>\u{2028}<!--"
      store.dispatch(Shop.Cart.Action.add(item, price: 1))
    }
    let broken = data + Data("</script>\n".utf8)
    let session = try Session(data: broken)
    let page = String(decoding: session.html(), as: UTF8.self)
    #expect(page.hasPrefix(PageTemplate.prefix))
    #expect(page.hasSuffix(PageTemplate.suffix))
    let content = page.dropFirst(PageTemplate.prefix.count).dropLast(PageTemplate.suffix.count)
    #expect(!content.contains("<"))
    let lines = content.split(separator: "\n")
    #expect(lines.count == session.intactLines.count)
    // The escape is one of JSON, so the lines have the same values.
    let copy = try Session(data: Data(content.utf8))
    let payload = copy.actions.first?.payload?.replacing(#"\u003c"#, with: "<")
    #expect(payload == session.actions.first?.payload)
    #expect(copy.report.isReplayable == false)
    #expect(copy.report.findings.map(\.grade) == [.readableOnly])
  }
}
