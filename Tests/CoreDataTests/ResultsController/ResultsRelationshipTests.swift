import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Fetched results controller: what changes on related objects") struct ResultsRelationshipTests {
  /// Tracks are sorted by the titles of their albums. One album is a single, a subentity of the destination of the
  /// path.
  @Test func aListFollowsObjectsOfSubentitiesThatItIsSortedBy() throws {
    let library = try MusicLibrary(hasSubentities: true)
    let end = EndOfChanges()
    try library.run {
      let (album, single) = (library.album("m", 0), library.album("n", 1, entity: "Single"))
      let tracks = [library.track("a", 0, in: album), library.track("b", 0, in: single)]
      try library.context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = [NSSortDescriptor(key: "album.title", ascending: true)]
      request.predicate = NSPredicate(format: "album.position < 5")
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: library.context, sectionNameKeyPath: nil, cacheName: nil)
      controller.delegate = end
      try controller.performFetch()
      single.setValue("l", forKey: "title")
      library.context.processPendingChanges()
      #expect(controller.fetchedObjects == [tracks[1], tracks[0]])
      single.setValue(7, forKey: "position")
      library.context.processPendingChanges()
      #expect(controller.fetchedObjects == [tracks[0]])
      #expect(end.count == 2)
    }
  }

  /// Artists are grouped by the badge of the track that they sang last. Its class computes the badge from the title.
  @Test("A list follows objects that its sections are computed of", arguments: ["badge", "initial"])
  func computedSections(key: String) throws {
    let model = MusicModel.make(tracks: BadgedTrack.self)
    let track = try #require(model.entitiesByName["Track"])
    let artist = try #require(model.entitiesByName["Artist"])
    artist.relate("last", .one, to: track, "lastOf", .many)
    let end = EndOfChanges()
    try MusicStack(NSInMemoryStoreType, model).run { context in
      let tracks = try ["ant", "bee"].map { try context.insert("Track", ["title": $0]) }
      for (name, track) in zip(["Ann", "Bob"], tracks) { try context.insert("Artist", ["name": name, "last": track]) }
      try context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "last.\(key)", cacheName: nil)
      controller.delegate = end
      try controller.performFetch()
      #expect(controller.sections?.map(\.name) == ["a", "b"])
      tracks[1].setValue("cat", forKey: "title")
      context.processPendingChanges()
      #expect(controller.sections?.map(\.name) == ["a", "c"] && end.count == 1)
      tracks[0].setValue(3, forKey: "plays")
      context.processPendingChanges()
      #expect(controller.sections?.map(\.name) == ["a", "c"] && end.count == 1)
    }
  }

  /// Ann sings a1 and a2, and Bob sings b1. Bob produces all three. The tracks a2 and b1 have the tag old.
  private struct Listed {
    let stack: MusicStack
    let controller: NSFetchedResultsController<NSManagedObject>
    let trace = ResultsTrace()
    let ann: NSManagedObject
    let bob: NSManagedObject
    let tag: NSManagedObject

    init(_ type: String, sort: [String], sections: String? = nil, where predicate: NSPredicate? = nil) throws {
      stack = try MusicStack(type)
      let context = stack.context
      let trace = trace
      (controller, ann, bob, tag) = try context.edit {
        let ann = try context.insert("Person", ["name": "Ann", "rank": 1])
        let bob = try context.insert("Person", ["name": "Bob", "rank": 2])
        let tag = try context.insert("Tag", ["name": "old"])
        for (title, singer) in [("a1", ann), ("a2", ann), ("b1", bob)] {
          let track = try context.insert("Track", ["title": title, "singer": singer, "producer": bob])
          if title != "a1" { track.setValue(Set([tag]), forKey: "tags") }
        }
        try context.save()
        let controller = try context.tracks(
          sort.map { NSSortDescriptor(key: $0, ascending: true) }, sections: sections, where: predicate, delegate: trace
        )
        return (controller, ann, bob, tag)
      }
    }

    func record(_ edits: (NSManagedObjectContext) throws -> Void) rethrows -> [String] {
      try stack.context.edit { try edits(stack.context) }
      return trace.take()
    }

    var text: String { stack.context.edit { controller.text } }
  }

  @Test(arguments: MusicStack.types) func aRelatedSortValue(type: String) throws {
    let listed = try Listed(type, sort: ["singer.name", "title"])
    #expect(
      listed.record { _ in listed.ann.setValue("Zoe", forKey: "name") } == [
        "will", "item move [0, 0]→[0, 1] a1", "item move [0, 1]→[0, 2] a2", "did",
      ])
    #expect(listed.text == ": b1 a1 a2")
    // A change on which the list does not depend is not reported, and neither is a change that moves nothing.
    #expect(listed.record { _ in listed.ann.setValue(9, forKey: "rank") } == [])
    #expect(listed.record { _ in listed.ann.setValue("Zac", forKey: "name") } == [])
  }

  @Test(arguments: MusicStack.types) func aRelatedSectionKey(type: String) throws {
    let listed = try Listed(type, sort: ["singer.name", "title"], sections: "singer.name")
    #expect(
      listed.record { _ in listed.bob.setValue("Ada", forKey: "name") }
        == ["will", "section delete 1 Bob of 0", "section insert 0 Ada of 1", "item move [1, 0]→[0, 0] b1", "did"])
    #expect(listed.text == "Ada: b1 | Ann: a1 a2")
  }

  @Test(arguments: MusicStack.types) func aRelatedPredicateValue(type: String) throws {
    let listed = try Listed(type, sort: ["title"], where: NSPredicate(format: "singer.rank < 2"))
    #expect(listed.text == ": a1 a2")
    #expect(listed.record { _ in listed.bob.setValue(0, forKey: "rank") } == ["will", "item insert [0, 2] b1", "did"])
    #expect(
      listed.record { _ in listed.ann.setValue(5, forKey: "rank") } == [
        "will", "item delete [0, 1] a2", "item delete [0, 0] a1", "did",
      ])
  }

  @Test(arguments: MusicStack.types) func aPredicateThroughAToManyRelationship(type: String) throws {
    let listed = try Listed(type, sort: ["title"], where: NSPredicate(format: "ANY tags.name == 'old'"))
    #expect(listed.text == ": a2 b1")
    #expect(
      listed.record { _ in listed.tag.setValue("new", forKey: "name") } == [
        "will", "item delete [0, 1] b1", "item delete [0, 0] a2", "did",
      ])
  }

  @Test(arguments: MusicStack.types) func aPathThatNothingLeadsBackOn(type: String) throws {
    let listed = try Listed(type, sort: ["producer.name", "title"], sections: "producer.name")
    #expect(
      listed.record { _ in listed.bob.setValue("Bea", forKey: "name") }
        == [
          "will", "section delete 0 Bob of 0", "section insert 0 Bea of 3", "item move [0, 0]→[0, 0] a1",
          "item move [0, 1]→[0, 1] a2", "item move [0, 2]→[0, 2] b1", "did",
        ])
  }

  @Test(arguments: MusicStack.types) func unsavedChangesOfRelatedObjectsCountInAFetch(type: String) throws {
    let listed = try Listed(type, sort: ["singer.name", "title"])
    try listed.stack.context.edit {
      listed.ann.setValue("Zoe", forKey: "name")
      try listed.controller.performFetch()
      #expect(listed.controller.text == ": b1 a1 a2")
    }
    #expect(listed.trace.take() == [])
  }

  @Test(arguments: MusicStack.types) func aDeletedSingerLeavesTheSection(type: String) throws {
    let listed = try Listed(type, sort: ["singer", "title"], sections: "singer")
    let name = listed.stack.context.edit { listed.ann.objectID.uriRepresentation().absoluteString }
    #expect(
      listed.record { $0.delete(listed.ann) }
        == [
          "will", "section delete 0 \(name) of 0", "section insert 0  of 2", "item move [0, 0]→[0, 0] a1",
          "item move [0, 1]→[0, 1] a2", "did",
        ])
  }

  @Test(arguments: MusicStack.types) func aSavedSingerRenamesItsSectionWithoutAWord(type: String) throws {
    let listed = try Listed(type, sort: ["singer", "title"], sections: "singer")
    let context = listed.stack.context
    let cid = try context.edit { () -> NSManagedObject in
      let cid = try context.insert("Person", ["name": "Cid"])
      try context.insert("Track", ["title": "c1", "singer": cid])
      return cid
    }
    _ = listed.trace.take()
    #expect(try listed.record { try $0.save() } == [])
    context.edit {
      #expect(listed.controller.sections?.last?.name == cid.objectID.uriRepresentation().absoluteString)
      #expect(listed.controller.sections?.last?.numberOfObjects == 1)
      #expect(!cid.objectID.isTemporaryID)
    }
    #expect(
      try listed.record { _ = try $0.insert("Track", ["title": "c2", "singer": cid]) } == [
        "will", "item insert [2, 1] c2", "did",
      ])
  }
}
