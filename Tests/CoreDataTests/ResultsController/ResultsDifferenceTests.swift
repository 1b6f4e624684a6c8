import Foundation
import Testing

@testable import CoreData

@Suite("Fetched results controller: changes as a difference") struct ResultsDifferenceTests {
  @Test func leadsFromTheOldIDsToTheNew() throws {
    let garage = try Garage()
    let context = garage.context
    let trace = DifferenceTrace()
    try context.edit {
      for plate in ["a", "b", "c", "d"] { try context.make("Car", ["plate": plate]) }
      try context.save()
    }
    let controller = try context.edit { try context.cars(delegate: trace) }
    func ids() -> [NSManagedObjectID] { context.edit { (controller.fetchedObjects ?? []).map(\.objectID) } }
    let before = ids()
    try context.edit {
      let cars = try #require(controller.fetchedObjects)
      context.delete(cars[0])
      cars[1].setValue("z", forKey: "plate")
      cars[2].setValue("new", forKey: "note")
      try context.make("Car", ["plate": "a2"])
    }
    let difference = try #require(trace.differences.first)
    #expect(trace.differences.count == 1)
    #expect(before.applying(difference) == ids())
    // A move and an update are removals and insertions that know each other.
    #expect(difference.removals.count == 3)
    #expect(difference.insertions.count == 3)
    let associated = difference.removals.compactMap { change -> [Int?]? in
      guard case .remove(let offset, _, let associated) = change else { return nil }
      return [offset, associated]
    }
    #expect(associated == [[0, nil], [1, 3], [2, 1]])
  }

  @Test func isNotMadeForSections() throws {
    let garage = try Garage()
    let context = garage.context
    let trace = DifferenceTrace()
    let controller = try context.edit {
      try context.cars([NSSortDescriptor(key: "group", ascending: true)], sections: "group", delegate: trace)
    }
    try context.edit { _ = try context.make("Car", ["plate": "a"]) }
    #expect(trace.differences.isEmpty)
    #expect(context.edit { controller.text } == ": a")
  }

  @Test func aDelegateThatTakesNoneIsNotOfferedASecond() throws {
    let garage = try Garage()
    let context = garage.context
    let end = EndOfChanges()
    let controller = try context.edit { try context.cars(delegate: end) }
    try context.edit { _ = try context.make("Car", ["plate": "a"]) }
    #expect(controller.tracker.reports == [.indexTitles])
    let trace = DifferenceTrace()
    controller.delegate = trace
    #expect(controller.tracker.reports == .all)
  }
}
