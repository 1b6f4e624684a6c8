import Foundation
import Testing

@testable import CoreData

@Suite("Rolling back, refreshing and resetting")
struct RollbackTests {
  @Test("What was not told is undone silently", arguments: MusicStack.types)
  func silently(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tags = try ["a", "b"].map { try context.insert("Tag", ["name": $0]) }
      try context.save()
      let trace = EventTrace(context)
      tags[0].setValue("A", forKey: "name")
      context.delete(tags[1])
      let new = try context.insert("Tag", ["name": "c"])
      context.rollback()
      #expect(trace.take() == [])
      #expect(!context.hasChanges)
      #expect(tags.map { $0.text("name") } == ["a", "b"])
      #expect(new.managedObjectContext == nil)
      #expect(try context.texts("Tag", "name") == ["a", "b"])
    }
  }

  @Test("What was told is told to be undone", arguments: MusicStack.types)
  func told(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a", "artist": nina])
      let tag = try context.insert("Tag", ["name": "t"])
      try context.save()
      let trace = EventTrace(context)
      album.setValue(nil, forKey: "artist")
      album.setValue("A", forKey: "title")
      context.delete(tag)
      try context.insert("Tag", ["name": "new"])
      context.processPendingChanges()
      #expect(trace.take() == ["+new ~A(title,artist) ~Nina(albums) -t"])
      album.setValue(7, forKey: "year")
      context.rollback()
      #expect(trace.take() == ["+t ~A(title,artist) ~Nina(albums) -new"])
      #expect(nina.text("albums") == "{a}")
      #expect(album.text("artist") == "Nina")
      #expect(album.text("year") == "nil")
      #expect(!tag.isDeleted)
    }
  }

  @Test(
    "An insertion that was told and a deletion that was not are both undone by the deletion",
    arguments: MusicStack.types)
  func toldAndDeletedAgain(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let trace = EventTrace(context)
      let tags = try ["a", "b"].map { try context.insert("Tag", ["name": $0]) }
      context.processPendingChanges()
      #expect(trace.take() == ["+a +b"])
      context.delete(tags[0])
      let silent = try context.insert("Tag", ["name": "c"])
      context.delete(silent)
      context.rollback()
      #expect(trace.take() == ["-a -b"])
      #expect(!context.hasChanges)
      #expect((tags + [silent]).allSatisfy { $0.managedObjectContext == nil })
    }
  }

  @Test(
    "Refreshing without changes forgets them; with changes it keeps them over what is stored",
    arguments: MusicStack.types)
  func refresh(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let album = try context.insert("Album", ["title": "a", "year": 1])
      try context.save()
      let id = album.objectID
      let other = stack.context()
      try other.performAndWait {
        let album = other.object(with: id)
        album.setValue("there", forKey: "title")
        album.setValue(2, forKey: "year")
        try other.save()
      }
      let trace = EventTrace(context)
      #expect(album.text("year") == "1")
      album.setValue("here", forKey: "title")
      context.refresh(album, mergeChanges: true)
      #expect(album.text("title") == "here")
      #expect(album.text("year") == "2")
      #expect(album.isUpdated)
      context.refresh(album, mergeChanges: false)
      #expect(album.isFault)
      #expect(!context.hasChanges)
      #expect(album.text("title") == "there")
      #expect(trace.take() == ["~here(title)", "*here", "*here"])
    }
  }

  @Test("After a reset nothing is left, and all of it is told once", arguments: MusicStack.types)
  func reset(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      try context.insert("Tag", ["name": "b"])
      let trace = EventTrace(context)
      context.reset()
      #expect(trace.take() == ["invalidatedAll"])
      #expect(context.registeredObjects.isEmpty)
      #expect(!context.hasChanges)
      #expect(tag.managedObjectContext == nil)
      #expect(try context.texts("Tag", "name") == ["a"])
    }
  }

  @Test("Refreshing all keeps changes and drops the rest", arguments: MusicStack.types)
  func refreshAll(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tags = try ["a", "b"].map { try context.insert("Tag", ["name": $0]) }
      try context.save()
      tags[0].setValue("A", forKey: "name")
      context.refreshAllObjects()
      #expect(tags.map(\.isFault) == [false, true])
      #expect(tags.map { $0.text("name") } == ["A", "b"])
      #expect(context.updatedObjects == [tags[0]])
    }
  }
}
