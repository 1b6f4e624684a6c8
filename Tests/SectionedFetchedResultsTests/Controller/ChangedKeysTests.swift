import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Random edits of tracks and albums. If an item or section moves or is updated, its keys must be those whose values
/// differ; none, if it only moves. Everything that differs must be reported.
@Suite("The keys of changes, over random edits")
struct ChangedKeysTests {
  @Test(.ourInnerControllers, arguments: TestSeeds.seeds(32), [MusicLibrary.Store.memory, .sqlite])
  func keysAreWhatDiffers(seed: UInt64, store: MusicLibrary.Store) throws {
    let library = try MusicLibrary(store)
    let controller = library.controller()
    let recorder = MusicLibrary.recorder()
    let editor = try library.run { () throws -> AlbumEditor in
      let editor = try AlbumEditor(library, seed: seed)
      try controller.performFetch()
      return editor
    }
    controller.delegate = recorder
    var moves = 0
    for step in 0..<50 {
      let comment: Comment = "step \(step), SECTIONS_SEED=\(seed)"
      if step % 11 == 10 { try library.run { try library.context.save() } }
      let before = library.run { AlbumScreen(controller, editor) }
      library.run {
        _ = recorder.take()
        for _ in 0...editor.random.below(4) { editor.edit() }
        library.context.processPendingChanges()
      }
      let after = library.run { AlbumScreen(controller, editor) }
      let reported = recorder.changes
      try #require(reported.count <= 1, comment)
      var named: Set<ObjectIdentifier> = []
      for move in reported.flatMap(\.items.moved) {
        let item = before.items[move.from.section][move.from.item]
        #expect(after.items[move.to.section][move.to.item] == item, comment)
        let keys = after.keys(of: item, since: before)
        #expect(move.keys == keys, "item \(move), \(comment)")
        moves += 1
        named.insert(item)
      }
      for update in reported.flatMap(\.items.updated) {
        let item = before.items[update.old.section][update.old.item]
        #expect(after.items[update.new.section][update.new.item] == item, comment)
        let keys = after.keys(of: item, since: before)
        #expect(update.keys == keys && !keys.isEmpty, "item \(update), \(comment)")
        #expect(named.insert(item).inserted, comment)
      }
      for move in reported.flatMap(\.sections.moved) {
        let section = try #require(before.sections[move.from], comment)
        #expect(after.sections[move.to] == section, comment)
        #expect(move.keys == after.keys(of: section, since: before), "section \(move), \(comment)")
        named.insert(section)
      }
      for update in reported.flatMap(\.sections.updated) {
        let section = try #require(before.sections[update.old], comment)
        let keys = after.keys(of: section, since: before)
        #expect(update.keys == keys && !keys.isEmpty, "section \(update), \(comment)")
        #expect(named.insert(section).inserted, comment)
      }
      for object in before.shown.intersection(after.shown) where !after.keys(of: object, since: before).isEmpty {
        #expect(named.contains(object), "\(after.keys(of: object, since: before)) unreported, \(comment)")
      }
    }
    #expect(moves > 10, "SECTIONS_SEED=\(seed): hardly anything moved")
    #expect(recorder.errors.isEmpty, "SECTIONS_SEED=\(seed)")
  }
}

/// The shown list, and the values of all edited objects.
private struct AlbumScreen {
  let sections: [ObjectIdentifier?]
  let items: [[ObjectIdentifier]]
  private let values: [ObjectIdentifier: [String: String]]

  init(_ controller: MusicLibrary.Controller, _ editor: AlbumEditor) {
    sections = controller.allSections.map { $0.object.map { ObjectIdentifier($0) } }
    items = controller.allSections.map { section in (section.items ?? []).map { ObjectIdentifier($0) } }
    values = editor.values
  }

  var shown: Set<ObjectIdentifier> { Set(sections.compactMap { $0 } + items.flatMap { $0 }) }

  func keys(of object: ObjectIdentifier, since old: AlbumScreen) -> Set<String> {
    let (now, then) = (values[object] ?? [:], old.values[object] ?? [:])
    return Set(now.keys.filter { now[$0] != then[$0] })
  }
}

/// Edits albums and their tracks at random.
private final class AlbumEditor {
  private let library: MusicLibrary
  var random: SeededRandom
  private var albums: [NSManagedObject] = []
  private var artists: [NSManagedObject] = []
  private var tracks: [NSManagedObject] = []
  /// All objects that ever existed. They are retained, so that no address is used twice.
  private var all: [NSManagedObject] = []
  private var next = 0

  init(_ library: MusicLibrary, seed: UInt64) throws {
    self.library = library
    random = SeededRandom(seed: seed)
    artists = ["x", "y"].map { library.insert("Artist", ["name": $0]) }
    for index in 0..<4 { albums.append(library.album("A\(index)", index)) }
    for _ in 0..<12 { insert() }
    try library.context.save()
  }

  private func insert() {
    next += 1
    let track = library.track("t\(next)", random.below(10), in: random.one(of: albums))
    tracks.append(track)
    all.append(track)
  }

  /// The values that a list reports. The tracks of an album are not among them, because they are items.
  var values: [ObjectIdentifier: [String: String]] {
    var values: [ObjectIdentifier: [String: String]] = [:]
    let edited = [
      (tracks, ["title", "position", "album"]), (albums, ["title", "position", "isOld", "artist"]),
    ]
    for (objects, keys) in edited {
      for object in objects {
        let texts = keys.map { ($0, Self.text(object.value(forKey: $0))) }
        values[ObjectIdentifier(object)] = Dictionary(uniqueKeysWithValues: texts)
      }
    }
    return values
  }

  private static func text(_ value: Any?) -> String {
    guard let value else { return "nil" }
    return (value as? NSManagedObject).map { "\(ObjectIdentifier($0))" } ?? "\(value)"
  }

  func edit() {
    guard tracks.count > 6 else { return insert() }
    let track = random.one(of: tracks)
    let album = random.one(of: albums)
    switch random.below(14) {
    case 0...2: track.setValue(random.below(10), forKey: "position")
    case 3:
      next += 1
      track.setValue("t\(next)", forKey: "title")
    case 4: track.setValue(random.oneIn(5) ? nil : album, forKey: "album")
    case 5:
      track.setValue(album, forKey: "album")
      track.setValue(random.below(10), forKey: "position")
    case 6: album.mutableSetValue(forKey: "tracks").add(track)
    case 7, 8: album.setValue(random.below(6), forKey: "position")
    case 9:
      next += 1
      album.setValue("A\(next)", forKey: "title")
    case 10: album.setValue(random.oneIn(2), forKey: "isOld")
    case 11: album.setValue(random.oneIn(3) ? nil : random.one(of: artists), forKey: "artist")
    case 12:
      // Set the old value again, so that nothing changes.
      let position = track.value(forKey: "position")
      track.setValue(77, forKey: "position")
      track.setValue(position, forKey: "position")
    default:
      if random.oneIn(2) { return insert() }
      tracks.removeAll { $0 === track }
      library.context.delete(track)
    }
  }
}
