import Foundation
import Testing

@testable import CoreData

@Suite("Fetched results controller: what the delegate hears") struct ResultsTrackingTests {
  /// Cars a1 a2 in group A, b1 b2 in B, saved, and a controller that lists them by group and plate.
  private struct Listed {
    let garage: Garage
    let controller: NSFetchedResultsController<NSManagedObject>
    let trace = ResultsTrace()
    var cars: [String: NSManagedObject] = [:]

    init(
      _ kind: Garage.Kind = .memory, sort: [String] = ["group", "plate"], sections: String? = "group",
      where predicate: NSPredicate? = nil
    ) throws {
      garage = try Garage(kind)
      let context = garage.context
      var cars: [String: NSManagedObject] = [:]
      let trace = trace
      controller = try context.edit {
        for (plate, group) in [("a1", "A"), ("a2", "A"), ("b1", "B"), ("b2", "B")] {
          let car = try context.make("Car", ["plate": plate, "group": group, "wheels": 4])
          cars[plate] = car
          trace.plates[ObjectIdentifier(car)] = plate
        }
        try context.save()
        return try context.cars(
          sort.map { NSSortDescriptor(key: $0, ascending: true) }, sections: sections, where: predicate, delegate: trace
        )
      }
      self.cars = cars
    }

    /// Runs edits as one event.
    func hear(_ edits: (NSManagedObjectContext) throws -> Void) rethrows -> [String] {
      try garage.context.edit { try edits(garage.context) }
      return trace.take()
    }

    var text: String { garage.context.edit { controller.text } }
  }

  @Test func anInsertion() throws {
    let listed = try Listed()
    let heard = try listed.hear { _ = try $0.make("Car", ["plate": "a15", "group": "A"]) }
    #expect(heard == ["will", "item insert [0, 1] a15", "did"])
    #expect(listed.text == "A: a1 a15 a2 | B: b1 b2")
  }

  @Test func anInsertionIntoANewSection() throws {
    let listed = try Listed()
    _ = listed.trace.takeShown()
    let heard = try listed.hear { _ = try $0.make("Car", ["plate": "x", "group": "AB"]) }
    #expect(heard == ["will", "section insert 1 AB of 1", "item insert [1, 0] x", "did"])
    // During all calls the controller shows the new state.
    #expect(Set(listed.trace.takeShown()) == ["A2 AB1 B2"])
  }

  @Test func aDeletion() throws {
    let listed = try Listed()
    let heard = listed.hear { context in listed.cars["a1"].map(context.delete) }
    #expect(heard == ["will", "item delete [0, 0] a1", "did"])
    #expect(listed.text == "A: a2 | B: b1 b2")
  }

  @Test func theDeletionOfASectionsLastObjects() throws {
    let listed = try Listed()
    let heard = listed.hear { context in
      listed.cars["a1"].map(context.delete)
      listed.cars["a2"].map(context.delete)
    }
    #expect(heard == ["will", "section delete 0 A of 0", "item delete [0, 1] a2", "item delete [0, 0] a1", "did"])
    #expect(listed.text == "B: b1 b2")
  }

  @Test func anUpdateNamesTheOldPlace() throws {
    let listed = try Listed()
    let heard = try listed.hear { context in
      listed.cars["a2"]?.setValue("new", forKey: "note")
      _ = try context.make("Car", ["plate": "a0", "group": "A"])
    }
    #expect(heard == ["will", "item insert [0, 0] a0", "item update [0, 1] a2", "did"])
  }

  @Test func aMoveWithinASectionImpliesTheUpdate() throws {
    let listed = try Listed()
    let heard = listed.hear { _ in
      listed.cars["a1"]?.setValue("a9", forKey: "plate")
      listed.cars["a1"]?.setValue("new", forKey: "note")
    }
    #expect(heard == ["will", "item move [0, 0]→[0, 1] a1", "did"])
    #expect(listed.text == "A: a2 a9 | B: b1 b2")
  }

  @Test func aChangedSortValueThatMovesNothingIsAnUpdate() throws {
    let listed = try Listed()
    #expect(
      listed.hear { _ in listed.cars["a1"]?.setValue("a11", forKey: "plate") } == [
        "will", "item update [0, 0] a1", "did",
      ])
  }

  @Test func aSwapIsOneMoveAndOneUpdate() throws {
    let listed = try Listed()
    let heard = listed.hear { _ in
      listed.cars["a1"]?.setValue("a2", forKey: "plate")
      listed.cars["a2"]?.setValue("a1", forKey: "plate")
    }
    #expect(heard == ["will", "item move [0, 1]→[0, 0] a2", "item update [0, 0] a1", "did"])
  }

  @Test func aMoveAcrossSections() throws {
    let listed = try Listed()
    #expect(
      listed.hear { _ in listed.cars["a1"]?.setValue("B", forKey: "group") } == [
        "will", "item move [0, 0]→[1, 0] a1", "did",
      ])
    #expect(
      listed.hear { _ in listed.cars["a2"]?.setValue("C", forKey: "group") }
        == ["will", "section delete 0 A of 0", "section insert 1 C of 1", "item move [0, 0]→[1, 0] a2", "did"])
    #expect(listed.text == "B: a1 b1 b2 | C: a2")
  }

  @Test func aSectionThatIsEmptiedAndFilledAgainStays() throws {
    let listed = try Listed()
    let heard = listed.hear { _ in
      listed.cars["a1"]?.setValue("B", forKey: "group")
      listed.cars["a2"]?.setValue("B", forKey: "group")
      listed.cars["b1"]?.setValue("A", forKey: "group")
    }
    #expect(
      heard == [
        "will", "item move [1, 0]→[0, 0] b1", "item move [0, 0]→[1, 0] a1", "item move [0, 1]→[1, 1] a2", "did",
      ])
    #expect(listed.text == "A: b1 | B: a1 a2 b2")
  }

  /// Sections that are not ordered by their keys stand where their cars do: one whose cars all go elsewhere goes with
  /// them, which a results controller tells as another section.
  @Test func aSectionThatIsEmptiedAndFilledAgainElsewhereGoesThere() throws {
    let listed = try Listed(sort: ["plate"])
    let heard = listed.hear { _ in
      listed.cars["a1"]?.setValue("c1", forKey: "plate")
      listed.cars["a2"]?.setValue("c2", forKey: "plate")
    }
    #expect(
      heard == [
        "will", "section delete 0 A of 0", "section insert 1 A of 2", "item move [0, 0]→[1, 0] a1",
        "item move [0, 1]→[1, 1] a2", "did",
      ]
    )
    #expect(listed.text == "B: b1 b2 | A: c1 c2")
    let back = listed.hear { _ in
      listed.cars["b1"]?.setValue("d1", forKey: "plate")
      listed.cars["b2"]?.setValue("C", forKey: "group")
    }
    #expect(listed.text == "C: b2 | A: c1 c2 | B: d1")
    #expect(
      back.filter { $0.hasPrefix("section") } == [
        "section delete 0 B of 0", "section insert 0 C of 1", "section insert 2 B of 1",
      ])
  }

  /// The only car of a section passes another section, which is empty by then, or not.
  @Test func aSectionOfOneCarPassesAnother() throws {
    let listed = try Listed(sort: ["plate"])
    _ = listed.hear { _ in
      listed.cars["a2"]?.setValue("x", forKey: "plate")
      listed.cars["a2"]?.setValue("X", forKey: "group")
    }
    #expect(listed.text == "A: a1 | B: b1 b2 | X: x")
    _ = listed.hear { _ in listed.cars["a1"]?.setValue("c", forKey: "plate") }
    #expect(listed.text == "B: b1 b2 | A: c | X: x")
    _ = listed.hear { _ in listed.cars["a1"]?.setValue("y", forKey: "plate") }
    #expect(listed.text == "B: b1 b2 | X: x | A: y")
    _ = listed.hear { _ in
      listed.cars["a2"].map { listed.garage.context.delete($0) }
      listed.cars["a1"]?.setValue("w", forKey: "plate")
    }
    #expect(listed.text == "B: b1 b2 | A: w")
  }

  /// The fetch takes in what the callback changed, and the running event ends first.
  @Test(arguments: ["will", "item update", "did"]) func aFetchInACallbackSeesWhatTheCallbackChanged(call: String) throws
  {
    let listed = try Listed()
    var plates: [String]?
    listed.trace.during = { [context = listed.garage.context, car = listed.cars["b1"]] line in
      guard line.hasPrefix(call), plates == nil else { return }
      plates = []
      car?.setValue(7, forKey: "wheels")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.predicate = NSPredicate(format: "wheels > 4")
      request.sortDescriptors = [NSSortDescriptor(key: "plate", ascending: true)]
      plates = (try? context.fetch(request))?.map(\.plate)
    }
    let heard = listed.hear { _ in listed.cars["a1"]?.setValue(6, forKey: "wheels") }
    #expect(plates == ["a1", "b1"])
    #expect(heard == ["will", "item update [0, 0] a1", "did", "will", "item update [1, 0] b1", "did"])
  }

  @Test func beginningAndCeasingToMatch() throws {
    let listed = try Listed(where: NSPredicate(format: "wheels < 5"))
    #expect(
      listed.hear { _ in listed.cars["a1"]?.setValue(6, forKey: "wheels") } == ["will", "item delete [0, 0] a1", "did"])
    #expect(listed.hear { _ in listed.cars["a1"]?.setValue("x", forKey: "note") } == [])
    #expect(
      listed.hear { _ in listed.cars["a1"]?.setValue(3, forKey: "wheels") } == ["will", "item insert [0, 0] a1", "did"])
    #expect(
      listed.hear { _ in listed.cars["a1"]?.setValue(2, forKey: "wheels") } == ["will", "item update [0, 0] a1", "did"])
  }

  @Test func anObjectOfAnotherEntityIsNoEvent() throws {
    let listed = try Listed()
    #expect(try listed.hear { _ = try $0.make("Person", ["name": "Ann"]) } == [])
    #expect(try listed.hear { try $0.save() } == [])
  }

  @Test func aValueSetToWhatItWasIsNoEvent() throws {
    let listed = try Listed()
    #expect(listed.hear { _ in listed.cars["a1"]?.setValue("a1", forKey: "plate") } == [])
  }

  @Test(arguments: Garage.Kind.allCases) func savingTellsNothing(kind: Garage.Kind) throws {
    let listed = try Listed(kind, sort: ["group"])
    let heard = try listed.hear { context in
      for plate in ["x", "y"] { _ = try context.make("Car", ["plate": plate, "group": "A"]) }
    }
    #expect(heard == ["will", "item insert [0, 2] x", "item insert [0, 3] y", "did"])
    #expect(try listed.hear { try $0.save() } == [])
    #expect(listed.text == "A: a1 a2 x y | B: b1 b2")
    // The saved objects are found under their permanent keys.
    let path = listed.garage.context.edit { () -> IndexPath? in
      listed.controller.fetchedObjects?.first { $0.plate == "y" }.flatMap { listed.controller.indexPath(forObject: $0) }
    }
    #expect(path == IndexPath(indexes: [0, 3]))
    #expect(
      listed.hear { _ in listed.cars["b1"]?.setValue("A", forKey: "group") } == [
        "will", "item move [1, 0]→[0, 2] b1", "did",
      ])
  }

  @Test func takingChangesBackIsAChange() throws {
    let listed = try Listed()
    _ = try listed.hear { context in
      listed.cars["a1"]?.setValue("B", forKey: "group")
      _ = try context.make("Car", ["plate": "x", "group": "X"])
      listed.cars["b2"].map(context.delete)
    }
    #expect(listed.text == "A: a2 | B: a1 b1 | X: x")
    _ = listed.hear { $0.rollback() }
    #expect(listed.text == "A: a1 a2 | B: b1 b2")
  }

  @Test func nothingIsToldAfterAResetUntilItIsFetchedAgain() throws {
    let listed = try Listed()
    #expect(listed.hear { $0.reset() } == [])
    listed.garage.context.edit { #expect(listed.controller.object(at: IndexPath(indexes: [0, 0])).plate == "a1") }
    try listed.garage.context.edit { try listed.controller.performFetch() }
    #expect(listed.text == "A: a1 a2 | B: b1 b2")
    #expect(
      try listed.hear { _ = try $0.make("Car", ["plate": "c", "group": "B"]) } == [
        "will", "item insert [1, 2] c", "did",
      ])
  }

  @Test func withoutADelegateNothingIsFollowed() throws {
    let listed = try Listed()
    listed.controller.delegate = nil
    #expect(try listed.hear { _ = try $0.make("Car", ["plate": "a0", "group": "A"]) } == [])
    #expect(listed.text == "A: a1 a2 | B: b1 b2")
    // A delegate that comes later hears of everything that it missed with the next event.
    listed.controller.delegate = listed.trace
    let heard = try listed.hear { _ = try $0.make("Car", ["plate": "b0", "group": "B"]) }
    #expect(heard == ["will", "item insert [0, 0] a0", "item insert [1, 0] b0", "did"])
  }

  @Test func theDelegateIsNotKeptAlive() throws {
    let listed = try Listed()
    var end: EndOfChanges? = EndOfChanges()
    listed.controller.delegate = end
    _ = try listed.hear { _ = try $0.make("Car", ["plate": "a0", "group": "A"]) }
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
    _ = listed.hear { _ in listed.cars["b1"]?.setValue(5, forKey: "wheels") }
    #expect(successor.trace.take() == ["will", "item update [1, 0] b1", "did", "will", "item update [0, 0] a1", "did"])
  }

  @Test func aWindowStaysTrue() throws {
    let garage = try Garage()
    let trace = ResultsTrace()
    let context = garage.context
    let controller = try context.edit {
      for plate in ["a", "b", "c", "d"] { try context.make("Car", ["plate": plate]) }
      return try context.cars(delegate: trace) { $0.fetchLimit = 3 }
    }
    try context.edit { _ = try context.make("Car", ["plate": "ab"]) }
    #expect(trace.take() == ["will", "item delete [0, 2] c", "item insert [0, 1] ab", "did"])
    context.edit { controller.fetchedObjects.map { context.delete($0[0]) } }
    #expect(context.edit { controller.text } == ": ab b c")
  }
}
