import CoreData
import Foundation
import TestTraits
import Testing

@testable import SectionsTool

/// The tracks a1, a2, a3, c1, u1 and u2 have the positions 1, 0, 1, none, 0 and 1.
@Suite("Lists without sections, and by an attribute", .opensStores) struct PlainListTests {
  let store: MusicStore

  init() throws {
    store = try MusicStore { context in
      for (title, position) in [("a1", 1), ("a2", 0), ("a3", 1), ("c1", nil), ("u1", 0), ("u2", 1)] as [(String, Int?)]
      {
        let track = MusicStore.insert("Track", ["title": title], into: context)
        track.setValue(position.map { NSNumber(value: $0) }, forKey: "position")
      }
    }
  }

  private func run(_ more: String...) async -> InProcessRun {
    await InProcessRun(["list", store.path, "--items", "Track"] + more)
  }

  /// Returns the lines without the short names of objects, which depend on the order of the save.
  private func lines(_ run: InProcessRun) -> [String] { run.lines.map { $0.replacing(#/  \(Track p\d+\)/#, with: "") } }

  @Test func withoutSectionsItIsOneList() async {
    let run = await run("--sort", "title:desc", "--show", "position")
    #expect(
      lines(run) == [
        "u2  position: 1", "u1  position: 0", "c1  position: –", "a3  position: 1", "a2  position: 0",
        "a1  position: 1",
        "", "6 items", "",
      ], "\(run.error)")
  }

  @Test func theValuesOfAnAttributeAreSections() async {
    let run = await run("--by", "position", "--sort", "title:desc")
    #expect(
      lines(run) == [
        "0  –  1", "     c1", "1  0  2", "     u1", "     a2", "2  1  3", "     u2", "     a3", "     a1", "",
        "3 sections; 6 items", "",
      ], "\(run.error)")
    // The order of the sections may be reversed, too.
    let reversed = await self.run("--by", "position", "--sort", "title,position:desc")
    #expect(
      lines(reversed).filter { !$0.hasPrefix(" ") } == ["0  1  3", "1  0  2", "2  –  1", "", "3 sections; 6 items", ""])
    #expect(lines(reversed)[1...3] == ["     a1", "     a3", "     u2"])
  }

  @Test(arguments: [
    (["--limit", "2", "--offset", "2"], ["0  0  1 of 2", "1  1  1 of 3"], "2 sections; 2 items of 6"),
    (["--offset", "5"], ["0  1  1 of 3"], "1 section; 1 item of 6"),
    (["--offset", "9"], [], "0 sections; 0 items of 6"),
    (["--limit", "1"], ["0  –  1"], "1 section; 1 item of 6"),
    (["--where", "position == 1"], ["0  1  3"], "1 section; 3 items"),
    (["--where", "position == 7"], [], "0 sections; 0 items"),
  ]) func aWindowSaysWhatIsLeftOut(_ options: [String], _ heads: [String], _ totals: String) async {
    let run = await InProcessRun(
      ["list", store.path, "--items", "Track", "--by", "position", "--sort", "title"] + options)
    #expect(run.lines.filter { !$0.isEmpty && !$0.hasPrefix(" ") } == heads + [totals], "\(run.output)\(run.error)")
  }

  @Test func jsonHasTheMembersOfAnyList() async throws {
    let run = await run("--by", "position", "--sort", "title", "--json", "--limit", "2", "--show", "title")
    let list = try run.json()
    #expect(list["totals"]?.text == #"{"sections":2,"empty":0,"items":2,"unmatched":0,"cut":4}"#)
    guard case .array(let sections)? = list["sections"], case .object(let members) = try #require(sections.last) else {
      Issue.record("no sections: \(run.output)\(run.error)")
      return
    }
    #expect(
      members.map(\.key) == ["index", "object", "name", "count", "total", "title", "values", "items", "rows"])
    #expect(sections.map { $0["name"]?.text } == ["null", #""0""#])
    #expect(sections.map { $0["values"]?.text } == [#"{"position":null}"#, #"{"position":0}"#])
    #expect(sections[1]["count"]?.text == "1" && sections[1]["total"]?.text == "2")
    guard case .array(let rows)? = sections[1]["rows"], case .array(let items)? = sections[1]["items"] else {
      Issue.record("no rows: \(run.output)")
      return
    }
    #expect(rows.map { $0["values"]?.text } == [#"{"title":"a2"}"#] && items == rows.compactMap { $0["object"] })
  }

  @Test func withoutSectionsJSONHasOne() async throws {
    let list = try await run("--sort", "title", "--json").json()
    #expect(list["totals"]?.text == #"{"sections":1,"empty":0,"items":6,"unmatched":0,"cut":0}"#)
    guard case .array(let sections)? = list["sections"], case .array(let rows)? = sections.first?["rows"] else {
      Issue.record("no section: \(list.text)")
      return
    }
    #expect(sections.count == 1 && sections[0]["name"] == .null && sections[0]["values"] == .null)
    #expect(rows.compactMap { $0["title"]?.plainText } == ["a1", "a2", "a3", "c1", "u1", "u2"])
    let none = try await run("--where", "title == 'x'", "--json").json()
    #expect(none["totals"]?.text == #"{"sections":1,"empty":1,"items":0,"unmatched":0,"cut":0}"#)
  }

  @Test func whatIsForSectionsIsRefused() async {
    for by in [[], ["--by", "title"]] {
      for option in [
        ["--section-sort", "title"], ["--sections-where", "title == 'A'"], ["--section-limit", "1"],
        ["--unmatched", "last"], ["--empty", "hidden"], ["--depends", "title"], ["--section-depends", "title"],
        ["--section-show", "title"],
      ] {
        let run = await InProcessRun(["list", store.path, "--items", "Track"] + by + option)
        #expect(run.status == 2 && run.output.isEmpty, "\(option)")
        #expect(run.error.hasPrefix("sections: \(option[0]) is for lists whose sections are objects"), "\(run.error)")
        #expect(run.error.hasSuffix("Try 'sections list --help'.\n"), "\(run.error)")
      }
    }
  }

  @Test func aWrongPredicateIsSaid() async {
    let run = await run("--where", "titel == 'a'")
    #expect(run.status == 2 && run.error.hasPrefix("sections: --where: Track has no property titel"), "\(run.error)")
    let many = await InProcessRun("list", store.path, "--items", "Album", "--by", "tracks")
    #expect(many.error.hasPrefix("sections: --by tracks: 'tracks' of Album leads to many objects"), "\(many.error)")
  }
}
