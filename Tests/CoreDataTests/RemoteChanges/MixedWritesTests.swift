import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Another process changes a track. Before that is noticed, a context here saves the same track. Both changes must
/// reach the other contexts and their lists.
@Suite("A row that another process wrote and a context here saved later")
struct MixedWritesTests {
  let writing: HistoryStack
  let reading: HistoryStack

  init() throws {
    writing = try HistoryStack(tracksHistory: false)
    try writing.saving { for title in ["a", "b"] { try $0.insert("Track", ["title": title]) } }
    reading = try HistoryStack(at: writing.folder.file(), tracksHistory: false)
  }

  /// - Returns: the changes that the save reports to other contexts.
  private static func change(
    _ number: Int, _ stack: HistoryStack, _ key: String, _ value: String
  ) throws -> SavedChanges {
    let context = stack.newContext()
    let saved = Protected<SavedChanges?>(nil)
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: context, queue: nil
    ) { note in saved.withLock { $0 = note.userInfo?[SavedChanges.infoKey] as? SavedChanges } }
    defer { NotificationCenter.default.removeObserver(observer) }
    try context.performAndWait { () throws in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = [NSSortDescriptor(key: "objectID", ascending: true)]
      try context.fetch(request)[number].setValue(value, forKey: key)
      try context.save()
    }
    return try #require(saved.withLock { $0 })
  }

  @Test("is found, and one that only contexts here saved is not")
  func versions() throws {
    var writes = try StoreWrites(reading.store)
    try writes.prepare(reading.store)
    _ = try Self.change(0, writing, "title", "z")
    // Save twice: successive saves of this coordinator must not hide an earlier external write.
    writes.noteOwn(try Self.change(0, reading, "note", "1").versions)
    writes.noteOwn(try Self.change(0, reading, "note", "2").versions)
    writes.noteOwn(try Self.change(1, reading, "note", "1").versions)
    writes.noteOwn(try Self.change(1, reading, "note", "2").versions)
    var keys = try writes.read(reading.store)
    #expect(keys?.updated.map(\.key.primaryKey) == [1])
    try writing.saving { try $0.insert("Track", ["title": "c"]) }
    writes.noteOwn(try Self.change(2, reading, "note", "3").versions)
    keys = try writes.read(reading.store)
    #expect(keys?.inserted.map(\.primaryKey) == [3])
  }

  @Test("has its place in lists", arguments: HistoryStack.kinds, [true, false])
  func places(kind: (type: String, tracksHistory: Bool), isHeld: Bool) throws {
    let writing = try HistoryStack(kind.type, tracksHistory: kind.tracksHistory)
    try writing.saving { for title in ["a", "b"] { try $0.insert("Track", ["title": title]) } }
    let reading = try HistoryStack(kind.type, at: writing.store.url, tracksHistory: kind.tracksHistory)
    var writes = try StoreWrites(reading.store)
    try writes.prepare(reading.store)
    let reader = reading.newContext()
    try reader.performAndWait { () throws in
      let list = TrackList.list(in: reader)
      let delegate = TrackList.Listener()
      list.delegate = delegate
      let held = isHeld ? (list.fetchedObjects ?? []).map { ($0, $0.text("title")) } : []
      reader.parentLink.endReading()
      _ = try Self.change(0, writing, "title", "z")
      let saved = try Self.change(0, reading, "note", "1")
      writes.noteOwn(saved.versions)
      reader.merge(saved)
      // A registered object shows the other new values at once.
      if isHeld { #expect((list.fetchedObjects ?? []).map { $0.text("title") } == ["b", "z"]) }
      let read = try writes.read(reading.store)
      let keys = try #require(read)
      reader.follow(SavedKeys(keys), external: [keys.span])
      #expect((list.fetchedObjects ?? []).map { $0.text("title") } == ["b", "z"])
      withExtendedLifetime((held, delegate)) {}
    }
  }

  /// Deletions may be unrecorded. Without a history, another process may write before the rows are read with which
  /// later checks compare. With a history, another process may delete the part that records them.
  @Test("follows unrecorded deletions and reports the next ones", arguments: [true, false], [true, false])
  func unnamedDeletions(tracksHistory: Bool, isHeld: Bool) throws {
    let writing = try HistoryStack(tracksHistory: tracksHistory)
    try writing.saving { for title in ["a", "b", "c"] { try $0.insert("Track", ["title": title]) } }
    let reading = try HistoryStack(at: writing.folder.file(), tracksHistory: tracksHistory)
    var writes = try StoreWrites(reading.store)
    let reader = reading.newContext()
    func delete(_ title: String) throws {
      try writing.saving { context in
        for track in try context.all("Track") where track.text("title") == title { context.delete(track) }
      }
    }
    try reader.performAndWait { () throws in
      let list = TrackList.list(in: reader)
      let delegate = TrackList.Listener()
      list.delegate = delegate
      let held = isHeld ? (list.fetchedObjects ?? []).map { ($0, $0.text("title")) } : []
      for (title, left, isNamed) in [("c", ["a", "b"], false), ("b", ["a"], true)] {
        reader.parentLink.endReading()
        try delete(title)
        if !isNamed, tracksHistory {
          try writing.saving { try $0.insert("Tag", ["name": "t"]) }
          let _: Bool = try writing.result(.deleteHistory(before: Date.distantFuture))
        }
        let read = try writes.read(reading.store)
        let keys = try #require(read)
        #expect(keys.span.isComplete == isNamed)
        #expect(keys.deleted.count == (isNamed ? 1 : 0))
        reader.follow(SavedKeys(keys), external: [keys.span])
        #expect((list.fetchedObjects ?? []).map { $0.text("title") } == left)
      }
      withExtendedLifetime((held, delegate)) {}
    }
  }

  @Test("is placed by external values that were read before the write was noticed", arguments: HistoryStack.kinds)
  func readBefore(type: String, tracksHistory: Bool) throws {
    let writing = try HistoryStack(type, tracksHistory: tracksHistory)
    try writing.saving { for title in ["a", "b"] { try $0.insert("Track", ["title": title]) } }
    let reading = try HistoryStack(type, at: writing.store.url, tracksHistory: tracksHistory)
    var writes = try StoreWrites(reading.store)
    try writes.prepare(reading.store)
    let reader = reading.newContext()
    try reader.performAndWait { () throws in
      let list = TrackList.list(in: reader)
      let delegate = TrackList.Listener()
      list.delegate = delegate
      _ = try Self.change(0, writing, "title", "z")
      reader.parentLink.endReading()
      let first = try #require(list.fetchedObjects?.first)
      #expect(first.text("title") == "z")
      let read = try writes.read(reading.store)
      let keys = try #require(read)
      reader.follow(SavedKeys(keys), external: [keys.span])
      #expect((list.fetchedObjects ?? []).map { $0.text("title") } == ["b", "z"])
      withExtendedLifetime(delegate) {}
    }
  }
}
