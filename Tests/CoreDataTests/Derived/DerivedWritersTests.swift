import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData

/// Several coordinators write at once, as several processes do.
@Suite("Derived attributes under several writers", .enabled(if: StoresOnServers.missing == nil))
struct DerivedWritersTests {
  /// At the same time songs get albums, albums get other artists, and artists get other names. No derived value may
  /// miss a change.
  @Test(arguments: TestSeeds.seeds(3), StoresOnServers.types)
  func nothingIsMissed(seed: UInt64, type: String) async throws {
    let stack = try MusicStack(type, DerivedModel.make())
    try stack.run { context in
      let artists = try ["a", "b"].map { try context.insert("Artist", ["name": $0]) }
      for artist in artists { try context.insert("Album", ["artist": artist]) }
      try context.insert("Tag", ["word": "t"])
      try context.save()
    }
    let contexts = try (0..<4).map { _ in UncheckedTransfer(try stack.newExternalContext()) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, context) in contexts.enumerated() {
        group.addTask {
          var random = SeededRandom(seed: seed &+ UInt64(number))
          try context.value.performAndWait {
            context.value.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            for step in 0..<25 { try Self.edit(context.value, step, &random) }
          }
        }
      }
      try await group.waitForAll()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Song").count > 20)
      #expect(try DerivedModel.found(context) == DerivedModel.expected(context), "SECTIONS_SEED=\(seed)")
    }
  }

  private static func edit(_ context: NSManagedObjectContext, _ step: Int, _ random: inout SeededRandom) throws {
    context.reset()
    let (artists, albums) = (try context.all("Artist", by: "fans"), try context.all("Album", by: "title"))
    switch random.below(5) {
    case 0: random.one(of: artists).setValue("n\(random.below(1000))", forKey: "name")
    case 1: random.one(of: albums).setValue(random.one(of: artists), forKey: "artist")
    case 2:
      let song = try context.insert("Song", ["title": "s", "seconds": random.below(9)])
      song.setValue(Set(try context.all("Tag")), forKey: "tags")
    case 3 where step % 3 == 0:
      if let song = try context.all("Song").first { context.delete(song) }
    default:
      try context.insert("Song", ["title": "s", "seconds": random.below(9), "album": random.one(of: albums)])
    }
    try context.save()
  }

  /// A history also names the rows of which only derived attributes changed.
  @Test(arguments: StoresOnServers.types) func theHistoryNamesThem(type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    try stack.run { context in
      let artist = try context.insert("Artist", ["name": "a"])
      let album = try context.insert("Album", ["artist": artist])
      try context.insert("Song", ["album": album])
      try context.save()
      artist.setValue("b", forKey: "name")
      try context.save()
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
      let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
      let transactions = try #require(result.result as? [NSPersistentHistoryTransaction])
      let changes = (transactions.last?.changes ?? []).map { change in
        let names = (change.updatedProperties ?? []).map(\.name).sorted()
        return "\(change.changedObjectID.entity.name ?? "") \(names.joined(separator: " "))"
      }
      #expect(changes.sorted() == ["Album artistName", "Artist name", "Song loudArtist plainArtist"])
    }
  }

  /// Other coordinators also read the rows again of which only derived attributes changed.
  @Test(arguments: StoresOnServers.types) func anotherCoordinatorFollows(type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    try stack.run { context in
      let artist = try context.insert("Artist", ["name": "a"])
      try context.insert("Album", ["artist": artist])
      try context.save()
      let other = try stack.newExternalContext()
      let album = try other.performAndWait {
        let album = try #require(try other.all("Album").first)
        #expect(album.text("artistName") == "a")
        return UncheckedTransfer(album)
      }
      artist.setValue("b", forKey: "name")
      try context.save()
      try other.performAndWait { () throws in
        #expect(try other.all("Album", where: "artistName == 'b'").count == 1)
        other.refresh(album.value, mergeChanges: false)
        #expect(album.value.text("artistName") == "b")
      }
    }
  }
}
