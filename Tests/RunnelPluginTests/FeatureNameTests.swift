// SPDX-License-Identifier: MIT

import Testing

@Suite struct FeatureNameTests {
  @Test(arguments: ["Search", "S", "URLList", "Screen2", "My_Feature"])
  func `The name of a Swift type is accepted`(name: String) throws {
    #expect(try FeatureName(name).description == name)
  }

  @Test(arguments: [
    ("search", "Search"), ("2Search", "Search"), ("search-screen", "SearchScreen"),
    ("Search Screen", "SearchScreen"), ("Search.swift", "SearchSwift"), ("../Search", "Search"),
    ("Übersicht", "Bersicht"), ("_Search", "Search"), ("", "Search"), ("/", "Search"),
    ("Search\n", "Search"), ("a\"b", "AB"), ("state", "Search"),
  ])
  func `Another name is refused with a name that is accepted`(name: String, fix: String) {
    #expect {
      try FeatureName(name)
    } throws: { error in
      let error = error as? ScaffoldError
      return error?.headline == "'\(name)' is not a Swift type name."
        && error?.fix == "write a name such as '\(fix)'."
    }
  }

  @Test(arguments: ["State", "Any", "List", "Runnel"])
  func `A name that the files use is refused`(name: String) {
    #expect {
      try FeatureName(name)
    } throws: {
      ($0 as? ScaffoldError)?.headline == "'\(name)' can't be the name of a feature."
    }
  }

  /// A feature named like a type in the files hides that type.
  @Test func `Each type in the files is a reserved name`() throws {
    let template = FeatureTemplate(
      name: try FeatureName("Zzz"), module: "Zzz", access: .public)
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
    ("Import", "`import`"), ("S2", "s2"),
  ])
  func `A property has the name in lower camel case`(name: String, property: String) throws {
    #expect(try FeatureName(name).property == property)
  }
}
