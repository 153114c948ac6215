// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight
import Testing

@testable import inspector

@Suite struct PageTests {
  @Test func `The page contains the lines, and no text of them as markup`() async throws {
    let folder = TemporaryFolder()
    let file = try await Notes.record(
      [.add("</script><script>alert(1)</script>\u{2028}<!--\u{600}</script>{{script}}")], in: folder
    )
    let lines = try Data(contentsOf: URL(fileURLWithPath: file))
    let page = String(decoding: try Page.recorded(lines), as: UTF8.self)
    let start = try #require(page.range(of: "data-live=\"\">\n"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let content = page[start.upperBound..<end.lowerBound]
    // The escape is one of JSON, so the lines have the same values.
    #expect(content.replacingOccurrences(of: #"\u003c"#, with: "<").utf8.elementsEqual(lines))
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "</script").count == 3)
  }

  @Test func `The policy of a page runs its script only, which has another nonce each time`()
    throws
  {
    var nonces: Set<Substring> = []
    for _ in 0..<2 {
      let page = String(decoding: try Page.recorded(Data()), as: UTF8.self)
      let policy = try #require(page.firstMatch(of: /script-src 'nonce-([\w-]{36})'; style-src/))
      #expect(page.contains("<script nonce=\"\(policy.1)\">"))
      #expect(page.contains("connect-src 'none'"))
      nonces.insert(policy.1)
    }
    #expect(nonces.count == 2)
  }

  @Test func `No text of the page for Redux DevTools is markup`() throws {
    let text = "\u{600}</script><script>alert(1)</script>{{lifted}}"
    let json = Data("{\"text\":\"\(text)\"}".utf8)
    let page = String(decoding: try Page.devTools(name: text, lifted: json), as: UTF8.self)
    #expect(page.contains(#"{"text":"\#u{600}\u003c/script>\u003cscript>"#))
    #expect(page.contains("{{lifted}}"))
    // The three elements of the file.
    #expect(page.components(separatedBy: "<script").count == 4)
    #expect(page.components(separatedBy: "</script").count == 4)
  }
}
