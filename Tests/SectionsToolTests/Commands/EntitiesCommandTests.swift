import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("sections entities", .opensStores) struct EntitiesCommandTests {
  @Test func brieflyTheLargestIsFirstAndTheEmptyOnesAreOneLine() async throws {
    let store = try NoteStore()
    let run = await InProcessRun("entities", store.path, "--brief")
    #expect(run.lines == ["Note    3", "Folder  2", "Tag     2", "empty: Mark, Picture", ""], "\(run.error)")
    let json = try await InProcessRun("entities", store.path, "--brief", "--json").json()
    #expect(json["entities"]?[0]?["name"]?.plainText == "Folder" && json["entities"]?[0]?["attributes"] == nil)
  }

  /// The counts come in no order.
  @Test("entities of equal size are listed by their names", arguments: TestSeeds.seeds(4))
  func equalSizes(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let sizes = ["F": (2, 9), "A": (2, 3), "B": (2, 3), "C": (2, 3), "D": (2, 3), "E": (1, 9)]
    let counts = sizes.map { name, size in
      let entity = NSEntityDescription()
      entity.name = name
      return EntityCount(entity: entity, own: size.0, whole: size.1)
    }
    let names = counts.shuffled(using: &random).sorted(by: EntityCount.isListedFirst).map(\.entity.name)
    #expect(names == ["F", "A", "B", "C", "D", "E"], "seed \(seed)")
  }

  @Test func oneIsShownByItsName() async throws {
    let store = try NoteStore()
    let run = await InProcessRun("entities", store.path, "Tag")
    #expect(run.lines.first == "Tag  2" && run.lines.filter { !$0.hasPrefix(" ") && !$0.isEmpty }.count == 1)
    #expect(run.output.contains("  dateUsed"))
    let wrong = await InProcessRun("entities", store.path, "Tga")
    #expect(wrong.status == 2 && wrong.error.hasPrefix("sections: The store has no entity 'Tga'; it has "))
    #expect(wrong.error.hasSuffix("Did you mean 'Tag'?\n"))
    #expect(await InProcessRun("entities", store.path, "Tag", "Note").status == 2)
  }

  @Test func aRelationshipToManyObjectsIsCounted() async throws {
    let store = try NoteStore()
    let run = await InProcessRun(
      "list", store.path, "--items", "Note", "--sort", "title", "--show", "tags.@count,folder.notes.@count")
    #expect(run.lines[0].hasSuffix("tags.@count: 1  folder.notes.@count: 1"), "\(run.error)")
    #expect(run.lines[2].hasSuffix("tags.@count: 0  folder.notes.@count: –"))
    let json = try await InProcessRun("list", store.path, "--items", "Note", "--show", "tags.@count", "--json").json()
    guard case .array(let rows)? = json["sections"]?[0]?["rows"] else {
      Issue.record("no rows")
      return
    }
    #expect(rows.compactMap { $0["values"]?["tags.@count"]?.text }.sorted() == ["0", "1", "2"])
    let browsing = try await Browsing(store.path, columns: 80) {
      ($0.items, $0.show, $0.sort) = ("Note", ["tags.@count"], [.init(key: "title", ascending: true)])
    }
    #expect(await browsing.list[0].hasSuffix("tags.@count"))
    #expect(await browsing.list[2].hasSuffix(" 2"))
    let many = await InProcessRun("list", store.path, "--items", "Note", "--show", "tags")
    #expect(
      many.status == 2 && many.error.hasSuffix("no single value to show. tags.@count is their number.\n"),
      "\(many.error)")
    #expect(await InProcessRun("list", store.path, "--items", "Note", "--sort", "tags.@count").status == 2)
  }
}
