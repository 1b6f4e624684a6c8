import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import TerminalTesting
import Testing

@testable import SectionsTool

/// The list and its options after the user has chosen sections, columns and orders.
@MainActor
@Suite("Choosing what the browser shows") struct BrowseChoiceTests {
  let store: MusicStore

  init() throws { store = try MusicStore() }

  private func choose(_ menu: Character, _ line: String, _ browsing: Browsing) {
    browsing.press(.character(menu))
    browsing.go(to: line)
    browsing.press(.enter)
  }

  @Test func sectionsThatAreChosenWhileOneSearchesAreThoseWithAMatch() throws {
    let browsing = try Browsing(store.path) { $0.items = "Track" }
    browsing.type("/a")
    browsing.press(.enter)
    choose("b", "album", browsing)
    #expect(browsing.names == ["title", "▾ A", "a1", "a2", "a3"])
    browsing.press(.escape)
    #expect(browsing.names.contains("(empty)"), "\(browsing.lines)")
  }

  @Test func aPathOfTheOptionsIsMarkedAndCanBeChosenAgain() throws {
    let browsing = try Browsing(store.path) {
      $0.showTracksByAlbum()
      $0.by = "album.title"
    }
    let lines = browsing.list
    browsing.type("b")
    #expect(browsing.list.contains { $0.hasPrefix("● album.title") && $0.hasSuffix("every Album, empty or not") })
    browsing.press(.escape)
    choose("b", "position", browsing)
    #expect(browsing.title.contains("by position"))
    choose("b", "album.title", browsing)
    #expect(browsing.title.contains("by album.title"), "\(browsing.lines)")
    #expect(browsing.list == lines, "with the order of its sections")
  }

  @Test func whatIsSaidOfSectionsGoesWithThemAndComesBack() throws {
    let browsing = try Browsing(store.path) {
      $0.showTracksByAlbum()
      ($0.sectionPredicate, $0.sectionShow, $0.sectionDepends) = ("identifier == 'A'", ["position"], ["artist.name"])
    }
    let lines = browsing.list
    #expect(lines.contains { $0.hasPrefix("▾ A  position: 0") && $0.hasSuffix(" 3") }, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("▾ B") })
    choose("b", "title", browsing)
    #expect(browsing.model.status == nil && browsing.names.contains("▾ c1"), "\(browsing.lines)")
    choose("b", "album", browsing)
    #expect(browsing.list == lines)
  }

  /// A predicate on albums cannot be evaluated on artists.
  @Test func optionsOfSomeObjectsAreNotAskedOfOtherObjects() throws {
    try store.write { context in
      for album in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album")) {
        album.setValue(MusicStore.insert("Artist", ["name": "X"], into: context), forKey: "artist")
      }
    }
    let browsing = try Browsing(store.path) {
      ($0.items, $0.by) = ("Track", "album.artist")
      ($0.sectionPredicate, $0.sectionShow) = ("ANY albums.title == 'A'", ["name"])
      $0.sectionSort = [.init(key: "name", ascending: true)]
    }
    let lines = browsing.list
    #expect(lines.contains { $0.hasPrefix("▾ X  name: X") && $0.hasSuffix(" 3") }, "\(lines)")
    choose("b", "album", browsing)
    #expect(browsing.model.status?.isError != true && browsing.title.contains("3 sections"), "\(browsing.lines)")
    choose("b", "album.artist", browsing)
    #expect(browsing.list == lines, "\(browsing.lines)")
  }

  @Test func columnsOfPathsAreTakenOffAndPutBack() throws {
    let browsing = try Browsing(store.path) { ($0.items, $0.show) = ("Track", ["position", "album.title"]) }
    #expect(browsing.list[0].hasSuffix("album.title"))
    choose("c", "● album.title", browsing)
    #expect(browsing.cursorLine == "album.title")
    browsing.press(.escape)
    #expect(browsing.list[0].hasSuffix("position"))
    choose("c", "album.title", browsing)
    browsing.press(.escape)
    #expect(browsing.list[0].hasSuffix("album.title"))
  }

  @Test func anOrderedRelationshipIsShownInItsOrder() throws {
    let scratch = try TemporaryFolder()
    let list = NSEntityDescription("List", [NSAttributeDescription("name")])
    let entry = NSEntityDescription("Entry", [NSAttributeDescription("name")])
    list.relate("entries", .ordered, to: entry, "list", .one)
    let model = NSManagedObjectModel()
    model.entities = [list, entry]
    func write(_ order: [String]) throws {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      let file = try coordinator.addPersistentStore(type: .sqlite, at: scratch.file("Lists.sqlite"))
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      try context.performAndWait {
        func object(_ entity: String, _ name: String) throws -> NSManagedObject {
          let request = NSFetchRequest<NSManagedObject>(entityName: entity)
          request.predicate = NSPredicate(format: "name == %@", name)
          let found = try context.fetch(request).first
          let object = found ?? NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
          object.setValue(name, forKey: "name")
          return object
        }
        for name in order.sorted() { _ = try object("Entry", name) }
        try context.save()
        let entries = NSOrderedSet(array: try order.map { try object("Entry", $0) })
        try object("List", "l").setValue(entries, forKey: "entries")
        try context.save()
      }
      try coordinator.remove(file)
    }
    try write(["e2", "e0", "e3", "e1"])
    let browsing = try Browsing(scratch.file("Lists.sqlite").path, edit: true) { $0.items = "List" }
    browsing.look()
    browsing.go(to: "l")
    browsing.press(.enter)
    browsing.go(to: "entries")
    browsing.press(.enter)
    #expect(browsing.names == ["e2", "e0", "e3", "e1"], "\(browsing.lines)")
    try write(["e1", "e2", "e4", "e0", "e3"])
    browsing.look()
    #expect(browsing.names == ["e1", "e2", "e4", "e0", "e3"], "\(browsing.lines)")
    choose("o", "name", browsing)
    #expect(browsing.names == ["e0", "e1", "e2", "e3", "e4"])
    browsing.type("J")
    #expect(browsing.model.status?.text.contains("o has chosen another one") == true)
    choose("o", "none", browsing)
    #expect(browsing.names == ["e1", "e2", "e4", "e0", "e3"])
    browsing.go(to: "e4")
    browsing.burst("KKK")
    #expect(browsing.names == ["e4", "e1", "e2", "e0", "e3"], "\(browsing.lines)")
    #expect(browsing.lastLine == "The item cannot be moved there.")
    browsing.type("u")
    browsing.type("s")
    #expect(browsing.names == ["e1", "e4", "e2", "e0", "e3"], "\(browsing.lines)")
    browsing.type("i")
    browsing.press(.escape)
    #expect(browsing.names.count == 6 && browsing.names.prefix(5) == ["e1", "e4", "e2", "e0", "e3"])
  }

  @Test func anOptionThatWouldBeIgnoredIsRefused() throws {
    let model = try NSManagedObjectModel(reading: URL(fileURLWithPath: MusicStore.model))
    let track = try #require(model.entitiesByName["Track"])
    let album = try #require(model.entitiesByName["Album"])
    let related = [
      "section-sort", "sections-where", "unmatched", "empty", "section-limit", "depends", "section-depends", "sum",
      "average",
    ]
    for (by, entity, refused) in [
      ("", track, related + ["section-show"]), ("title", track, related + ["section-show"]), ("tracks", album, related),
      ("album", track, []), ("album.artist", track, []),
    ] {
      let grouping = try BrowseGrouping(by, of: entity)
      for name in related + ["section-show", "items", "sort", "where", "limit", "offset", "show", "edit", "by"] {
        guard refused.contains(name) else {
          try BrowseOptions.require([name], for: grouping)
          continue
        }
        let error = #expect(throws: ToolError.self) { try BrowseOptions.require(["items", name], for: grouping) }
        #expect(error?.status == 2)
        #expect(error?.message.hasPrefix("--\(name) is for lists whose sections are objects") == true)
      }
    }
  }

  @Test func theToolRefusesIt() throws {
    for arguments in [[], ["--by", "title"]] {
      let terminal = try PseudoTerminal(rows: 16, columns: 200)
      try terminal.start(
        try ToolRun.tool().path, ["browse", store.path, "--items", "Track", "--unmatched", "last"] + arguments)
      #expect(terminal.waitForEnd() == .exited(2))
      #expect(terminal.screen.lines.joined().hasPrefix("sections: --unmatched is for lists whose sections are objects"))
      #expect(!terminal.output.contains(0x1B))
    }
  }
}
