import Foundation
import Testing

@testable import CoreData

/// The values of an unsaved object are nowhere else. So a refresh makes it a fault that keeps them.
@Suite("Refreshing unsaved objects")
struct UnsavedFaultTests {
  @Test("It is a fault until it is asked for a value, and nothing is lost", arguments: MusicStack.types)
  func values(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let nina = try #require(context.insert("Artist", ["name": "Nina"]) as? Artist)
      let album = try context.insert("Album", ["title": "Pastel", "artist": nina])
      nina.reported = []
      context.refresh(nina, mergeChanges: false)
      #expect(nina.isFault && nina.faultingState == 1)
      #expect(nina.isInserted && nina.hasChanges && nina.objectID.isTemporaryID)
      #expect(nina.reported == ["willTurnIntoFault", "didTurnIntoFault"])
      // A fault is not turned into a fault again.
      context.refresh(nina, mergeChanges: false)
      #expect(nina.reported.count == 2)

      nina.willAccessValue(forKey: nil)
      #expect(!nina.isFault)
      #expect(nina.name == "Nina")
      #expect(nina.albums == [album])
      // Nothing was fetched.
      #expect(!nina.reported.contains("awakeFromFetch"))

      context.refresh(nina, mergeChanges: false)
      #expect(nina.name == "Nina" && !nina.isFault)
      context.refresh(nina, mergeChanges: false)
      nina.setValue("Nina Simone", forKey: "name")
      #expect(!nina.isFault && nina.name == "Nina Simone")
    }
  }

  @Test("Saved as it is, it has its row", arguments: MusicStack.types)
  func saving(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      context.refresh(tag, mergeChanges: false)
      #expect(tag.isFault)
      try context.save()
      #expect(!tag.isFault)
      #expect(tag.text("name") == "a")
      #expect(try context.all("Tag") == [tag])
      try stack.saving { other in
        let names = try other.all("Tag").map { $0.text("name") }
        #expect(names == ["a"])
      }
    }
  }

  @Test("Validation and predicates see its values", arguments: MusicStack.types)
  func validation(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let track = try context.insert("Track")
      context.refresh(track, mergeChanges: false)
      #expect(throws: (any Error).self) { try context.save() }
      track.setValue("a", forKey: "title")
      context.refresh(track, mergeChanges: false)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.predicate = NSPredicate(format: "title == 'a'")
      #expect(try context.fetch(request) == [track])
    }
  }

  @Test("Refreshing it, alone or with all objects, changes nothing", arguments: MusicStack.types)
  func merging(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      context.refresh(tag, mergeChanges: true)
      #expect(!tag.isFault)
      context.refreshAllObjects()
      #expect(!tag.isFault)
      #expect(tag.text("name") == "a")
    }
  }

  @Test("Deleted, taken back and forgotten, it is what any unsaved object is", arguments: MusicStack.types)
  func leaving(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tags = try ["a", "b", "c"].map { try context.insert("Tag", ["name": $0]) }
      for tag in tags { context.refresh(tag, mergeChanges: false) }
      context.delete(tags[0])
      context.processPendingChanges()
      #expect(tags[0].managedObjectContext == nil)
      context.rollback()
      #expect(!context.hasChanges)
      #expect(tags[1].managedObjectContext == nil)
      let last = try context.insert("Tag", ["name": "d"])
      context.refresh(last, mergeChanges: false)
      context.reset()
      #expect(last.isFault && last.value(forKey: "name") == nil)
    }
  }
}
