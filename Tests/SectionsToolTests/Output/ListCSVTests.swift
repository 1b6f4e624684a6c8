import CoreData
import Foundation
import TestTraits
import Testing

@testable import SectionsTool

@Suite("Lists as comma-separated values, and data in lists", .opensStores) struct ListCSVTests {
  @Test func eachItemIsALine() async throws {
    let store = try NoteStore()
    let run = await InProcessRun(
      "list", store.path, "--items", "Note", "--by", "folder", "--section-sort", "name", "--unmatched", "last", "--csv",
      "--show", "stars,dateCreated,folder,photo,tags.@count")
    #expect(run.status == 0, "\(run.error)")
    #expect(
      run.output == """
        section,title,stars,dateCreated,folder,photo,tags.@count\r
        Home,a,3,2019-06-01T00:00:00.000Z,Home,"JPEG, 25 bytes",1\r
        Work,b,5,2019-12-31T18:00:00.000Z,Work,,2\r
        ,c,,,,,0\r

        """)
  }

  @Test func aCellMayHaveCommasQuotesAndLines() async throws {
    let store = try MusicStore { context in
      let album = MusicStore.insert("Album", ["title": "One, two"], into: context)
      for title in ["say \"no\"", "two\nlines", "plain ü", "=1+1"] {
        MusicStore.insert("Track", ["title": title], into: context).setValue(album, forKey: "album")
      }
    }
    for by in [["--by", "album"], ["--by", "album.title"], []] {
      let run = await InProcessRun(["list", store.path, "--items", "Track", "--csv", "--sort", "title"] + by)
      let section = by.isEmpty ? "" : "\"One, two\""
      #expect(
        run.output == "section,title\r\n\(section),=1+1\r\n\(section),plain ü\r\n\(section),\"say \"\"no\"\"\"\r\n"
          + "\(section),\"two\nlines\"\r\n")
    }
    let values = await InProcessRun("list", store.path, "--items", "Track", "--csv", "--by", "title", "--limit", "1")
    #expect(values.output == "section,title\r\n=1+1,=1+1\r\n")
    // A terminal would execute control characters.
    let shown = await InProcessRun(
      ["list", store.path, "--items", "Track", "--csv"], terminal: Terminal(usesColour: false, width: 80))
    #expect(!shown.output.contains("\r"))
  }

  @Test func twoFormsAreOneTooMany() async throws {
    let run = await InProcessRun("list", "S", "--items", "A", "--csv", "--json")
    #expect(run.status == 2 && run.error.hasPrefix("sections: --csv and --json are two forms of a list"))
    #expect(await InProcessRun("watch", "S", "--items", "A", "--by", "b", "--csv").status == 2)
  }

  /// In text, data is shown as its kind and size. JSON has the data itself.
  @Test func dataIsAKindAndASize() async throws {
    let store = try NoteStore()
    let list = ["list", store.path, "--items", "Note", "--sort", "title", "--show", "photo"]
    let text = await InProcessRun(list)
    #expect(text.lines[0].hasSuffix("  photo: JPEG, 25 bytes"), "\(text.lines)")
    let json = await InProcessRun(list + ["--json"])
    #expect(json.output.contains(DataSamples.jpeg(640, 480).base64EncodedString()))
    let samples = try SampleStore()
    let hidden = await InProcessRun("list", samples.path, "--items", "Sample", "--show", "data,hidden")
    #expect(hidden.lines[0].hasSuffix("  data: data, 3 bytes  hidden: data, 3 bytes"), "\(hidden.lines)")
  }
}
