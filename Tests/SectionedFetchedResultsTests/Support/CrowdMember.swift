import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// A member of a crowd of processes that share one library. The members leave notes for each other as artists, which no
/// list shows.
struct CrowdMember {
  static let (watching, wrote, end) = ("watching", "wrote", "end")
  private static let albums = 12

  private let library: MusicLibrary

  init(_ address: String) throws {
    let url = try #require(URL(string: address))
    var traits = LibraryTraits()
    traits.hasOtherCoordinator = true
    traits.policy = .mergeByPropertyObjectTrumpMergePolicyType
    library = try MusicLibrary(.server(url), traits: traits)
  }

  /// Inserts tracks that all writers change, and for each writer tracks that only this writer deletes.
  func fill(writers: Int) throws {
    try library.run {
      let albums = (0..<Self.albums).map { library.album("A\($0)", $0) }
      for number in 0..<100 { library.track("shared", number, in: albums[number % Self.albums]) }
      for writer in 0..<writers {
        for number in 0..<40 { library.track("of \(writer)", number, in: albums[number % Self.albums]) }
      }
      try library.context.save()
    }
  }

  // MARK: Notes

  func note(_ name: String, _ position: Int = 0, _ text: String = "") throws {
    try library.run {
      library.insert("Artist", ["name": "\(name) \(text)", "position": position])
      try library.context.save()
    }
  }

  func notes(_ name: String) throws -> [String] {
    try library.run {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
      request.predicate = NSPredicate(format: "name BEGINSWITH %@", name + " ")
      return try library.context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
    }
  }

  /// Returns the numbers of tracks that the writers have inserted and deleted, according to their notes.
  func totals() throws -> (inserted: Int, deleted: Int) {
    try notes(Self.wrote).reduce(into: (0, 0)) { sums, note in
      let numbers = note.split(separator: " ").compactMap { Int($0) }
      sums = (sums.0 + numbers[0], sums.1 + numbers[1])
    }
  }

  // MARK: Writing

  func write(number: Int, seconds: Int) throws {
    var random = SeededRandom(seed: UInt64(number) + 1)
    let deadline = Date().addingTimeInterval(TimeInterval(seconds))
    var (inserted, deleted) = (0, 0)
    while Date() < deadline || inserted == 0 || deleted == 0 {
      try library.run {
        switch random.below(6) {
        case 0, 1:
          library.track("new", random.below(1000), in: try object("Album", random.below(Self.albums)))
          inserted += 1
        case 2 where deleted < 40:
          library.context.delete(try object("Track", deleted, title: "of \(number)"))
          deleted += 1
        case 3:
          try object("Album", random.below(Self.albums)).setValue("T\(random.below(100))", forKey: "title")
        default:
          let track = try object("Track", offset: random.below(100), title: "shared")
          track.setValue(random.below(1000), forKey: "position")
          if random.oneIn(2) { track.setValue(try object("Album", random.below(Self.albums)), forKey: "album") }
        }
        try library.context.save()
        library.context.reset()
      }
    }
    try note(Self.wrote, 0, "\(inserted) \(deleted)")
  }

  /// Fetches an object by its position, or the object at `offset` among those of a title.
  private func object(
    _ entity: String, _ position: Int? = nil, offset: Int = 0, title: String? = nil
  ) throws -> NSManagedObject {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSCompoundPredicate(
      andPredicateWithSubpredicates: [
        position.map { NSPredicate(format: "position == %d", $0) },
        title.map { NSPredicate(format: "title == %@", $0) },
      ].compactMap { $0 })
    (request.fetchOffset, request.fetchLimit) = (offset, 1)
    return try #require(try library.context.fetch(request).first)
  }

  // MARK: Watching

  /// Follows the list until all have written and the list equals a fresh fetch.
  func watch() async throws {
    let controller = library.controller()
    let delegate = TrackCounter()
    controller.verifiesChanges = false
    controller.delegate = delegate
    try library.run {
      library.context.automaticallyMergesChangesFromParent = true
      try controller.performFetch()
    }
    try note(Self.watching)
    while try notes(Self.end).isEmpty { try await Task.sleep(for: .milliseconds(50)) }
    let fresh = try MusicLibrary(.server(try #require(library.container.persistentStoreDescriptions.first?.url)))
    let expected = try fresh.run {
      let controller = fresh.controller()
      try controller.performFetch()
      return MusicLibrary.text(controller)
    }
    let deadline = Date().addingTimeInterval(120)
    while library.run({ MusicLibrary.text(controller) }) != expected, Date() < deadline {
      try await Task.sleep(for: .milliseconds(50))
    }
    let (inserted, deleted) = try totals()
    library.run {
      #expect(MusicLibrary.text(controller) == expected)
      #expect(delegate.errors == [])
      #if !SECTIONED_PUBLIC_API
        #expect(delegate.inserted.count == inserted && delegate.deleted.count == deleted)
        #expect(delegate.repeated == [])
      #else
        // Saves come faster than the context merges them, so that its objects may be older than the rows that the
        // inner controller groups. A track may therefore leave the list for a moment, and come back.
        #expect(delegate.inserted.count >= inserted && delegate.deleted.count >= deleted)
      #endif
    }
  }
}

/// Records the tracks of which a watcher was notified.
private final class TrackCounter: SectionedFetchedResultsControllerDelegate {
  private(set) var inserted: Set<NSManagedObjectID> = []
  private(set) var deleted: Set<NSManagedObjectID> = []
  private(set) var repeated: [String] = []
  private(set) var errors: [String] = []

  func controller(
    _ controller: MusicLibrary.Controller, didChangeContentWith changes: MusicLibrary.Controller.ChangeSet
  ) {
    for change in changes.items.inserted + changes.itemsBrought where !inserted.insert(change.id).inserted {
      repeated.append("\(change.id) came twice")
    }
    for change in changes.items.deleted + changes.itemsTaken where !deleted.insert(change.id).inserted {
      repeated.append("\(change.id) went twice")
    }
  }

  func controller(_ controller: MusicLibrary.Controller, didFailWith error: any Error) { errors.append("\(error)") }
}
