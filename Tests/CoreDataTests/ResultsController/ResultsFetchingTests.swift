import Foundation
import Testing

@testable import CoreData

@Suite("Fetched results controller: fetching") struct ResultsFetchingTests {
  /// Three groups, not in the order of insertion, and a car without a group.
  private func fill(_ garage: Garage) throws {
    try garage.context.edit {
      for plate in ["b2", "a1", "c1", "b1"] {
        try garage.context.make("Car", ["plate": plate, "group": plate.first.map { String($0).uppercased() } ?? ""])
      }
      try garage.context.make("Car", ["plate": "x"])
    }
  }

  private let byGroup = [
    NSSortDescriptor(key: "group", ascending: true), NSSortDescriptor(key: "plate", ascending: true),
  ]

  @Test func thereIsNothingBeforeTheFirstFetch() throws {
    let garage = try Garage()
    let controller = NSFetchedResultsController(
      fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Car"), managedObjectContext: garage.context,
      sectionNameKeyPath: "group", cacheName: "cars"
    )
    #expect(controller.fetchedObjects == nil)
    #expect(controller.sections == nil)
    #expect(controller.sectionIndexTitles.isEmpty)
    #expect(controller.sectionNameKeyPath == "group")
    #expect(controller.cacheName == "cars")
    #expect(controller.managedObjectContext === garage.context)
  }

  @Test(arguments: Garage.Kind.allCases) func groupsByAnAttribute(kind: Garage.Kind) throws {
    let garage = try Garage(kind)
    try fill(garage)
    try garage.context.edit {
      try garage.context.save()
      let controller = try garage.context.cars(byGroup, sections: "group")
      #expect(controller.text == ": x | A: a1 | B: b1 b2 | C: c1")
      #expect(controller.sections?.map(\.numberOfObjects) == [1, 1, 2, 1])
      #expect(controller.fetchedObjects?.map(\.plate) == ["x", "a1", "b1", "b2", "c1"])
      #expect(controller.object(at: IndexPath(indexes: [2, 1])).plate == "b2")
      #expect(
        controller.indexPath(forObject: controller.object(at: IndexPath(indexes: [2, 1])))
          == IndexPath(indexes: [2, 1]))
    }
  }

  @Test(arguments: Garage.Kind.allCases) func unsavedChangesCount(kind: Garage.Kind) throws {
    let garage = try Garage(kind)
    try fill(garage)
    try garage.context.edit {
      try garage.context.save()
      let cars = try garage.context.cars()
      cars.fetchedObjects?[0].setValue("C", forKey: "group")
      garage.context.delete(try #require(cars.fetchedObjects?[1]))
      try garage.context.make("Car", ["plate": "d1", "group": "D"])
      #expect(try garage.context.cars(byGroup, sections: "group").text == ": x | B: b2 | C: a1 c1 | D: d1")
      #expect(
        try garage.context.cars(byGroup, sections: "group") { $0.includesPendingChanges = false }.sections?.map(\.name)
          == ["", "A", "B", "C"])
    }
  }

  @Test(arguments: Garage.Kind.allCases) func groupsByARelatedObject(kind: Garage.Kind) throws {
    let garage = try Garage(kind)
    try garage.context.edit {
      let ann = try garage.context.make("Person", ["name": "Ann"])
      let bob = try garage.context.make("Person", ["name": "Bob"])
      for (plate, owner) in [("a1", ann), ("b1", bob), ("a2", ann)] {
        try garage.context.make("Car", ["plate": plate]).setValue(owner, forKey: "owner")
      }
      try garage.context.make("Car", ["plate": "x"])
      for _ in 0..<2 {
        let controller = try garage.context.cars(
          [NSSortDescriptor(key: "owner", ascending: true), NSSortDescriptor(key: "plate", ascending: true)],
          sections: "owner"
        )
        let uris = [ann, bob].map { $0.objectID.uriRepresentation().absoluteString }
        #expect(controller.text == ": x | \(uris[0]): a1 a2 | \(uris[1]): b1")
        #expect(controller.sectionKey(at: 1) as? NSManagedObjectID == ann.objectID)
        try garage.context.save()
      }
      let byName = try garage.context.cars(
        [NSSortDescriptor(key: "owner.name", ascending: false)], sections: "owner.name")
      #expect(byName.text == "Bob: b1 | Ann: a1 a2 | : x")
      #expect(byName.sectionKey(at: 0) as? String == "Bob")
    }
  }

  /// Sections of one run and of several; a key of more than four bytes, and a temporary one.
  @Test(arguments: [Int64(7), Int64(Int32.max), Int64(Int32.max) + 1, -1, Int64.min])
  func primaryKeysAreShortWhereAllAre(last: Int64) throws {
    let long = (1...1_000).map { Int64($0 * 3 + 10) }
    let keys = ContiguousArray((long + [1, 2, last]).map { RowKey(entity: 0, primaryKey: $0) })
    let groups = [1_000, 2, 1].enumerated().map { KeyList.Group(value: .int(Int64($0)), count: $1) }
    let list = try ResultsList(keys, groups: groups)
    #expect(list.shortPrimaryKeys(inSection: 0).map(Array.init) == long.map(Int32.init))
    #expect(list.shortPrimaryKeys(inSection: 1) == [1, 2])
    #expect(list.shortPrimaryKeys(inSection: 2) == Int32(exactly: last).map { [$0] })
  }

  @Test func groupsByATransientAttribute() throws {
    let garage = try Garage()
    try fill(garage)
    try garage.context.edit {
      let controller = try garage.context.cars(sections: "label")
      #expect(controller.text == "a: a1 | b: b1 b2 | c: c1 | x: x")
    }
  }

  @Test func withoutAPathThereIsOneSectionEvenWhenEmpty() throws {
    let garage = try Garage()
    try garage.context.edit {
      let empty = try garage.context.cars()
      #expect(empty.sections?.map(\.numberOfObjects) == [0])
      #expect(empty.sections?.map(\.name) == [""])
      #expect(try garage.context.cars(byGroup, sections: "group").sections?.isEmpty == true)
    }
  }

  @Test(arguments: Garage.Kind.allCases) func subentitiesAndPredicatesNarrow(kind: Garage.Kind) throws {
    let garage = try Garage(kind)
    try garage.context.edit {
      try garage.context.make("Car", ["plate": "a", "wheels": 4])
      try garage.context.make("Van", ["plate": "b", "wheels": 6])
      try garage.context.make("Van", ["plate": "c", "wheels": 4])
      try garage.context.save()
      #expect(try garage.context.cars().text == ": a b c")
      #expect(try garage.context.cars { $0.includesSubentities = false }.text == ": a")
      #expect(try garage.context.cars(where: NSPredicate(format: "wheels == 4")).text == ": a c")
      let block = NSPredicate { object, _ in (object as? NSManagedObject)?.plate != "a" }
      #expect(try garage.context.cars(where: block).text == ": b c")
    }
  }

  @Test(arguments: Garage.Kind.allCases) func limitAndOffsetCutAWindow(kind: Garage.Kind) throws {
    let garage = try Garage(kind)
    try fill(garage)
    try garage.context.edit {
      let controller = try garage.context.cars(byGroup, sections: "group") {
        $0.fetchOffset = 1
        $0.fetchLimit = 3
      }
      #expect(controller.text == "A: a1 | B: b1 b2")
    }
  }

  @Test func indexTitlesAreFirstLettersAndEachOnce() throws {
    let garage = try Garage()
    try garage.context.edit {
      for group in ["apple", "avocado", "Banana", "éclair"] {
        try garage.context.make("Car", ["plate": group, "group": group])
      }
      let controller = try garage.context.cars([NSSortDescriptor(key: "group", ascending: true)], sections: "group")
      #expect(controller.sections?.map(\.name) == ["Banana", "apple", "avocado", "éclair"])
      #expect(controller.sections?.map(\.indexTitle) == ["B", "A", "A", "É"])
      #expect(controller.sectionIndexTitles == ["B", "A", "É"])
      #expect(controller.section(forSectionIndexTitle: "É", at: 2) == 3)
      #expect(controller.section(forSectionIndexTitle: "A", at: 1) == 1)
    }
  }

  @Test func theDelegateOrASubclassNamesIndexTitles() throws {
    final class Titles: NSObject, NSFetchedResultsControllerDelegate {
      func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
      ) -> String? { sectionName == "A" ? "first" : nil }
    }
    let garage = try Garage()
    try fill(garage)
    try garage.context.edit {
      let titles = Titles()
      let controller = try garage.context.cars(byGroup, sections: "group", delegate: titles)
      #expect(controller.sectionIndexTitles == ["first", "B", "C"])
    }
  }

  @Test func noSortDescriptorsAreTheOrderOfIdentity() throws {
    let garage = try Garage()
    let trace = ResultsTrace()
    try garage.context.edit {
      for plate in ["c", "a", "b"] { try garage.context.make("Car", ["plate": plate]) }
      try garage.context.save()
      let list = try garage.context.cars([], delegate: trace)
      #expect(list.text == ": c a b")
      try garage.context.make("Car", ["plate": "0"])
      garage.context.processPendingChanges()
      #expect(list.text == ": c a b 0")
    }
  }

  @Test func subentitiesAreLeftOutWhereTheRequestSaysSo() throws {
    let garage = try Garage(.sqlite)
    let trace = ResultsTrace()
    try garage.context.edit {
      for (entity, plate) in [("Car", "a"), ("Van", "b"), ("Car", "c")] {
        try garage.context.make(entity, ["plate": plate])
      }
      try garage.context.save()
    }
    let list = try garage.context.edit {
      try garage.context.cars(delegate: trace) { $0.includesSubentities = false }
    }
    try garage.context.edit {
      #expect(list.text == ": a c")
      try garage.context.make("Van", ["plate": "d"])
      try garage.context.make("Car", ["plate": "e"])
    }
    try garage.context.edit {
      #expect(list.text == ": a c e")
      try garage.context.save()
      list.fetchRequest.includesSubentities = true
      try list.performFetch()
      #expect(list.text == ": a b c d e")
    }
  }

  @Test func aRequestThatCannotBeFollowedIsRefused() throws {
    let garage = try Garage()
    try fill(garage)
    try garage.context.edit {
      func message(
        _ sort: [NSSortDescriptor], _ sections: String?, _ adjust: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
      ) -> String {
        do {
          _ = try garage.context.cars(sort, sections: sections, adjusting: adjust)
          return "nothing was thrown"
        } catch let error as NSError {
          #expect(error.domain == NSCocoaErrorDomain)
          return error.localizedDescription
        }
      }
      let byPlate = [NSSortDescriptor(key: "plate", ascending: true)]
      #expect(
        message([], nil) { $0.sortDescriptors = nil }
          == "A fetched results controller needs an order: give the fetch request of Car a sort descriptor.")
      #expect(
        message(
          [NSSortDescriptor(key: "wheels", ascending: true), NSSortDescriptor(key: "plate", ascending: false)], "group"
        )
        .hasPrefix("The objects of the section \"B\" do not stand together") == false)
      #expect(message(byPlate, "colour").contains("colour"))
      #expect(message(byPlate, "tags").contains("to-many"))
      #expect(
        message(byPlate, nil) { $0.resultType = .managedObjectIDResultType }
          == "A fetched results controller fetches managed objects: leave the request's resultType as it is.")
      try garage.context.make("Car", ["plate": "z", "group": "A"])
      #expect(
        message(byPlate, "group")
          == """
          The objects of the section "A" do not stand together: the one at index 5 stands apart. The first sort \
          descriptor must sort Car by group, or in the same order.
          """)
    }
  }

  @Test func aFailedFetchLeavesTheResults() throws {
    let garage = try Garage()
    try fill(garage)
    try garage.context.edit {
      let controller = try garage.context.cars(byGroup, sections: "group")
      controller.fetchRequest.sortDescriptors = []
      #expect(throws: NSError.self) { try controller.performFetch() }
      #expect(controller.sections?.count == 4)
    }
  }

  @Test func aChangedRequestTakesEffectWithTheNextFetchWhichTellsNothing() throws {
    let garage = try Garage()
    try fill(garage)
    try garage.context.edit {
      let trace = ResultsTrace()
      let controller = try garage.context.cars(delegate: trace)
      controller.fetchRequest.predicate = NSPredicate(format: "group == 'B'")
      #expect(controller.text == ": a1 b1 b2 c1 x")
      try controller.performFetch()
      #expect(controller.text == ": b1 b2")
      #expect(trace.take().isEmpty)
    }
  }

  @Test func aPlaceThatDoesNotExistStopsTheProgram() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let garage = try Garage()
      try garage.context.edit {
        try garage.context.make("Car", ["plate": "a"])
        _ = try garage.context.cars().object(at: IndexPath(indexes: [0, 1]))
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("There is no object at [0, 1]"))
  }
}
