// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel
@testable import RunnelNavigation

private let links = DeepLinks<String>(
  schemes: ["Inbox", "https", "http"], hosts: ["inbox.example", "www.Inbox.example"]
) {
  DeepLink("/") { _ in "home" }
  DeepLink("/threads/new") { _ in "new thread" }
  DeepLink("/threads/:id") { "thread \(try $0.int("id"))" }
  DeepLink("threads/:thread/messages/:message/") {
    "message \(try $0.string("message")) of \(try $0.int("thread"))"
  }
  DeepLink("/search") { parameters in
    parameters.query("q").map { "search \($0)" }
  }
  DeepLink("/files/*") { "file \(try $0.string("*")) \($0.fragment ?? "-")" }
  DeepLink("/volume/:level") { "volume \(try $0.value("level", as: Double.self))" }
}

@Suite struct DeepLinkTests {
  @Test(arguments: [
    ("inbox://threads/7", "thread 7"),
    ("INBOX:///threads/7", "thread 7"),
    ("inbox:/threads/7", "thread 7"),
    ("inbox:threads/7", "thread 7"),
    ("https://inbox.example/threads/7", "thread 7"),
    ("https://INBOX.example:8080/threads/7/", "thread 7"),
    ("http://www.inbox.example//threads//7?x=1#y", "thread 7"),
    ("inbox://inbox.example/threads/7", "thread 7"),
    ("/threads/7", "thread 7"),
    ("threads/7", "thread 7"),
    ("inbox://threads/-9223372036854775808", "thread -9223372036854775808"),
    ("inbox://threads/new", "new thread"),
    ("inbox://threads/7/messages/a%20b%2Bc+d", "message a b+c+d of 7"),
    ("inbox://threads/7/messages/%F0%9F%98%80", "message 😀 of 7"),
    ("inbox://", "home"),
    ("", "home"),
    ("https://inbox.example?q=1", "home"),
    ("inbox://search?q=two+words%21&q=other", "search two words!"),
    ("inbox://search?a=1&&q", "search "),
    ("inbox://search?q=a=b&c", "search a=b"),
    ("inbox://files/a/b%3F/c#part%201", "file a/b?/c part 1"),
    ("inbox://files", "file  -"),
    ("inbox://volume/0.5", "volume 0.5"),
  ])
  func `A URL leads to the value of its link`(url: String, value: String) throws {
    #expect(try links.value(for: url) == value)
  }

  @Test(arguments: [
    ("inbox://threads/x", "the parameter id is \"x\" and not a value of type Int"),
    (
      "inbox://threads/9223372036854775808",
      "the parameter id is \"9223372036854775808\" and not a value of type Int"
    ),
    ("inbox://threads", "no link has the path /threads"),
    ("inbox://threads/7/messages", "no link has the path /threads/7/messages"),
    ("inbox://Threads/7", "no link has the path /Threads/7"),
    ("inbox://search", "the link /search refuses its parameters: it has no value for them"),
    ("mailto:a", "the scheme mailto isn't one of this app"),
    ("https://other.example/threads/7", "the host other.example isn't one of this app"),
    ("https:/threads/7", "the host  isn't one of this app"),
    ("https:///threads/7", "the host  isn't one of this app"),
    ("https://:80/threads/7", "the host  isn't one of this app"),
    (
      "https://inbox.example@other.example/",
      "the URL is invalid: it has a user in front of its host"
    ),
    ("inbox://[::1]/x", "the URL is invalid: its host is an IP address"),
    ("inbox://threads/..", "the URL is invalid: its path has the segment .."),
    ("inbox://threads/%2e%2E/7", "the URL is invalid: its path has the segment %2e%2E"),
    ("inbox://threads/a%2Fb", "the URL is invalid: its path has the segment a%2Fb"),
    ("inbox://threads/a%00", "the URL is invalid: its path has the segment a%00"),
    ("inbox://../threads", "the URL is invalid: its host is no host"),
    ("inbox://threads/%", "the URL is invalid: a percent escape isn't two hexadecimal digits"),
    ("inbox://search?q=%zz", "the URL is invalid: a percent escape isn't two hexadecimal digits"),
    ("inbox://threads/%FF%FE", "the URL is invalid: its percent escapes aren't UTF-8"),
    ("inbox://threads/%C0%AF", "the URL is invalid: its percent escapes aren't UTF-8"),
    ("inbox://threads/%ED%A0%80", "the URL is invalid: its percent escapes aren't UTF-8"),
    ("inbox://threads/a b", "the URL is invalid: it contains a space or a control character"),
    ("inbox://threads/\u{7F}", "the URL is invalid: it contains a space or a control character"),
    ("1nbox://threads/7", "the URL is invalid: its scheme is no scheme"),
    ("ïnbox://threads/7", "the URL is invalid: its scheme is no scheme"),
    ("inbox://x/%0A2026%20ERROR%1B[31m", #"no link has the path /x/\n2026 ERROR\u{1B}[31m"#),
    ("inbox://threads/%C2%9B1A", #"the parameter id is "\u{009B}1A" and not a value of type Int"#),
    ("https://a%0D%0Ab/", #"the host a\r\nb isn't one of this app"#),
    ("inbox://x/\u{202E}%E2%80%A8", #"no link has the path /x/\u{202E}\u{2028}"#),
  ])
  func `A URL without a value has a reason, without control characters`(url: String, reason: String)
  {
    let error = #expect(throws: DeepLinkError.self) { try links.value(for: url) }
    #expect(error?.description == reason)
  }

  @Test func `A very long URL is refused, and a reason shows a part of it`() throws {
    let long = String(repeating: "a", count: 5_000_000)
    #expect(throws: DeepLinkError.invalid(reason: "it is longer than 4096 bytes")) {
      try links.value(for: "inbox://\(long)")
    }
    let error = #expect(throws: DeepLinkError.self) {
      try links.value(for: "inbox://" + long.prefix(4_000))
    }
    #expect(error?.description == "no link has the path /\(long.prefix(98))…")
    let deep = String(repeating: "/", count: 4_096)
    #expect(try links.value(for: deep) == "home")
    let items = "/search?" + String(repeating: "&=&%20", count: 600) + "&q=1"
    #expect(try links.value(for: items) == "search 1")
    let marks = "inbox://a" + String(repeating: "\u{301}", count: 2_000)
    for url in ["inbox://threads/a%2F\(long.prefix(4_000))", marks] {
      let error = #expect(throws: DeepLinkError.self) { try links.value(for: url) }
      #expect((error?.description.unicodeScalars.count ?? .max) < 150)
    }
  }

  @Test func `Any text leads to a value or a reason`() {
    var random = ModelRandom(seed: 5, thread: 0)
    let parts = [
      "inbox", ":", "/", "//", "threads", "7", "%", "%2F", "%F0%9F", "?", "&", "=", "#", "..", ".",
      "@", "[", "]", "*", ":id", "é", "😀", "\u{301}", "\0", " ", "https", "inbox.example", "-", "+",
    ]
    var values = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0..<12, using: &random)
      let url = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      if (try? links.value(for: url)) != nil { values += 1 }
    }
    #expect(values > 100)
  }

  @Test func `Links without schemes accept every scheme, and no web address without hosts`() throws
  {
    let links = DeepLinks<Int> { DeepLink("/a/:b") { try $0.int("b") } }
    #expect(try links.value(for: "any+app-1.0://a/3") == 3)
    #expect(throws: DeepLinkError.otherHost("a")) { try links.value(for: "http://a/a/3") }
    #expect(throws: DeepLinkError.missing(name: "c")) {
      try DeepLinks<Int> { DeepLink("/a") { try $0.int("c") } }.value(for: "/a")
    }
  }

  @Test func `The next link is tried after one without a value`() throws {
    let links = DeepLinks<String> {
      DeepLink("/:number") { "number \(try $0.int("number"))" }
      DeepLink("/:name") { parameters in
        let name = try parameters.string("name")
        if name == "error" { throw CancellationError() }
        return name == "no" ? nil : "name \(name)"
      }
    }
    #expect(try links.value(for: "/7") == "number 7")
    #expect(try links.value(for: "/x") == "name x")
    func reason(_ url: String) -> String? {
      #expect(throws: DeepLinkError.self) { try links.value(for: url) }?.description
    }
    #expect(reason("/no") == "the link /:name refuses its parameters: it has no value for them")
    #expect(reason("/error") == "the link /:name refuses its parameters: CancellationError()")
  }

  @Test(arguments: [
    ("/a/:", "a parameter has no name."),
    ("/:a/:a", "two parameters have the name `a`."),
    ("/:*/*", "two parameters have the name `*`."),
    ("/*/a", "`*` isn't its last segment."),
    ("/a?b", "the path of a URL never has the segment `a?b`."),
    ("/a/../b", "the path of a URL never has the segment `..`."),
  ])
  func `A pattern that can't match is a runtime warning`(pattern: String, problem: String) {
    let warnings = WarningRecorder(containing: "deep link: \(pattern)\n")
    _ = DeepLink<Int>(pattern, file: "App/Links.swift", line: 7) { _ in 1 }
    #expect(
      warnings.descriptions == [
        """
        App/Links.swift:7: Runnel: Invalid pattern of a deep link: \(pattern)
        Why: \(problem)
        Fix: write a path such as `/threads/:id`, with names of its own after each colon and `*` at \
        most as the last segment.
        """
      ])
  }
}
