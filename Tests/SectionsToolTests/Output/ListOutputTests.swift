import CoreData
import Foundation
import TestTraits
import Testing

@testable import SectionsTool

/// Album A has three tracks, B none, C one, and two tracks have no album.
@Suite("What a list says", .opensStores) struct ListOutputTests {
  let store: MusicStore

  init() throws { store = try MusicStore() }

  @Test func jsonHasNamesAndValuesBesideWhatItHad() async throws {
    let run = await InProcessRun(store.list("list", "--json"))
    #expect(run.status == 0, "\(run.error)")
    #expect(run.lines.count == 2 && run.lines[1].isEmpty)
    let list = try run.json()
    guard case .array(let sections)? = list["sections"], case .object(let members) = try #require(sections.first) else {
      Issue.record("no sections: \(run.output)")
      return
    }
    #expect(
      members.map(\.key) == ["index", "object", "name", "count", "total", "title", "values", "items", "rows"])
    let first = sections[0]
    #expect(first["title"]?.plainText == "A")
    #expect(first["values"]?.text == #"{"identifier":"A","isOld":null,"position":0,"title":"A"}"#)
    guard case .array(let items)? = first["items"], case .array(let rows)? = first["rows"] else {
      Issue.record("no items: \(first.text)")
      return
    }
    #expect(items == rows.compactMap { $0["object"] })
    #expect(rows.compactMap { $0["title"]?.plainText } == ["a1", "a2", "a3"])
    #expect(rows[1]["values"]?.text == #"{"position":1,"title":"a2"}"#)
    #expect(sections[1]["count"]?.text == "0" && sections[1]["rows"]?.text == "[]")
    #expect(list["totals"]?.text == #"{"sections":3,"empty":1,"items":4,"unmatched":2,"cut":0}"#)
  }

  @Test func theColumnsAreThoseAskedForInTheirOrder() async throws {
    let run = await InProcessRun(
      store.list("list", "--json", "--show", "title,album.title,album,title", "--section-show", "position"))
    guard case .array(let sections)? = try run.json()["sections"], case .array(let rows)? = sections[2]["rows"] else {
      Issue.record("no sections: \(run.output)\(run.error)")
      return
    }
    let album = try #require(sections[2]["object"]?.plainText)
    #expect(rows.map { $0["values"]?.text } == [#"{"title":"c1","album.title":"C","album":"\#(album)"}"#])
    #expect(sections[2]["values"]?.text == #"{"position":2}"#)
    let text = await InProcessRun(store.list("list", "--show", "position,album", "--section-show", "identifier"))
    #expect(text.lines[0] == "0  A  (Album p1)  identifier: A  3")
    #expect(text.lines[1].contains("     a1  (Track p"))
    #expect(text.lines[1].hasSuffix("  position: 0  album: A  (Album p1)"))
  }

  @Test(arguments: [
    (["--show", "titel"], "--show: Track has no attribute 'titel' to show. Did you mean 'title'?"),
    (["--show", "album.tracks"], "--show: 'tracks' of Album leads to many objects: it has no single value to show."),
    (["--show", "title.length"], "--show: nothing can follow the attribute 'title' in 'title.length'."),
    (["--section-show", "name"], "--section-show: Album has no attribute 'name' to show."),
    (["--sort", "titl"], "--sort: Track has no attribute 'titl' to sort by. Did you mean 'title'?"),
    (
      ["--items", "Trak"], "--items: the store has no entity 'Trak'; it has Album, Artist, Track. Did you mean 'Track'?"
    ),
    (["--by", "albun"], "--by albun: Track has no relationship 'albun'; it has album. Did you mean 'album'?"),
    (["--by", "title.length"], "--by title.length: 'title' of Track is an attribute; it has album."),
    (
      ["--by", "album."],
      "--by album.: Album has no relationship ''; it has artist, identifier, isOld, position, title."
    ),
    (
      ["--where", "titel == 1"],
      "--where: Track has no property titel; it has album, position, title. Did you mean 'title'?"
    ),
    (["--sections-where", "titel == 1"], "--sections-where: Album has no property titel; it has "),
  ])
  func aWrongNameIsSaidWithANearOne(_ options: [String], _ message: String) async {
    let run = await InProcessRun(store.list("list", options))
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix("sections: \(message)"), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test(
    arguments: [
      ([], "3 sections, 1 empty; 4 items; 2 items without a section", (1, 4, 2, 0)),
      (["--unmatched", "last"], "3 sections, 1 empty; 4 items; 2 items without a section", (1, 4, 2, 0)),
      (["--section-limit", "1"], "3 sections, 1 empty; 2 items of 4; 2 items without a section", (1, 2, 2, 2)),
      (
        ["--section-limit", "1", "--unmatched", "last"],
        "3 sections, 1 empty; 2 items of 4; 2 items without a section, 1 of them shown", (1, 2, 2, 3)
      ),
      (["--limit", "2"], "3 sections, 1 empty; 2 items of 4; 2 items without a section", (1, 2, 2, 2)),
      (["--offset", "3"], "3 sections, 1 empty; 1 item of 4; 2 items without a section", (1, 1, 2, 3)),
      (
        ["--limit", "1", "--unmatched", "last"],
        "3 sections, 1 empty; 1 item of 4; 2 items without a section, 0 of them shown", (1, 1, 2, 5)
      ),
      (
        ["--limit", "1", "--empty", "hidden"], "1 section, 0 empty; 1 item of 4; 2 items without a section",
        (0, 1, 2, 3)
      ),
      (
        ["--sections-where", "title != 'A'"], "2 sections, 1 empty; 1 item; 5 items without a section", (1, 1, 5, 0)
      ),
      (["--where", "title == 'x'"], "3 sections, 3 empty; 0 items", (3, 0, 0, 0)),
      (["--sections-where", "title == 'x'"], "0 sections, 0 empty; 0 items; 6 items without a section", (0, 0, 6, 0)),
    ] as [([String], String, (Int, Int, Int, Int))])
  func whatIsCutAndWhatIsUnmatchedIsCounted(
    _ options: [String], _ text: String, _ counts: (empty: Int, items: Int, unmatched: Int, cut: Int)
  ) async throws {
    let run = await InProcessRun(store.list("list", options))
    let isLeftOut = counts.unmatched > 0 && !options.contains("last")
    let end = isLeftOut ? " are left out: --unmatched last includes them" : ""
    #expect(run.lines.dropLast().last == text + end, "\(run.output)\(run.error)")
    let totals = try #require(await InProcessRun(store.list("list", "--json") + options).json()["totals"])
    #expect(totals["empty"]?.text == "\(counts.empty)")
    #expect(totals["items"]?.text == "\(counts.items)")
    #expect(totals["unmatched"]?.text == "\(counts.unmatched)")
    #expect(totals["cut"]?.text == "\(counts.cut)")
  }

  @Test func aCutSectionSaysHowManyItHas() async throws {
    let options = ["--section-limit", "1", "--unmatched", "last"]
    let text = await InProcessRun(store.list("list", options))
    #expect(
      text.lines.filter { !$0.hasPrefix(" ") }.prefix(4) == [
        "0  A  (Album p1)  1 of 3", "1  B  (Album p2)  empty", "2  C  (Album p3)  1", "3  without a section  1 of 2",
      ])
    guard case .array(let sections)? = try await InProcessRun(store.list("list", "--json") + options).json()["sections"]
    else {
      Issue.record("no sections")
      return
    }
    #expect(sections.map { $0["count"]?.text } == ["1", "0", "1", "1"])
    #expect(sections.map { $0["total"]?.text } == ["3", "0", "1", "2"])
    // A section whose items the offset skips is still listed, and not as empty.
    let skipped = await InProcessRun(store.list("list", "--offset", "3"))
    #expect(skipped.lines[0] == "0  A  (Album p1)  0 of 3")
  }

  /// Control characters in a value must not move the cursor or begin a line.
  @Test func valuesStayOnTheirLine() async throws {
    let store = try MusicStore { context in
      MusicStore.insert("Album", ["title": "two\nlines\u{1b}[31m\u{202e}"], into: context)
    }
    let run = await InProcessRun(store.list())
    #expect(run.lines[0] == #"0  two\nlines\u{1b}[31m\u{202e}  (Album p1)  empty"#)
    let json = await InProcessRun(store.list("list", "--json"))
    #expect(try json.json()["sections"]?.text.contains(#"two\nlines\u001b[31m"#) == true)
  }

  @Test(arguments: [1, 8, 12, 20, 40])
  func noLineIsWiderThanTheTerminal(_ width: Int) async throws {
    let store = try MusicStore { context in
      let album = MusicStore.insert("Album", ["title": "非常に長いアルバムのタイトル"], into: context)
      let track = MusicStore.insert("Track", ["title": String(repeating: "é🎸", count: 40)], into: context)
      track.setValue(album, forKey: "album")
    }
    let terminal = Terminal(usesColour: false, width: width)
    for command in [store.list("list", "--show", "title"), ["entities", store.path]] {
      let run = await InProcessRun(command, terminal: terminal)
      #expect(run.status == 0, "\(run.error)")
      // Totals are not truncated, nor is the count at the end of a section's line.
      for line in run.lines where !line.contains(" empty; ") && width > 8 {
        #expect(line.columns <= width, "\(line)")
      }
    }
  }
}
