import Foundation
import OrderedRows
import SectionedTesting
import Testing

@testable import CoreData

/// Random edits of tracks, of their singers and of their tags, from either side. For each reported row, moved or not,
/// the changed keys must be those whose values differ, and each track with different values must be reported.
@Suite("Fetched results controller: the keys of what moves and of what stays")
struct ResultsKeysTests {
  @Test(arguments: TestSeeds.seeds(32), MusicStack.types)
  func keysAreWhatDiffers(seed: UInt64, type: String) throws {
    let stack = try MusicStack(type)
    let context = stack.context
    let editor = try context.edit { try KeyEditor(context, seed: seed) }
    let order = ["genre", "singer.name", "number", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
    let controller = try context.edit { try context.tracks(order, sections: "genre") }
    let observer = KeyObserver(controller)
    controller.changesObserver = observer
    for step in 0..<50 {
      let before = context.edit { editor.values }
      let comment: Comment = "step \(step), SECTIONS_SEED=\(seed)"
      if step % 9 == 8 {
        try context.edit { try context.save() }
      } else {
        try context.edit { for _ in 0...editor.random.below(3) { try editor.edit() } }
      }
      let after = context.edit { editor.values }
      let reported = observer.take()
      #expect(observer.failures == 0, comment)
      for (track, keys) in reported {
        guard let old = before[track], let new = after[track] else { continue }
        #expect(keys == KeyEditor.differing(old, new), comment)
      }
      for (track, new) in after {
        guard let old = before[track], !KeyEditor.differing(old, new).isEmpty else { continue }
        #expect(reported[track] != nil, "\(old) to \(new), \(comment)")
      }
      let fresh = try context.edit { try context.tracks(order, sections: "genre").text }
      try #require(context.edit { controller.text } == fresh, comment)
    }
    #expect(observer.moves > 3 && observer.updates > 3, "SECTIONS_SEED=\(seed): hardly anything moved or changed")
  }

  @Test("a delegate is notified as without an observer", arguments: TestSeeds.seeds(16), MusicStack.types)
  func theDelegateIsNotifiedAsWithoutAnObserver(seed: UInt64, type: String) throws {
    let stack = try MusicStack(type)
    let context = stack.context
    let editor = try context.edit { try KeyEditor(context, seed: seed) }
    let order = ["genre", "singer.name", "number", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
    let (observed, alone) = (ResultsTrace(), ResultsTrace())
    let controllers = try context.edit {
      try [observed, alone].map { try context.tracks(order, sections: "genre", delegate: $0) }
    }
    let observer = KeyObserver(controllers[0])
    controllers[0].changesObserver = observer
    var count = 0
    for step in 0..<50 {
      if step % 9 == 8 {
        try context.edit { try context.save() }
      } else {
        try context.edit { for _ in 0...editor.random.below(3) { try editor.edit() } }
      }
      let lines = alone.take()
      count += lines.count
      #expect(observed.take() == lines, "step \(step), SECTIONS_SEED=\(seed)")
    }
    withExtendedLifetime(controllers) {}
    #expect(observer.failures == 0 && count > 50, "SECTIONS_SEED=\(seed): hardly anything was reported")
  }
}

/// Collects the changed keys of the rows that are in the list before and after an event.
private final class KeyObserver: ResultsChangesObserver {
  private weak var controller: NSFetchedResultsController<NSManagedObject>?
  private var keys: [ObjectIdentifier: Set<String>?] = [:]
  private(set) var moves = 0
  private(set) var updates = 0
  private(set) var failures = 0

  var needsChangedKeys: Bool { true }

  init(_ controller: NSFetchedResultsController<NSManagedObject>) { self.controller = controller }

  func take() -> [ObjectIdentifier: Set<String>?] {
    defer { keys = [:] }
    return keys
  }

  func resultsDidFail(_ error: any Error) { failures += 1 }

  func resultsDidChange(_ changes: ResultsChanges) {
    guard let controller else { return }
    for row in changes.rows where row.old != nil && row.new != nil {
      keys.updateValue(row.keys, forKey: ObjectIdentifier(controller.object(for: row.name.key)))
    }
    let reported = DelegateChanges(changes)
    moves += reported.moved.count
    updates += reported.updated.count
  }
}

/// Edits a saved library at random.
private final class KeyEditor {
  private let context: NSManagedObjectContext
  var random: SeededRandom
  private var tracks: [NSManagedObject] = []
  private var singers: [NSManagedObject] = []
  private var tags: [NSManagedObject] = []
  private var albums: [NSManagedObject] = []
  private var next = 0

  private static let keys = ["title", "genre", "number", "note", "plays", "singer", "album", "tags"]

  init(_ context: NSManagedObjectContext, seed: UInt64) throws {
    self.context = context
    random = SeededRandom(seed: seed)
    for name in ["a", "b", "c"] {
      singers.append(try context.insert("Person", ["name": name]))
      tags.append(try context.insert("Tag", ["name": name]))
      albums.append(try context.insert("Album", ["title": name]))
    }
    for _ in 0..<10 { try insert() }
    try context.save()
  }

  private func insert() throws {
    next += 1
    let values: [String: Any?] = [
      "title": "t\(next)", "genre": random.one(of: ["x", "y", "z"]), "number": random.below(4),
      "singer": random.one(of: singers),
    ]
    tracks.append(try context.insert("Track", values))
  }

  /// The values of the existing tracks, as texts.
  var values: [ObjectIdentifier: [String: String]] {
    let there = tracks.filter { $0.managedObjectContext === context && !$0.isDeleted }
    return Dictionary(
      uniqueKeysWithValues: there.map { track in
        let values = Self.keys.map { key in (key, Self.text(track.value(forKey: key))) }
        return (ObjectIdentifier(track), Dictionary(uniqueKeysWithValues: values))
      })
  }

  /// Returns a value as text. Objects are named by their addresses, because their names may change.
  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let object as NSManagedObject: "\(ObjectIdentifier(object))"
    case let set as NSSet:
      set.allObjects.compactMap { $0 as? NSManagedObject }.map { "\(ObjectIdentifier($0))" }.sorted().joined()
    case let value?: "\(value)"
    }
  }

  static func differing(_ old: [String: String], _ new: [String: String]) -> Set<String> {
    Set(keys.filter { old[$0] != new[$0] })
  }

  func edit() throws {
    let there = tracks.filter { $0.managedObjectContext === context && !$0.isDeleted }
    guard there.count > 4 else { return try insert() }
    let track = random.one(of: there)
    switch random.below(13) {
    case 0, 1: track.setValue(random.below(4), forKey: "number")
    case 2: track.setValue(random.one(of: ["x", "y", "z", nil]), forKey: "genre")
    case 3: track.setValue(random.oneIn(3) ? nil : "n\(random.below(3))", forKey: "note")
    case 4:
      next += 1
      track.setValue("t\(next)", forKey: "title")
      track.setValue(random.below(3), forKey: "plays")
    case 5: track.setValue(random.oneIn(4) ? nil : random.one(of: singers), forKey: "singer")
    case 6: random.one(of: singers).mutableSetValue(forKey: "songs").add(track)
    case 7:
      let (set, member) =
        random.oneIn(2)
        ? (track.mutableSetValue(forKey: "tags"), random.one(of: tags))
        : (random.one(of: tags).mutableSetValue(forKey: "tracks"), track)
      if set.contains(member) { set.remove(member) } else { set.add(member) }
    case 8: track.setValue(random.one(of: albums), forKey: "album")
    case 9:
      // The tracks are sorted by this name, so they move.
      random.one(of: singers).setValue(random.one(of: ["a", "b", "c", "d"]), forKey: "name")
    case 10:
      // Set the old value again, so that nothing changes.
      let number = track.value(forKey: "number")
      track.setValue(77, forKey: "number")
      track.setValue(number, forKey: "number")
    case 11: try insert()
    default: context.delete(track)
    }
  }
}
