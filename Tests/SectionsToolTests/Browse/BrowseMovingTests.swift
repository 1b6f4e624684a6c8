import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import Testing

@testable import SectionsTool

/// The tracks of `MusicStore` in the order of their positions: `A: a1 a2 a3 | B: | C: c1`, and u1 and u2 without an
/// album.
@MainActor
@Suite("Moving items in the browser") struct BrowseMovingTests {
  private func browsing(
    _ store: MusicStore, by path: String = "album", _ set: (inout ListOptions) -> Void = { _ in }
  ) throws -> Browsing {
    let browsing = try Browsing(store.path, edit: true) {
      ($0.items, $0.by, $0.position) = ("Track", path, "position")
      if !path.isEmpty { $0.sectionSort = [.init(key: "title", ascending: true)] }
      set(&$0)
    }
    // Ends the note about tracks without an album.
    browsing.press(.home)
    return browsing
  }

  /// The titles of the sections and items, without headings and the stars of unsaved objects.
  private func titles(_ browsing: Browsing) -> String {
    browsing.list.dropFirst().filter { !$0.hasPrefix("(") }.map { line in
      let words = line.split(separator: " ").filter { $0 != "*" }
      return words.first == "▾" ? "\(words[1]):" : String(words.first ?? "")
    }.joined(separator: " ")
  }

  /// The titles of the saved tracks in the order of their positions, each with its album.
  private func saved(_ store: MusicStore) throws -> [String] {
    let context = try ToolStore.open(store.path, model: nil, access: .readOnly).newContext()
    return try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
      return try context.fetch(request).map { track in
        let album = (track.value(forKey: "album") as? NSManagedObject)?.value(forKey: "title") as? String
        return "\(track.value(forKey: "title") as? String ?? "–") \(album ?? "–")"
      }
    }
  }

  @Test func anItemIsMovedWithinItsSectionAndToTheNextOnes() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    #expect(titles(browsing) == "A: a1 a2 a3 B: C: c1")
    browsing.go(to: "a1")
    var seen: [String] = []
    for _ in 0..<5 {
      browsing.type("J")
      seen.append(titles(browsing))
      #expect(browsing.cursorLine.contains("a1"), "\(browsing.lines)")
    }
    #expect(
      seen == [
        "A: a2 a1 a3 B: C: c1", "A: a2 a3 a1 B: C: c1", "A: a2 a3 B: a1 C: c1", "A: a2 a3 B: C: a1 c1",
        "A: a2 a3 B: C: c1 a1",
      ])
    browsing.type("J")
    #expect(titles(browsing) == seen.last && browsing.lastLine == "The item cannot be moved there.")
    browsing.type("u")
    #expect(titles(browsing) == "A: a2 a3 B: C: a1 c1", "a move is one step of undoing")
    browsing.type("U")
    browsing.type("K")
    browsing.type("s")
    #expect(browsing.lastLine == "Saved.")
    let tracks = try saved(store)
    #expect(tracks.filter { $0.hasSuffix(" C") } == ["a1 C", "c1 C"])
    #expect(tracks.filter { $0.hasSuffix(" A") } == ["a2 A", "a3 A"])
    #expect(try titles(self.browsing(store)) == titles(browsing))
  }

  @Test func keysThatAreTypedAheadMoveOneAfterTheOther() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    browsing.go(to: "a1")
    browsing.burst("JJJKJ")
    #expect(titles(browsing) == "A: a2 a3 B: a1 C: c1")
  }

  @Test func aListWithoutSectionsIsMovedToo() throws {
    let store = try MusicStore()
    let browsing = try browsing(store, by: "")
    browsing.go(to: "u2")
    browsing.burst("KK")
    #expect(titles(browsing) == "a1 a2 a3 u2 c1 u1")
    // With a limit, the item moves among the shown ones, and the others stay behind them.
    let window = try self.browsing(store, by: "") { $0.limit = 3 }
    window.go(to: "a1")
    window.type("J")
    window.type("J")
    #expect(titles(window) == "a2 a3 a1")
    window.type("s")
    #expect(try saved(store).map { $0.prefix(2) } == ["a2", "a3", "a1", "c1", "u1", "u2"])
  }

  @Test func itemsThatASearchHidesKeepTheirPlaces() throws {
    let store = try MusicStore { context in
      for (position, title) in ["x1", "hidden", "x2", "x3"].enumerated() {
        MusicStore.insert("Track", ["title": title, "position": position], into: context)
      }
    }
    let browsing = try browsing(store, by: "")
    browsing.type("/x")
    browsing.press(.enter)
    browsing.go(to: "x3")
    browsing.burst("KK")
    #expect(titles(browsing) == "x3 x1 x2")
    browsing.press(.escape)
    #expect(titles(browsing) == "x3 x1 hidden x2")
  }

  /// The notes have the positions 3, 5 and none. Those that are not pinned come first.
  @Test func anItemGetsTheValueOfItsNewSection() throws {
    let store = try NoteStore()
    defer { withExtendedLifetime(store) {} }
    let browsing = try Browsing(store.path, edit: true) {
      ($0.items, $0.by, $0.position) = ("Note", "isPinned", "stars")
      $0.show = ["stars"]
    }
    func notes() -> [String] {
      browsing.list.compactMap { line in
        line.split(separator: " ").first { $0 != "*" }.map(String.init)
      }.filter { ["a", "b", "c"].contains($0) }
    }
    #expect(notes() == ["c", "b", "a"] && browsing.list.filter { $0.hasPrefix("▾") }.count == 2)
    browsing.go(to: "a")
    browsing.type("K")
    #expect(notes() == ["c", "b", "a"] && browsing.list.filter { $0.hasPrefix("▾") }.count == 1, "\(browsing.lines)")
    browsing.burst("KK")
    #expect(notes() == ["a", "c", "b"])
  }

  @Test func aListThatCannotBeMovedSaysWhy() throws {
    let store = try MusicStore()
    func refusal(_ browsing: Browsing, _ item: String = "a1") -> String {
      browsing.go(to: item)
      browsing.type("J")
      #expect(!browsing.model.store.context.hasChanges)
      return browsing.model.status?.text ?? ""
    }
    let reading = try Browsing(store.path) { ($0.items, $0.position) = ("Track", "position") }
    #expect(refusal(reading) == "The store is opened for reading only. --edit opens it for edits.")
    let unnamed = try browsing(store) { $0.position = nil }
    #expect(refusal(unnamed).contains("--position KEY"))
    let sorted = try browsing(store) { $0.sort = [.init(key: "title", ascending: true)] }
    #expect(refusal(sorted).contains("not by “position”"))
    let text = try browsing(store) { $0.position = "title" }
    #expect(refusal(text).contains("Track.title cannot be a position"))
    let notes = try NoteStore()
    defer { withExtendedLifetime(notes) {} }
    let days = try Browsing(notes.path, edit: true) {
      ($0.items, $0.by, $0.position) = ("Note", "dateCreated:day", "stars")
    }
    #expect(refusal(days, "a").hasPrefix("Items are moved in lists without sections"))
    let headers = try browsing(store)
    #expect(refusal(headers, "A") == "There is no item to move.")
  }

  @Test func aWrongPositionIsAnError() throws {
    let store = try MusicStore()
    let error = #expect(throws: ToolError.self) { try browsing(store) { $0.position = "positoin" } }
    #expect(error.map { describe($0).contains("position") && describe($0).contains("positoin") } == true)
    #expect(throws: ToolError.self) {
      try BrowseOptions.require(["parent", "position"], for: .none)
    }
  }
}
