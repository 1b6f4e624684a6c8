import Foundation
import Testing

@testable import CoreData

@Suite("Conflicts")
struct ConflictTests {
  /// Two contexts have the same album. The other one sets its title and year and saves. Then this one saves its own
  /// title.
  private func race(
    _ type: String, _ policy: NSMergePolicy, deletesThere: Bool = false, deletesHere: Bool = false
  ) throws -> (outcome: String, stored: [String]) {
    let stack = try MusicStack(type)
    var outcome = ""
    try stack.run { (context) throws in
      context.mergePolicy = policy
      let album = try context.insert("Album", ["title": "old", "year": 1])
      try context.save()
      let id = album.objectID
      try stack.saving { other in
        if deletesThere {
          other.delete(other.object(with: id))
        } else {
          other.object(with: id).setValue("there", forKey: "title")
          other.object(with: id).setValue(2, forKey: "year")
        }
      }
      if deletesHere { context.delete(album) } else { album.setValue("here", forKey: "title") }
      do {
        try context.save()
        outcome = "\(album.text("title")) \(album.text("year"))"
        #expect(!context.hasChanges)
      } catch let error as NSError {
        outcome = "error \(error.code)"
        let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(conflicts?.first?.sourceObject === album)
        #expect(conflicts?.first?.oldVersionNumber == 1)
        #expect(conflicts?.first?.newVersionNumber == (deletesThere ? 0 : 2))
        #expect(conflicts?.first?.objectSnapshot?["title"] as? String == "old")
        #expect(conflicts?.first?.cachedSnapshot?["title"] as? String == (deletesThere ? nil : "there"))
        #expect(conflicts?.first?.persistedSnapshot == nil)
        #expect(context.hasChanges)
        #expect(deletesHere ? album.isDeleted : album.text("title") == "here")
      }
    }
    var stored: [String] = []
    try stack.run { stored = try $0.all("Album").map { "\($0.text("title")) \($0.text("year"))" } }
    return (outcome, stored)
  }

  @Test("A changed row, settled as the policy says", arguments: MusicStack.types)
  func changed(type: String) throws {
    #expect(try race(type, .error) == ("error 133020", ["there 2"]))
    #expect(try race(type, .mergeByPropertyObjectTrump) == ("here 2", ["here 2"]))
    #expect(try race(type, .mergeByPropertyStoreTrump) == ("there 2", ["there 2"]))
    #expect(try race(type, .overwrite) == ("here 1", ["here 1"]))
    #expect(try race(type, .rollback) == ("there 2", ["there 2"]))
  }

  @Test(
    "A property changed only here is saved whichever side a policy by property favours", arguments: MusicStack.types)
  func changedOnlyHere(type: String) throws {
    for policy in [NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump] {
      let stack = try MusicStack(type)
      try stack.run { (context) throws in
        context.mergePolicy = policy
        let nina = try context.insert("Artist", ["name": "Nina"])
        let album = try context.insert("Album", ["title": "old", "year": 1])
        try context.save()
        let id = album.objectID
        try stack.saving { other in
          other.object(with: id).setValue("there", forKey: "title")
        }
        album.setValue(2, forKey: "year")
        album.setValue(nina, forKey: "artist")
        try context.save()
        #expect([album.text("title"), album.text("year"), album.text("artist")] == ["there", "2", "Nina"])
      }
      try stack.run { (context) throws in
        let albums = try context.all("Album")
        #expect(albums.map { $0.text("title") + $0.text("year") + $0.text("artist") } == ["there2Nina"])
      }
    }
  }

  /// This context moves the album from Nina to Miles. The other one renames it and, for the policy by property, moves
  /// it to Otis.
  @Test("What a policy drops of a relationship it drops at both ends", arguments: MusicStack.types)
  func relationships(type: String) throws {
    for (policy, end) in [(NSMergePolicy.rollback, "Nina"), (.mergeByPropertyStoreTrump, "Otis")] {
      let stack = try MusicStack(type)
      try stack.run { (context) throws in
        context.mergePolicy = policy
        let artists = try ["Nina", "Miles", "Otis"].map { try context.insert("Artist", ["name": $0]) }
        let album = try context.insert("Album", ["title": "old", "artist": artists[0]])
        try context.save()
        #expect(artists.map { $0.text("albums") } == ["{old}", "{}", "{}"])
        let other = stack.newContext()
        let (id, otis) = (album.objectID, artists[2].objectID)
        try other.performAndWait {
          other.object(with: id).setValue("there", forKey: "title")
          if end == "Otis" { other.object(with: id).setValue(other.object(with: otis), forKey: "artist") }
          try other.save()
        }
        album.setValue(artists[1], forKey: "artist")
        context.processPendingChanges()
        let trace = EventTrace(context)
        try context.save()
        #expect(trace.take().last?.contains("~Miles(albums)") == true)
        #expect([album.text("title"), album.text("artist")] == ["there", end])
        #expect(
          artists.map { $0.text("albums") } == (end == "Nina" ? ["{there}", "{}", "{}"] : ["{}", "{}", "{there}"]))
        #expect(!context.hasChanges)
        try context.save()
        context.reset()
        #expect(
          try context.all("Artist", by: "name").map { $0.text("albums") } == ["{}"]
            + (end == "Nina" ? ["{there}", "{}"] : ["{}", "{there}"]))
      }
    }
  }

  @Test("A row deleted elsewhere", arguments: MusicStack.types)
  func deletedThere(type: String) throws {
    #expect(try race(type, .error, deletesThere: true) == ("error 133020", []))
    #expect(try race(type, .mergeByPropertyObjectTrump, deletesThere: true) == ("here 1", ["here 1"]))
    #expect(try race(type, .overwrite, deletesThere: true) == ("here 1", ["here 1"]))
    #expect(try race(type, .mergeByPropertyStoreTrump, deletesThere: true).stored == [])
    #expect(try race(type, .rollback, deletesThere: true).stored == [])
  }

  @Test("A row deleted here and changed elsewhere", arguments: MusicStack.types)
  func deletedHere(type: String) throws {
    #expect(try race(type, .error, deletesHere: true) == ("error 133020", ["there 2"]))
    #expect(try race(type, .mergeByPropertyObjectTrump, deletesHere: true).stored == [])
    #expect(try race(type, .rollback, deletesHere: true) == ("there 2", ["there 2"]))
  }

  @Test("A policy of the program's own", arguments: MusicStack.types)
  func ownPolicy(type: String) throws {
    final class Joining: NSMergePolicy, @unchecked Sendable {
      override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        for conflict in list {
          let mine = conflict.sourceObject.text("title")
          let theirs = conflict.cachedSnapshot?["title"] ?? ""
          conflict.sourceObject.setValue("\(mine)+\(theirs)", forKey: "title")
        }
        try super.resolve(optimisticLockingConflicts: list)
      }
    }
    #expect(
      try race(type, Joining(merge: .mergeByPropertyObjectTrumpMergePolicyType)) == ("here+there 2", ["here+there 2"])
    )
  }

  /// A program for Apple's framework recognizes a conflict with the coordinator by its missing `persistedSnapshot`.
  @Test("A policy that takes from the snapshots what is stored, after the policy below it", arguments: MusicStack.types)
  func newerWins(type: String) throws {
    final class NewerWins: NSMergePolicy, @unchecked Sendable {
      override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        try super.resolve(optimisticLockingConflicts: list)
        for conflict in list where conflict.persistedSnapshot == nil {
          #expect(conflict.objectSnapshot?["title"] as? String == "old")
          conflict.sourceObject.setValue(conflict.cachedSnapshot?["title"], forKey: "title")
        }
      }
    }
    #expect(
      try race(type, NewerWins(merge: .mergeByPropertyObjectTrumpMergePolicyType)) == ("there 2", ["there 2"])
    )
  }

  @Test("Adding children to one parent from two contexts is no conflict", arguments: MusicStack.types)
  func children(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      try context.save()
      let id = nina.objectID
      try stack.saving { other in
        try other.insert("Album", ["title": "b", "artist": other.object(with: id)])
      }
      try context.insert("Album", ["title": "a", "artist": nina])
      try context.save()
      context.refresh(nina, mergeChanges: false)
      #expect(nina.text("albums") == "{a b}")
    }
  }

  @Test("A locked object makes the save fail although nothing of it was changed", arguments: MusicStack.types)
  func locked(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      let id = tag.objectID
      try stack.saving { $0.object(with: id).setValue("b", forKey: "name") }
      context.detectConflicts(for: tag)
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.code == NSManagedObjectMergeError)
    }
  }
}
