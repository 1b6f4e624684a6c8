import Foundation
import Testing

@testable import CoreData

@Suite("Fetched results controller: what others save") struct ResultsMergingTests {
  /// Cars a, c, e, saved, listed by plate in one context while another edits them.
  private struct Listed {
    let garage: Garage
    let controller: NSFetchedResultsController<NSManagedObject>
    let trace = ResultsTrace()
    let other: NSManagedObjectContext

    init(_ kind: Garage.Kind) throws {
      garage = try Garage(kind)
      let context = garage.context
      let trace = trace
      controller = try context.edit {
        for plate in ["a", "c", "e"] { try context.make("Car", ["plate": plate]) }
        try context.save()
        let controller = try context.cars(delegate: trace)
        for car in controller.fetchedObjects ?? [] { trace.plates[ObjectIdentifier(car)] = car.plate }
        return controller
      }
      other = garage.otherContext()
    }

    /// Saves edits of the other context.
    ///
    /// - Returns: the notification to merge.
    func saveElsewhere(_ edits: ([NSManagedObject]) throws -> Void) throws -> Notification {
      let posted = Protected<Notification?>(nil)
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: other, queue: nil
      ) { notification in posted.withLock { $0 = notification } }
      defer { NotificationCenter.default.removeObserver(token) }
      try other.edit {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
        request.sortDescriptors = [NSSortDescriptor(key: "plate", ascending: true)]
        try edits(try other.fetch(request))
        try other.save()
      }
      return try #require(posted.withLock { $0 })
    }

    func merge(_ notification: Notification) -> [String] {
      garage.context.edit { garage.context.mergeChanges(fromContextDidSave: notification) }
      return trace.take()
    }

    var text: String { garage.context.edit { controller.text } }
  }

  @Test(arguments: Garage.Kind.allCases) func aMergeIsAnEventAlsoForObjectsThatWereNotRegistered(
    kind: Garage.Kind
  ) throws {
    let listed = try Listed(kind)
    let saved = try listed.saveElsewhere { cars in
      try listed.other.make("Car", ["plate": "d"])
      listed.other.delete(cars[0])
      cars[1].setValue("z", forKey: "plate")
    }
    #expect(
      listed.merge(saved)
        == ["will", "item delete [0, 0] a", "item insert [0, 0] d", "item move [0, 1]→[0, 2] c", "did"].map { $0 })
    #expect(listed.text == ": d e z")
  }

  @Test(arguments: Garage.Kind.allCases) func whatIsNotMergedIsFoundWithTheNextEvent(kind: Garage.Kind) throws {
    let listed = try Listed(kind)
    _ = try listed.saveElsewhere { _ in
      try listed.other.make("Car", ["plate": "b"])
      try listed.other.make("Car", ["plate": "f"])
    }
    #expect(listed.text == ": a c e")
    try listed.garage.context.edit { _ = try listed.garage.context.make("Car", ["plate": "d"]) }
    #expect(
      listed.trace.take() == ["will", "item insert [0, 1] b", "item insert [0, 3] d", "item insert [0, 5] f", "did"])
  }

  @Test(arguments: Garage.Kind.allCases) func aMergeAfterItWasFoundIsAnUpdateAtMost(kind: Garage.Kind) throws {
    let listed = try Listed(kind)
    let first = try listed.saveElsewhere { _ in try listed.other.make("Car", ["plate": "b"]) }
    let second = try listed.saveElsewhere { _ in try listed.other.make("Car", ["plate": "f"]) }
    try listed.garage.context.edit { _ = try listed.garage.context.make("Car", ["plate": "d"]) }
    _ = listed.trace.take()
    _ = listed.merge(first)
    _ = listed.merge(second)
    #expect(listed.text == ": a b c d e f")
  }

  /// A fetch has seen both saves when the first one is merged, whose rows are older than what the list is ordered by.
  @Test(
    "Saves that are merged late or in the wrong order leave the list in order", arguments: Garage.Kind.allCases,
    [false, true])
  func olderRowsPlaceNothing(kind: Garage.Kind, isReversed: Bool) throws {
    let listed = try Listed(kind)
    let context = listed.garage.context
    var saves = [
      try listed.saveElsewhere { $0[1].setValue("d", forKey: "plate") },
      try listed.saveElsewhere { $0[1].setValue("k", forKey: "plate") },
      try listed.saveElsewhere { _ in try listed.other.make("Car", ["plate": "m"]) },
      try listed.saveElsewhere { cars in listed.other.delete(cars[3]) },
    ]
    if isReversed { saves.reverse() }
    #expect(listed.text == ": a c e")
    _ = try context.edit { try context.make("Car", ["plate": "b"]) }
    // The car shows what this context knows of it, and stands where the store has it.
    #expect(listed.text == ": a b e c")
    for (save, plate) in zip(saves, ["j", "f", "i", "g"]) {
      _ = listed.merge(save)
      _ = try context.edit { try context.make("Car", ["plate": plate]) }
    }
    #expect(listed.text == ": a b e f g i j k")
    try context.edit {
      try context.save()
      #expect(try context.cars().text == ": a b e f g i j k")
    }
  }

  /// The event has read before the other process writes, so that its connection stands in a transaction from before.
  @Test("What another process writes during an event is fetched at its end", arguments: [true, false])
  func aForeignWriteDuringAnEvent(hasSaved: Bool) throws {
    let garage = try Garage(.sqlite)
    let external = try garage.externalContext()
    let context = hasSaved ? garage.context : try garage.externalContext()
    let trace = ResultsTrace()
    let controller = try garage.context.edit {
      for plate in ["a", "e"] { try garage.context.make("Car", ["plate": plate]) }
      try garage.context.save()
      return try context.edit { try context.cars(delegate: trace) }
    }
    try context.edit {
      #expect(controller.fetchedObjects?.map(\.plate) == ["a", "e"])
      try external.edit {
        try external.make("Car", ["plate": "b"])
        try external.save()
      }
      try context.make("Car", ["plate": "d"])
    }
    #expect(trace.take() == ["will", "item insert [0, 1] b", "item insert [0, 2] d", "did"])
    try context.edit { _ = try context.make("Car", ["plate": "c"]) }
    #expect(trace.take() == ["will", "item insert [0, 2] c", "did"])
  }

  /// Nobody holds the car, and a batch request names the person that it deleted, not the cars that were hers.
  @Test(arguments: Garage.Kind.allCases) func whatABatchDeletionTookAnOwnerFromIsPlacedAnew(kind: Garage.Kind) throws {
    let garage = try Garage(kind)
    let other = garage.otherContext()
    try other.edit {
      try other.make("Car", ["plate": "a1", "owner": other.make("Person", ["name": "Ann"])])
      try other.save()
    }
    let context = garage.context
    let trace = ResultsTrace()
    let order = ["owner.name", "plate"].map { NSSortDescriptor(key: $0, ascending: true) }
    let controller = try context.edit { try context.cars(order, sections: "owner.name", delegate: trace) }
    try context.edit {
      let request = NSBatchDeleteRequest(fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Person"))
      request.resultType = .resultTypeObjectIDs
      let result = try #require(context.execute(request) as? NSBatchDeleteResult)
      let ids = try #require(result.result as? [NSManagedObjectID])
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [context])
    }
    #expect(context.edit { controller.text } == ": a1")
    #expect(
      trace.take() == [
        "will", "section delete 0 Ann of 0", "section insert 0  of 1", "item move [0, 0]→[0, 0] a1", "did",
      ])
  }
}
