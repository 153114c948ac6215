// SPDX-License-Identifier: MIT

import Testing

@Suite struct RequestTests {
  private func parse(_ line: String) throws -> Request {
    try Request(arguments: line.split(separator: " ").map(String.init))
  }

  @Test(arguments: ["--help", "-h", "help", "new-feature --help", "new-feature search --help"])
  func `Help is shown wherever its option stands`(line: String) throws {
    #expect(try parse(line) == .help)
  }

  @Test(arguments: [
    ("Search", NewFeature.Destination.newPackage(folder: nil), nil),
    // Options stand before or after the name, in both spellings.
    ("Search --path a/b --runnel ../Runnel", .newPackage(folder: "a/b"), "../Runnel"),
    ("--runnel=../Runnel --path=a/b Search", .newPackage(folder: "a/b"), "../Runnel"),
    ("Search --into Features", .existing(folder: "Features", target: nil), nil),
    ("Search --into . --target My-App_2", .existing(folder: ".", target: "My-App_2"), nil),
  ])
  func `A feature is a new package, or added to a package or a target of it`(
    line: String, destination: NewFeature.Destination, runnel: String?
  ) throws {
    let feature = try NewFeature(
      name: FeatureName("Search"), destination: destination, runnel: runnel)
    #expect(try parse("new-feature \(line)") == .newFeature(feature))
  }

  @Test(arguments: [
    ("", "Missing command."),
    ("new", "Unknown command 'new'."),
    ("new-feature", "Missing name of the feature."),
    ("new-feature --path a", "Missing name of the feature."),
    ("new-feature Search Rows", "Unexpected argument 'Rows'."),
    ("new-feature Search --force", "Unknown option '--force'."),
    ("new-feature Search --force=yes", "Unknown option '--force'."),
    ("new-feature Search -p", "Unknown option '-p'."),
    ("new-feature Search --path", "Missing value of '--path'."),
    ("new-feature Search --path=", "Missing value of '--path'."),
    ("new-feature Search --into --target App", "Missing value of '--into'."),
    ("new-feature Search --path a --path b", "Option '--path' given twice."),
    ("new-feature Search --path a --into b", "Both '--path' and '--into' given."),
    ("new-feature Search --target App", "Option '--target' without '--into'."),
    ("new-feature Search --into . --target a/b", "'a/b' is not the name of a target."),
    ("new-feature search", "'search' is not a Swift type name."),
  ])
  func `A mistake in the command line is refused`(line: String, expected: String) {
    #expect(headline { try parse(line) } == expected)
  }

  @Test func `A message has a headline, a cause and a fix`() {
    #expect {
      try parse("new-feature Search --pth a")
    } throws: {
      "\($0)" == """
        Runnel: Unknown option '--pth'.
        Why: 'new-feature' has the options '--path', '--into', '--target', '--runnel'.
        Fix: correct or remove the option.
        """
    }
  }

  @Test func `The help names every option`() {
    for option in ["--path", "--into", "--target", "--runnel", "--help"] {
      #expect(Help.text.contains("\n  \(option) ") || Help.text.contains("\n    \(option) "))
    }
  }
}

@Suite struct FeatureNameTests {
  @Test(arguments: ["Search", "S", "URLList", "Screen2", "My_Feature"])
  func `The name of a Swift type is accepted`(name: String) throws {
    #expect(try FeatureName(name).description == name)
  }

  @Test(arguments: [
    ("search", "Search"), ("2Search", "Search"), ("search-screen", "SearchScreen"),
    ("Search Screen", "SearchScreen"), ("Search.swift", "SearchSwift"), ("../Search", "Search"),
    ("Übersicht", "Bersicht"), ("_Search", "Search"), ("", "Search"), ("/", "Search"),
    ("Search\n", "Search"), ("a\"b", "AB"), ("state", "Search"), ("progress", "Search"),
  ])
  func `Another name is refused with a name that is accepted`(name: String, fix: String) {
    let error = #expect(throws: ScaffoldError.self) { try FeatureName(name) }
    #expect(error?.headline == "'\(name)' is not a Swift type name.")
    #expect(error?.fix == "write a name such as '\(fix)'.")
  }

  @Test(arguments: ["State", "Any", "List", "Runnel", "Void", "Progress", "Dispatch"])
  func `A name that the files use is refused`(name: String) {
    #expect(
      headline { try FeatureName(name) } == "'\(name)' can't be the name of a feature.")
  }

  /// A feature named like a type in the files hides that type.
  @Test func `Each type in the files is a reserved name`() throws {
    let template = FeatureTemplate(name: try FeatureName("Zzz"), module: "Zzz", isPublic: true)
    for file in template.files(sources: "", tests: "") {
      let code = file.text
        .replacing(#/"[^"\n]*"/#, with: "")
        .replacing(#/`[^`\n]*`/#, with: "")
        .replacing(#/\/\/.*/#, with: "")
      for word in code.matches(of: #/\b[A-Z]\w*/#).map(\.output) where !word.hasPrefix("Zzz") {
        #expect(FeatureName.reserved.contains(String(word)), "\(file.path)")
      }
    }
  }

  @Test(arguments: [
    ("Search", "search"), ("URLList", "urlList"), ("URL", "url"), ("MyFeature", "myFeature"),
    ("Import", "`import`"), ("Fileprivate", "`fileprivate`"), ("S2", "s2"),
    ("MP3Player", "mp3Player"),
  ])
  func `A property has the name in lower camel case`(name: String, property: String) throws {
    #expect(try FeatureName(name).property == property)
  }
}
