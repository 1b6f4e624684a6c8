import Foundation
import Testing

@testable import CoreData

@Suite("A new store has the tables that Apple's Core Data would make")
struct NewStoreSchemaTests {
  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: ModelSamples.storesWithModel)
  func aNewStoreOfTheSameModelHasTheSameTables(_ store: URL) throws {
    let model = try NSManagedObjectModel(modelCache: ModelSamples.modelCache(of: store))
    let compiled = model.compile()
    let new = try NewStoreSchema(compiled, entities: Set(compiled.layout.entities.indices))
    let made = try SampleDatabase(":memory:")
    defer { made.close() }
    for statement in new.statements { try made.execute(statement) }
    let ours = try TableFacts(made)
    try ModelSamples.withCopy(of: store) { original in
      let apples = try TableFacts(original)
      #expect(ours.tables == apples.tables)
      #expect(ours.indexes.subtracting(apples.indexes).sorted() == [])
      #expect(apples.indexes.subtracting(ours.indexes).sorted() == [])
      // In the Moody stores indexes have no names yet, so an attribute's index is named after the table.
      if store.pathExtension != "moody" {
        #expect(apples.statements.subtracting(ours.statements).sorted() == [])
        #expect(ours.statements.subtracting(apples.statements).sorted() == [])
      }
      let rows = try FileSchema(original).entities.filter { $0.number < 16_000 }
      // A migration in place left the former name of the entity.
      let names = rows.map {
        $0.name == "ExpensiveSportCar" && model.entitiesByName[$0.name] == nil ? "LuxuryCar" : $0.name
      }
      #expect(new.primaryKeys.map(\.name) == names)
      #expect(new.primaryKeys.map(\.number) == rows.map(\.number))
      #expect(new.primaryKeys.map(\.parent) == rows.map(\.parent))
    }
  }
}
