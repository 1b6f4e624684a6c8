import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// The notes: a: 2019-06-01, pinned, 3 stars, Home, red | b: 2019-12-31T18:00, 5 stars, Work, red and blue | c: no
/// values
@Suite("Texts in predicates", .opensStores) struct PredicateTextTests {
  private func run(_ predicate: String, _ store: NoteStore) async -> InProcessRun {
    await InProcessRun("list", store.path, "--items", "Note", "--sort", "title", "--where", predicate)
  }

  @Test(arguments: [
    (#"dateCreated < "2019-12-31""#, "a"), (#"dateCreated <= '2019-12-31'"#, "a"),
    (#"dateCreated > "2019-12-31""#, "b"), (#"dateCreated == "2019-06-01""#, "a"),
    (#"dateCreated != "2019-06-01""#, "bc"), (#""2019-12-31" < dateCreated"#, "b"),
    (#"dateCreated == "2019-12-31T18:00""#, "b"), (#"dateCreated == "2019-12-31 19:00:00.000+01:00""#, "b"),
    (#"dateCreated == "2019-12-31T18:00:00Z""#, "b"), (#"dateCreated >= "2019-12-31T18:00:00.001Z""#, ""),
    (#"dateCreated IN {"2019-06-01", "2019-12-31T18:00"}"#, "ab"),
    (#"dateCreated BETWEEN {"2019-06-01", "2019-06-02"}"#, "a"),
    (#"NOT dateCreated < "2019-12-31" AND stars > 1"#, "b"),
    (#"isPinned == "yes""#, "a"), (#"isPinned == 'TRUE'"#, "a"), (#"isPinned != "yes""#, "bc"),
    (#"isPinned IN {"no", "false"}"#, "bc"), (#"stars == "3" OR weight > "12""#, "ab"),
    (#"uuid == "6BA7B810-9dad-11d1-80b4-00c04fd430b8""#, "b"), (#"link == "https://example.org/a""#, "a"),
    (#"link CONTAINS "example.org/b""#, "b"), (#""example" IN link"#, "ab"),
    (#"folder.dateOpened == "2020-01-01""#, "b"), (#"ANY tags.dateUsed < "2024-01-01""#, "b"),
    (#"NONE tags.dateUsed < "2024-01-01" AND title != "c""#, "a"),
    (#"ALL tags.dateUsed > '2024-01-01' AND stars > 0"#, "a"),
    (#"tags.@max.dateUsed > "2024-01-01" AND tags.@min.dateUsed < "2024-01-01""#, "b"),
    (#"SUBQUERY(tags, $t, $t.dateUsed < "2024-01-01" AND $t.name == "blue").@count > 0"#, "b"),
    (#""2023-05-01T12:00" IN tags.dateUsed"#, "b"), (#"tags.@count == "2""#, "b"),
    (#"TERNARY(dateCreated < "2019-12-31", 1, 0) == 1"#, "a"), (#"title == "a" AND link != nil"#, "a"),
    (#"title IN {"a", "c"} AND photo == nil"#, "c"), (#"title < "b""#, "a"),
  ])
  func aTextIsReadAsWhatItIsComparedWith(_ predicate: String, _ titles: String) async throws {
    let store = try NoteStore()
    let run = await run(predicate, store)
    #expect(run.status == 0, "\(run.error)")
    #expect(NoteStore.titles(run).joined() == titles)
  }

  @Test(arguments: [
    ("dateCreated < 'yesterday'", #"'dateCreated' of Note is a Date, and "yesterday" is none: write "2019-12-31" or "#),
    ("dateCreated < '2019-02-30'", #"'dateCreated' of Note is a Date, and "2019-02-30" is none"#),
    ("dateCreated < '2019'", #"'dateCreated' of Note is a Date, and "2019" is none"#),
    ("'soon' > dateCreated", #"'dateCreated' of Note is a Date, and "soon" is none"#),
    ("dateCreated IN {'2019-01-01', 'x'}", #"'dateCreated' of Note is a Date, and "x" is none"#),
    ("dateCreated BETWEEN {'2019-01-01', ''}", #"'dateCreated' of Note is a Date, and "" is none"#),
    ("isPinned == 'maybe'", #"'isPinned' of Note is a Boolean, and "maybe" is none: write YES or NO."#),
    ("stars > 'abc'", #"'stars' of Note is an Integer 16, and "abc" is none: write a whole number, such as 12."#),
    ("weight > 'nan'", #"'weight' of Note is a Double, and "nan" is none: write a number, such as 12.5."#),
    ("uuid == 'abc'", #"'uuid' of Note is a UUID, and "abc" is none: write one such as "6ba7"#),
    ("uuid == 7", "'uuid' of Note is a UUID, and 7 is none"),
    ("link == 'example'", #"'link' of Note is a URI, and "example" is none: write an address such as "https://"#),
    ("link IN {'example'}", #"'link' of Note is a URI, and "example" is none"#),
    ("photo == 'abc'", #"'photo' of Note is data, and "abc" is none: write nil, with == or !=."#),
    (
      "folder == 'Work'",
      #"'folder' of Note is an object, Folder, and "Work" is none: name one of its attributes, such as "#
    ),
    ("NOT (stars > 1 AND folder.dateOpened > 'x')", #"'folder.dateOpened' of Note is a Date, and "x" is none"#),
    ("ANY tags.dateUsed > 'x'", #"'tags.dateUsed' of Note is a Date, and "x" is none"#),
    ("SUBQUERY(tags, $t, $t.dateUsed > 'x').@count > 0", #"'dateUsed' of Tag is a Date, and "x" is none"#),
    ("tags.@count > 'x'", #"'tags.@count' is an Integer 64, and "x" is none"#),
  ])
  func aTextThatIsNoSuchValueIsRefused(_ predicate: String, _ message: String) async throws {
    let store = try NoteStore()
    let run = await run(predicate, store)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.error.hasPrefix("sections: --where: \(message)"), "\(run.error)")
    #expect(run.error.hasSuffix(".\n") && run.lines.count == 1)
  }

  @Test func everyCommandWithAPredicateReadsIt() async throws {
    let store = try NoteStore()
    let script = try store.scratch.file("script.json", #"{"list":{"where":"dateCreated < 'x'"},"batches":[]}"#)
    let list = ["--items", "Note", "--by", "folder"]
    let predicate = ["--where", "dateCreated < 'x'"]
    // An error in a script has the status for data.
    let calls: [(arguments: [String], option: String, status: Int32)] = [
      (["list", store.path] + list + predicate, "--where", 2),
      (["list", store.path] + list + ["--sections-where", "dateOpened < 'x'"], "--sections-where", 2),
      (["list", store.path, "--items", "Note", "--by", "stars"] + predicate, "--where", 2),
      (["watch", store.path] + list + predicate, "--where", 2),
      (["replay", store.path, script] + list, "--where", 1),
    ]
    for (arguments, option, status) in calls {
      let run = await InProcessRun(arguments)
      #expect(run.status == status && run.error.contains("\(option): 'date"), "\(run.error)")
    }
    await #expect(throws: ToolError.self) {
      try await Browsing(store.path) { ($0.items, $0.itemPredicate) = ("Note", "dateCreated < 'x'") }
    }
    let found = await InProcessRun(
      ["list", store.path] + list + ["--sections-where", #"dateOpened == "2020-01-01""#, "--json"])
    #expect(try found.json()["totals"]?["sections"]?.text == "1")
  }

  @Test func aLongChainAndDeepNestingAreRead() async throws {
    let store = try NoteStore()
    let chain = Array(repeating: #"dateCreated < "2019-12-31""#, count: 2000).joined(separator: " OR ")
    let chained = await run(chain, store)
    #expect(NoteStore.titles(chained) == ["a"], "\(chained.error)")
    let nested = String(repeating: "NOT (", count: 60) + #"isPinned == "yes""# + String(repeating: ")", count: 60)
    let deep = await run(nested, store)
    #expect(NoteStore.titles(deep) == ["a"], "\(deep.error)")
  }
}
