import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Cars that tie in everything that a list is sorted by stand by primary key, and unsaved ones behind them as they were
/// made. Their keys may come early, and in any order.
@Suite("Fetched results controller: ties and permanent IDs") struct PromotedTieTests {
  private struct Listed {
    let garage: Garage
    let controller: NSFetchedResultsController<NSManagedObject>
    let trace = ResultsTrace()

    init(_ kind: Garage.Kind, sections: String? = nil) throws {
      garage = try Garage(kind)
      let (context, trace) = (garage.context, trace)
      controller = try context.edit {
        try context.make("Car", ["plate": "first", "group": "G", "wheels": 4])
        try context.save()
        let sort = ["group", "wheels"].map { NSSortDescriptor(key: $0, ascending: true) }
        return try context.cars(sort, sections: sections, delegate: trace)
      }
    }

    /// Cars that tie, told as inserted.
    func cars(_ plates: [String], wheels: Int = 4) throws -> [NSManagedObject] {
      let context = garage.context
      let cars = try context.edit {
        try plates.map { plate in
          let car = try context.make("Car", ["plate": plate, "group": "G", "wheels": wheels])
          trace.plates[ObjectIdentifier(car)] = plate
          return car
        }
      }
      _ = trace.take()
      return cars
    }

    func hear(_ edits: (NSManagedObjectContext) throws -> Void) rethrows -> [String] {
      try garage.context.edit { try edits(garage.context) }
      return trace.take()
    }

    var plates: [String] { garage.context.edit { controller.fetchedObjects?.compactMap(\.plate) ?? [] } }

    /// The list as a new fetch has it.
    func fetched() throws -> [String] {
      try garage.context.edit {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
        request.sortDescriptors = controller.fetchRequest.sortDescriptors
        return try garage.context.fetch(request).compactMap(\.plate)
      }
    }
  }

  @Test(arguments: Garage.Kind.allCases)
  func keysOfOneCallAreInTheOrderOfMaking(kind: Garage.Kind) throws {
    let listed = try Listed(kind)
    let cars = try listed.cars(["a", "b", "c"])
    #expect(try listed.hear { try $0.obtainPermanentIDs(for: [cars[2], cars[0], cars[1]]) } == [])
    #expect(cars.map(\.key.primaryKey) == cars.map(\.key.primaryKey).sorted())
    #expect(try listed.hear { try $0.save() } == [])
    #expect(listed.plates == ["first", "a", "b", "c"])
    #expect(try listed.fetched() == listed.plates)
  }

  @Test(arguments: Garage.Kind.allCases, [nil, "group"])
  func keysAskedForOneByOne(kind: Garage.Kind, sections: String?) throws {
    let listed = try Listed(kind, sections: sections)
    let cars = try listed.cars(["a", "b", "c"])
    // The one that has a key stands before those that have none.
    #expect(
      try listed.hear { try $0.obtainPermanentIDs(for: [cars[2]]) } == ["will", "item move [0, 3]→[0, 1] c", "did"])
    #expect(listed.plates == ["first", "c", "a", "b"])
    #expect(try listed.fetched() == listed.plates)
    #expect(
      try listed.hear { try $0.obtainPermanentIDs(for: [cars[1]]) } == ["will", "item move [0, 3]→[0, 2] b", "did"])
    #expect(try listed.hear { try $0.obtainPermanentIDs(for: [cars[0]]) } == [])
    #expect(try listed.hear { try $0.save() } == [])
    #expect(listed.plates == ["first", "c", "b", "a"])
    #expect(try listed.fetched() == listed.plates)
  }

  @Test func whatDoesNotTieStays() throws {
    let listed = try Listed(.sqlite)
    let (a, b) = (try listed.cars(["a"], wheels: 5)[0], try listed.cars(["b"], wheels: 6)[0])
    for car in [b, a] { #expect(try listed.hear { try $0.obtainPermanentIDs(for: [car]) } == []) }
    #expect(try listed.hear { try $0.save() } == [])
    #expect(listed.plates == ["first", "a", "b"])
  }

  /// An observer of the notification asks for keys while the save begins.
  @Test(arguments: Garage.Kind.allCases)
  func keysAskedForWhenTheSaveBegins(kind: Garage.Kind) throws {
    let listed = try Listed(kind)
    let cars = try listed.cars(["a", "b"])
    let context = listed.garage.context
    // Unchecked: the notification is posted on the context's queue.
    nonisolated(unsafe) let last = cars[1]
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextWillSave, object: context, queue: nil
    ) { _ in try? context.obtainPermanentIDs(for: [last]) }
    defer { NotificationCenter.default.removeObserver(token) }
    #expect(try listed.hear { try $0.save() } == ["will", "item move [0, 2]→[0, 1] b", "did"])
    #expect(try listed.fetched() == listed.plates)
  }

  /// Whoever is asked for its ID first is the first one made. A save gives keys in the order of insertion.
  @Test(arguments: Garage.Kind.allCases)
  func aSaveGivesKeysInAnotherOrder(kind: Garage.Kind) throws {
    let listed = try Listed(kind)
    let entity = try #require(Garage.model.entitiesByName["Car"])
    let context = listed.garage.context
    let cars = context.edit {
      let cars = ["a", "b"].map { plate in
        let car = LabelledCar(entity: entity, insertInto: nil)
        car.setValue(plate, forKey: "plate")
        car.setValue("G", forKey: "group")
        car.setValue(4, forKey: "wheels")
        listed.trace.plates[ObjectIdentifier(car)] = plate
        return car
      }
      _ = (cars[1].objectID, cars[0].objectID)
      cars.forEach(context.insert)
      return cars
    }
    _ = listed.trace.take()
    let before = listed.plates
    let heard = try listed.hear { try $0.save() }
    let isInOrder = (before == ["first", "a", "b"]) == (cars[0].key.primaryKey < cars[1].key.primaryKey)
    #expect(heard.isEmpty == isInOrder)
    #expect(try listed.fetched() == listed.plates)
  }

  /// Keys are asked for at any time, between insertions, edits, saves and merges.
  @Test(arguments: TestSeeds.seeds(6, from: 7400))
  func atRandom(_ seed: UInt64) throws {
    print("Ties and permanent IDs: seed \(seed)")
    var random = SeededRandom(seed: seed)
    let listed = try Listed(seed % 2 == 0 ? .memory : .sqlite, sections: seed % 3 == 0 ? "group" : nil)
    var unsaved: [NSManagedObject] = []
    var (made, moves) = (0, 0)
    for step in 0..<80 {
      let heard = try listed.hear { context in
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2:
          for _ in 0..<Int.random(in: 1...3, using: &random) {
            let car = try context.make(
              "Car", ["plate": "\(made)", "group": "G", "wheels": Int.random(in: 4...5, using: &random)])
            listed.trace.plates[ObjectIdentifier(car)] = "\(made)"
            unsaved.append(car)
            made += 1
          }
          if Bool.random(using: &random) { context.processPendingChanges() }
        case 3: unsaved.randomElement(using: &random)?.setValue(Int.random(in: 4...5, using: &random), forKey: "wheels")
        case 4:
          try context.save()
          unsaved.removeAll()
        default:
          let some = unsaved.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
          if Bool.random(using: &random) {
            for car in some { try context.obtainPermanentIDs(for: [car]) }
          } else {
            try context.obtainPermanentIDs(for: some)
          }
        }
      }
      moves += heard.count { $0.hasPrefix("item move") }
      #expect(try listed.fetched() == listed.plates, "seed \(seed), step \(step)")
    }
    #expect(moves > 0)
  }
}
