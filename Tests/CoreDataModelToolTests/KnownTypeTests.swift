import CoreData
import Testing

@testable import ModelClasses

@Suite("Types of Core Data in accessors")
struct KnownTypeTests {
  @Test("Each class is named by the module that the compiler knows it by, and programs name it by CoreData")
  func modules() throws {
    let classes: [AnyClass] = [
      NSManagedObject.self, NSManagedObjectID.self, NSManagedObjectContext.self, NSEntityDescription.self,
      NSFetchedResultsController<NSManagedObject>.self,
    ]
    for known in classes {
      let names = String(reflecting: known).prefix { $0 != "<" }.split(separator: ".").map(String.init)
      try #require(names.count == 2)
      let type = try #require(KnownTypes.type(named: names[1]))
      #expect(type == NominalType(module: names[0], path: [NominalType.Step(name: names[1], kind: "C")]))
      #expect(KnownTypes.module(of: names[1]) == "CoreData")
      #expect(KnownTypes.isNamed("CoreData", type) && !KnownTypes.isNamed("Foundation", type))
    }
  }
}
