import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import Testing

@testable import SectionsTool

@MainActor
@Suite("Browsing lists") struct BrowseListTests {
  @Test func withoutAListOneBeginsWithTheEntities() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path)
    #expect(browsing.title.hasPrefix("Entities"))
    #expect(browsing.list.first?.hasSuffix("3 objects") == true, "\(browsing.lines)")
    browsing.go(to: "Track")
    browsing.press(.enter)
    #expect(browsing.title.hasPrefix("Track"))
    #expect(browsing.title.hasSuffix("6 items"))
    #expect(browsing.names == ["title", "a1", "a2", "a3", "c1", "u1", "u2"])
  }

  @Test func theListOfTheOptionsHasItsEmptySections() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    #expect(browsing.title.hasSuffix("3 sections, 1 empty; 4 items"))
    browsing.press(.home)
    #expect(browsing.names == ["title", "▾ A", "a1", "a2", "a3", "▾ B", "(empty)", "▾ C", "c1"])
  }

  @Test func sectionsAreChosenFromAMenu() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.items = "Track" }
    browsing.press(.character("b"))
    #expect(browsing.names == ["●", "album", "position", "title"])
    browsing.go(to: "album")
    browsing.press(.enter)
    #expect(browsing.names.contains("(empty)"), "every album is there: \(browsing.lines)")
    browsing.press(.character("b"))
    browsing.go(to: "position")
    browsing.press(.enter)
    #expect(browsing.title.contains("by position"))
    #expect(browsing.names.prefix(5) == ["title", "▾ 0", "a1", "▾ 1", "a2"])
    browsing.press(.character("b"))
    browsing.go(to: "none")
    browsing.press(.enter)
    #expect(browsing.title.hasSuffix("6 items"))
  }

  @Test func objectsOfAToManyRelationshipAreSections() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { ($0.items, $0.by) = ("Album", "tracks") }
    #expect(browsing.names.prefix(5) == ["title", "▾ a1", "A", "▾ a2", "A"], "\(browsing.lines)")
    #expect(browsing.names.contains("▾ without"))
  }

  @Test func aSearchNarrowsTheListAsOneTypes() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    browsing.type("/a")
    #expect(browsing.names == ["title", "▾ A", "a1", "a2", "a3"])
    browsing.type("2")
    #expect(browsing.names == ["title", "▾ A", "a2"])
    #expect(browsing.lastLine == "Search: a2")
    browsing.press(.backspace)
    #expect(browsing.names.count == 5)
    browsing.press(.enter)
    #expect(browsing.title.contains("with “a”"))
    browsing.press(.escape)
    #expect(browsing.names.contains("(empty)"))
    // Case and accents are ignored. Escape while typing also ends the search.
    browsing.type("/Á1")
    #expect(browsing.names == ["title", "▾ A", "a1"])
    browsing.press(.escape)
    #expect(browsing.names.count == 9)
  }

  @Test func theOrderIsChosenAndReversed() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.items = "Track" }
    browsing.press(.character("o"))
    browsing.go(to: "title")
    browsing.press(.enter, .character("o"))
    browsing.go(to: "● title")
    #expect(browsing.cursorLine.hasSuffix("ascending"))
    browsing.press(.enter)
    #expect(browsing.names.dropFirst() == ["u2", "u1", "c1", "a3", "a2", "a1"])
  }

  @Test func theOrderOfTheSectionsIsChosen() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    browsing.press(.character("O"))
    browsing.go(to: "● title")
    browsing.press(.enter)
    #expect(browsing.names.filter { $0.hasPrefix("▾") } == ["▾ C", "▾ B", "▾ A"])
  }

  @Test func columnsAreChosen() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.items = "Track" }
    #expect(browsing.list[0].hasSuffix("position"))
    browsing.press(.character("c"))
    browsing.go(to: "album")
    browsing.press(.enter)
    browsing.go(to: "● position")
    browsing.press(.enter, .escape)
    #expect(browsing.list[0].hasSuffix("album"))
    #expect(browsing.list[1].contains("A  (Album p"))
  }

  @Test func oneJumpsToASectionByItsTitle() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    browsing.type("tc")
    #expect(browsing.cursorLine.hasPrefix("C"))
    browsing.type("x")
    #expect(browsing.lines.contains { $0.contains("No section begins with “cx”.") })
    browsing.press(.enter)
    #expect(browsing.model.prompt == nil)
  }

  @Test func sectionsAreFolded() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    browsing.type("-")
    #expect(browsing.list.count == 4)
    browsing.type("+")
    #expect(browsing.names.contains("a3"))
  }

  @Test func relationshipsAreFollowedAndOneComesBack() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    browsing.go(to: "c1")
    browsing.press(.enter)
    #expect(browsing.title.hasPrefix("c1  (Track p"))
    #expect(browsing.list.contains { $0.hasPrefix("album") && $0.contains("→ C  (Album p") })
    browsing.go(to: "album")
    browsing.press(.enter)
    #expect(browsing.title.hasPrefix("C  (Album"))
    browsing.go(to: "tracks")
    browsing.press(.enter)
    #expect(browsing.title.hasPrefix("tracks of C"))
    #expect(browsing.names == ["title", "c1"])
    browsing.press(.escape, .escape, .escape)
    #expect(browsing.title.hasPrefix("Track by album"))
    browsing.press(.escape)
    #expect(browsing.lastLine == "This is the first list. q quits.")
  }

  @Test func whatAnotherProcessWritesIsMarkedAsItComes() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    browsing.look()
    try store.write { context in
      let album = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album")).first)
      MusicStore.insert("Track", ["title": "a0"], into: context).setValue(album, forKey: "album")
    }
    browsing.look()
    #expect(browsing.lastLine == "Another process wrote to the store.")
    #expect(browsing.title.hasSuffix("5 items"))
    let line = try #require(browsing.lines.first { $0.contains("a0") })
    #expect(!line.hasPrefix("  "), "it is marked: \(line)")
    browsing.press(.down)
    #expect(browsing.lines.contains { $0.hasPrefix("  a0") })
  }

  /// The write happens between the first fetch and the first look, when the watcher does not know the rows yet.
  @Test func whatIsWrittenWhileTheStoreIsOpenedIsSeen() throws {
    let store = try MusicStore()
    var options = ListOptions()
    options.store = store.path
    options.showTracksByAlbum()
    let opened = try ToolStore.open(store.path, model: nil, access: .readOnly)
    let model = try BrowseModel(options, in: BrowseStore(opened, path: store.path, canEdit: false))
    try store.write { context in
      for track in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track")) { context.delete(track) }
    }
    let browsing = Browsing(model)
    browsing.settle()
    #expect(browsing.title.hasSuffix("3 sections, 3 empty; 0 items"))
  }

  @Test func aStoreThatIsGoneIsSaidAndNotThrown() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    try FileManager.default.removeItem(atPath: store.path)
    browsing.look()
    #expect(browsing.lines.suffix(3).joined().contains("is gone"))
    #expect(!browsing.model.isDone)
  }

  @Test func aSmallTerminalIsEnough() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path, rows: 10, columns: 40) { $0.showTracksByAlbum() }
    #expect(browsing.list.count == 8)
    for (rows, columns) in [(3, 10), (1, 1), (0, 0), (2, 200), (10, 40)] {
      browsing.screen.size = TerminalSize(rows: rows, columns: columns)
      browsing.press(.resize, .down, .character("/"), .character("a"), .escape, .character("?"), .escape)
    }
    #expect(browsing.list.count == 8)
  }

  @Test func theCursorIsSeenAgainWhenThereIsRoomAgain() throws {
    let store = try MusicStore()
    for name in ["a1", "a3", "C", "c1"] {
      for rows in 0..<5 {
        let browsing = try Browsing(store.path, rows: 7) { $0.showTracksByAlbum() }
        browsing.go(to: name)
        for rows in [rows, 7] {
          browsing.screen.size = TerminalSize(rows: rows, columns: 60)
          browsing.press(.resize)
        }
        #expect(browsing.cursorLine.hasPrefix(name), "\(name), \(rows): \(browsing.lines)")
      }
    }
  }

  /// The write has more changes than the browser shows step by step.
  @Test func aLargeWriteOfAnotherProcessIsMarkedWhereItIsSeen() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) {
      $0.items = "Track"
      $0.sort = [.init(key: "title", ascending: true)]
    }
    browsing.look()
    try store.write { context in
      for track in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track")) {
        if track.value(forKey: "title") as? String == "a2" { track.setValue(9, forKey: "position") }
      }
      for number in 0..<1_500 { MusicStore.insert("Track", ["title": "a1-\(number + 1_000)"], into: context) }
    }
    browsing.look()
    #expect(browsing.title.hasSuffix("1506 items"))
    let marked = browsing.lines.filter { $0.hasPrefix("+ a1-") }.count
    #expect(marked > 5 && browsing.lines.contains { $0.hasPrefix("  a1 ") }, "\(browsing.lines)")
    browsing.press(.down)
    #expect(!browsing.lines.contains { $0.hasPrefix("+") })
  }

  /// Browsing changes no file in the store's folder.
  @Test func aStoreIsReadOnly() throws {
    let store = try MusicStore()
    func contents() throws -> [String: Data] {
      let files = try FileManager.default.contentsOfDirectory(at: store.scratch.url, includingPropertiesForKeys: nil)
      return try Dictionary(uniqueKeysWithValues: files.map { ($0.lastPathComponent, try Data(contentsOf: $0)) })
    }
    let before = try contents()
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    browsing.go(to: "a1")
    for key in BrowseKey.all.flatMap(\.keys) where key != .character("q") && key != .control("c") {
      browsing.press(key, .escape)
    }
    browsing.type("i")
    #expect(browsing.lines.suffix(2).joined(separator: " ").contains("--edit opens it for edits."))
    #expect(try contents() == before)
  }
}
