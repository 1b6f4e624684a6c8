import Foundation
import Testing

@testable import CoreData

@Suite("Fetched results controller: what the delegate is notified of") struct ResultsTrackingTests {
  /// The saved tracks a1 and a2 of genre A and b1 and b2 of genre B, and a controller that lists them by genre and
  /// title.
  private struct Listed {
    let stack: MusicStack
    let controller: NSFetchedResultsController<NSManagedObject>
    let trace = ResultsTrace()
    var tracks: [String: NSManagedObject] = [:]

    init(
      _ type: String = NSInMemoryStoreType, sort: [String] = ["genre", "title"], sections: String? = "genre",
      where predicate: NSPredicate? = nil
    ) throws {
      stack = try MusicStack(type)
      let context = stack.context
      var tracks: [String: NSManagedObject] = [:]
      let trace = trace
      controller = try context.edit {
        for (title, genre) in [("a1", "A"), ("a2", "A"), ("b1", "B"), ("b2", "B")] {
          let track = try context.insert("Track", ["title": title, "genre": genre, "number": 4])
          tracks[title] = track
          trace.titles[ObjectIdentifier(track)] = title
        }
        try context.save()
        return try context.tracks(
          sort.map { NSSortDescriptor(key: $0, ascending: true) }, sections: sections, where: predicate, delegate: trace
        )
      }
      self.tracks = tracks
    }

    /// Runs edits as one event.
    func record(_ edits: (NSManagedObjectContext) throws -> Void) rethrows -> [String] {
      try stack.context.edit { try edits(stack.context) }
      return trace.take()
    }

    var text: String { stack.context.edit { controller.text } }
  }

  @Test func anInsertion() throws {
    let listed = try Listed()
    let recorded = try listed.record { _ = try $0.insert("Track", ["title": "a15", "genre": "A"]) }
    #expect(recorded == ["will", "item insert [0, 1] a15", "did"])
    #expect(listed.text == "A: a1 a15 a2 | B: b1 b2")
  }

  @Test func anInsertionIntoANewSection() throws {
    let listed = try Listed()
    _ = listed.trace.takeShown()
    let recorded = try listed.record { _ = try $0.insert("Track", ["title": "x", "genre": "AB"]) }
    #expect(recorded == ["will", "section insert 1 AB of 1", "item insert [1, 0] x", "did"])
    // During all calls the controller shows the new state.
    #expect(Set(listed.trace.takeShown()) == ["A2 AB1 B2"])
  }

  @Test func aDeletion() throws {
    let listed = try Listed()
    let recorded = listed.record { context in listed.tracks["a1"].map(context.delete) }
    #expect(recorded == ["will", "item delete [0, 0] a1", "did"])
    #expect(listed.text == "A: a2 | B: b1 b2")
  }

  @Test func theDeletionOfASectionsLastObjects() throws {
    let listed = try Listed()
    let recorded = listed.record { context in
      listed.tracks["a1"].map(context.delete)
      listed.tracks["a2"].map(context.delete)
    }
    #expect(recorded == ["will", "section delete 0 A of 0", "item delete [0, 1] a2", "item delete [0, 0] a1", "did"])
    #expect(listed.text == "B: b1 b2")
  }

  @Test func anUpdateNamesTheOldPlace() throws {
    let listed = try Listed()
    let recorded = try listed.record { context in
      listed.tracks["a2"]?.setValue("new", forKey: "note")
      _ = try context.insert("Track", ["title": "a0", "genre": "A"])
    }
    #expect(recorded == ["will", "item insert [0, 0] a0", "item update [0, 1] a2", "did"])
  }

  @Test func aMoveWithinASectionImpliesTheUpdate() throws {
    let listed = try Listed()
    let recorded = listed.record { _ in
      listed.tracks["a1"]?.setValue("a9", forKey: "title")
      listed.tracks["a1"]?.setValue("new", forKey: "note")
    }
    #expect(recorded == ["will", "item move [0, 0]→[0, 1] a1", "did"])
    #expect(listed.text == "A: a2 a9 | B: b1 b2")
  }

  @Test func aChangedSortValueThatMovesNothingIsAnUpdate() throws {
    let listed = try Listed()
    #expect(
      listed.record { _ in listed.tracks["a1"]?.setValue("a11", forKey: "title") } == [
        "will", "item update [0, 0] a1", "did",
      ])
  }

  @Test func aSwapIsOneMoveAndOneUpdate() throws {
    let listed = try Listed()
    let recorded = listed.record { _ in
      listed.tracks["a1"]?.setValue("a2", forKey: "title")
      listed.tracks["a2"]?.setValue("a1", forKey: "title")
    }
    #expect(recorded == ["will", "item move [0, 1]→[0, 0] a2", "item update [0, 0] a1", "did"])
  }

  @Test func aMoveAcrossSections() throws {
    let listed = try Listed()
    #expect(
      listed.record { _ in listed.tracks["a1"]?.setValue("B", forKey: "genre") } == [
        "will", "item move [0, 0]→[1, 0] a1", "did",
      ])
    #expect(
      listed.record { _ in listed.tracks["a2"]?.setValue("C", forKey: "genre") }
        == ["will", "section delete 0 A of 0", "section insert 1 C of 1", "item move [0, 0]→[1, 0] a2", "did"])
    #expect(listed.text == "B: a1 b1 b2 | C: a2")
  }

  @Test func aSectionThatIsEmptiedAndFilledAgainStays() throws {
    let listed = try Listed()
    let recorded = listed.record { _ in
      listed.tracks["a1"]?.setValue("B", forKey: "genre")
      listed.tracks["a2"]?.setValue("B", forKey: "genre")
      listed.tracks["b1"]?.setValue("A", forKey: "genre")
    }
    #expect(
      recorded == [
        "will", "item move [1, 0]→[0, 0] b1", "item move [0, 0]→[1, 0] a1", "item move [0, 1]→[1, 1] a2", "did",
      ])
    #expect(listed.text == "A: b1 | B: a1 a2 b2")
  }

  /// If sections are not sorted by their keys, they are in the order of their tracks. A section whose tracks all move
  /// elsewhere moves with them, which a fetched results controller reports as a new section.
  @Test func aSectionThatIsEmptiedAndFilledAgainElsewhereGoesThere() throws {
    let listed = try Listed(sort: ["title"])
    let recorded = listed.record { _ in
      listed.tracks["a1"]?.setValue("c1", forKey: "title")
      listed.tracks["a2"]?.setValue("c2", forKey: "title")
    }
    #expect(
      recorded == [
        "will", "section delete 0 A of 0", "section insert 1 A of 2", "item move [0, 0]→[1, 0] a1",
        "item move [0, 1]→[1, 1] a2", "did",
      ]
    )
    #expect(listed.text == "B: b1 b2 | A: c1 c2")
    let back = listed.record { _ in
      listed.tracks["b1"]?.setValue("d1", forKey: "title")
      listed.tracks["b2"]?.setValue("C", forKey: "genre")
    }
    #expect(listed.text == "C: b2 | A: c1 c2 | B: d1")
    #expect(
      back.filter { $0.hasPrefix("section") } == [
        "section delete 0 B of 0", "section insert 0 C of 1", "section insert 2 B of 1",
      ])
  }

  /// The only track of a section passes another section, which may have become empty.
  @Test func aSectionOfOneTrackPassesAnother() throws {
    let listed = try Listed(sort: ["title"])
    _ = listed.record { _ in
      listed.tracks["a2"]?.setValue("x", forKey: "title")
      listed.tracks["a2"]?.setValue("X", forKey: "genre")
    }
    #expect(listed.text == "A: a1 | B: b1 b2 | X: x")
    _ = listed.record { _ in listed.tracks["a1"]?.setValue("c", forKey: "title") }
    #expect(listed.text == "B: b1 b2 | A: c | X: x")
    _ = listed.record { _ in listed.tracks["a1"]?.setValue("y", forKey: "title") }
    #expect(listed.text == "B: b1 b2 | X: x | A: y")
    _ = listed.record { _ in
      listed.tracks["a2"].map { listed.stack.context.delete($0) }
      listed.tracks["a1"]?.setValue("w", forKey: "title")
    }
    #expect(listed.text == "B: b1 b2 | A: w")
  }

  /// The running event ends first, and the fetch finds the callback's changes.
  @Test(arguments: ["will", "item update", "did"]) func aFetchInACallbackSeesWhatTheCallbackChanged(call: String) throws
  {
    let listed = try Listed()
    var titles: [String]?
    listed.trace.during = { [context = listed.stack.context, track = listed.tracks["b1"]] line in
      guard line.hasPrefix(call), titles == nil else { return }
      titles = []
      track?.setValue(7, forKey: "number")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.predicate = NSPredicate(format: "number > 4")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      titles = (try? context.fetch(request))?.map(\.shownTitle)
    }
    let recorded = listed.record { _ in listed.tracks["a1"]?.setValue(6, forKey: "number") }
    #expect(titles == ["a1", "b1"])
    #expect(recorded == ["will", "item update [0, 0] a1", "did", "will", "item update [1, 0] b1", "did"])
  }

  @Test func beginningAndCeasingToMatch() throws {
    let listed = try Listed(where: NSPredicate(format: "number < 5"))
    #expect(
      listed.record { _ in listed.tracks["a1"]?.setValue(6, forKey: "number") } == [
        "will", "item delete [0, 0] a1", "did",
      ])
    #expect(listed.record { _ in listed.tracks["a1"]?.setValue("x", forKey: "note") } == [])
    #expect(
      listed.record { _ in listed.tracks["a1"]?.setValue(3, forKey: "number") } == [
        "will", "item insert [0, 0] a1", "did",
      ])
    #expect(
      listed.record { _ in listed.tracks["a1"]?.setValue(2, forKey: "number") } == [
        "will", "item update [0, 0] a1", "did",
      ])
  }

  @Test func anObjectOfAnotherEntityIsNoEvent() throws {
    let listed = try Listed()
    #expect(try listed.record { _ = try $0.insert("Person", ["name": "Ann"]) } == [])
    #expect(try listed.record { try $0.save() } == [])
  }

  @Test func aValueSetToWhatItWasIsNoEvent() throws {
    let listed = try Listed()
    #expect(listed.record { _ in listed.tracks["a1"]?.setValue("a1", forKey: "title") } == [])
  }

  @Test(arguments: MusicStack.types) func savingReportsNothing(type: String) throws {
    let listed = try Listed(type, sort: ["genre"])
    let recorded = try listed.record { context in
      for title in ["x", "y"] { _ = try context.insert("Track", ["title": title, "genre": "A"]) }
    }
    #expect(recorded == ["will", "item insert [0, 2] x", "item insert [0, 3] y", "did"])
    #expect(try listed.record { try $0.save() } == [])
    #expect(listed.text == "A: a1 a2 x y | B: b1 b2")
    // The saved objects are found by their permanent keys.
    let path = listed.stack.context.edit { () -> IndexPath? in
      listed.controller.fetchedObjects?.first { $0.shownTitle == "y" }.flatMap {
        listed.controller.indexPath(forObject: $0)
      }
    }
    #expect(path == IndexPath(indexes: [0, 3]))
    #expect(
      listed.record { _ in listed.tracks["b1"]?.setValue("A", forKey: "genre") } == [
        "will", "item move [1, 0]→[0, 2] b1", "did",
      ])
  }

  @Test func takingChangesBackIsAChange() throws {
    let listed = try Listed()
    _ = try listed.record { context in
      listed.tracks["a1"]?.setValue("B", forKey: "genre")
      _ = try context.insert("Track", ["title": "x", "genre": "X"])
      listed.tracks["b2"].map(context.delete)
    }
    #expect(listed.text == "A: a2 | B: a1 b1 | X: x")
    _ = listed.record { $0.rollback() }
    #expect(listed.text == "A: a1 a2 | B: b1 b2")
  }

  @Test func nothingIsReportedAfterAResetUntilItIsFetchedAgain() throws {
    let listed = try Listed()
    #expect(listed.record { $0.reset() } == [])
    listed.stack.context.edit { #expect(listed.controller.object(at: IndexPath(indexes: [0, 0])).shownTitle == "a1") }
    try listed.stack.context.edit { try listed.controller.performFetch() }
    #expect(listed.text == "A: a1 a2 | B: b1 b2")
    #expect(
      try listed.record { _ = try $0.insert("Track", ["title": "c", "genre": "B"]) } == [
        "will", "item insert [1, 2] c", "did",
      ])
  }

  @Test func withoutADelegateNothingIsFollowed() throws {
    let listed = try Listed()
    listed.controller.delegate = nil
    #expect(try listed.record { _ = try $0.insert("Track", ["title": "a0", "genre": "A"]) } == [])
    #expect(listed.text == "A: a1 a2 | B: b1 b2")
    // A delegate that is set later is notified of all missed changes with the next event.
    listed.controller.delegate = listed.trace
    let recorded = try listed.record { _ = try $0.insert("Track", ["title": "b0", "genre": "B"]) }
    #expect(recorded == ["will", "item insert [0, 0] a0", "item insert [1, 0] b0", "did"])
  }

  @Test func theDelegateIsNotKeptAlive() throws {
    let listed = try Listed()
    var end: EndOfChanges? = EndOfChanges()
    listed.controller.delegate = end
    _ = try listed.record { _ = try $0.insert("Track", ["title": "a0", "genre": "A"]) }
    #expect(end?.count == 1)
    end = nil
    #expect(listed.controller.delegate == nil)
  }

  @Test func whatADelegateChangesIsTheNextEvent() throws {
    final class Follower: NSObject, NSFetchedResultsControllerDelegate {
      let trace = ResultsTrace()
      func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        trace.controllerDidChangeContent(controller)
        let first = controller.object(at: IndexPath(indexes: [0, 0])) as? NSManagedObject
        if first?.value(forKey: "note") == nil { first?.setValue("seen", forKey: "note") }
      }
      func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        trace.controllerWillChangeContent(controller)
      }
      func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
      ) {
        trace.controller(controller, didChange: anObject, at: indexPath, for: type, newIndexPath: newIndexPath)
      }
    }
    let listed = try Listed()
    let successor = Follower()
    listed.controller.delegate = successor
    _ = listed.record { _ in listed.tracks["b1"]?.setValue(5, forKey: "number") }
    #expect(successor.trace.take() == ["will", "item update [1, 0] b1", "did", "will", "item update [0, 0] a1", "did"])
  }

  @Test func aWindowStaysTrue() throws {
    let stack = try MusicStack()
    let trace = ResultsTrace()
    let context = stack.context
    let controller = try context.edit {
      for title in ["a", "b", "c", "d"] { try context.insert("Track", ["title": title]) }
      return try context.tracks(delegate: trace) { $0.fetchLimit = 3 }
    }
    try context.edit { _ = try context.insert("Track", ["title": "ab"]) }
    #expect(trace.take() == ["will", "item delete [0, 2] c", "item insert [0, 1] ab", "did"])
    context.edit { controller.fetchedObjects.map { context.delete($0[0]) } }
    #expect(context.edit { controller.text } == ": ab b c")
  }
}
