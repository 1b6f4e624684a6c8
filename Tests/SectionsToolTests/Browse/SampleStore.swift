import CoreData
import Foundation
import SectionedTesting

@testable import SectionsTool

/// A store with one object, whose values are hard to show: no text, a time between two milliseconds, and a
/// transformable attribute whose data is not an archive.
final class SampleStore {
  let scratch: TemporaryFolder
  var path: String { scratch.file("Samples.sqlite").path }

  /// - Parameter transformer: the name of the transformable attribute's transformer.
  init(transformer: String? = nil) throws {
    scratch = try TemporaryFolder()
    let model = NSManagedObjectModel()
    let hidden = NSAttributeDescription("hidden", .transformableAttributeType)
    hidden.valueTransformerName = transformer
    model.entities = [
      NSEntityDescription(
        "Sample",
        [
          NSAttributeDescription("data", .binaryDataAttributeType), NSAttributeDescription("name"), hidden,
          NSAttributeDescription("text"), NSAttributeDescription("price", .decimalAttributeType),
          NSAttributeDescription("ratio", .floatAttributeType), NSAttributeDescription("time", .dateAttributeType),
        ])
    ]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: scratch.file("Samples.sqlite"))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let values: [String: Any] = [
        "data": Data([1, 2, 3]), "name": "one", "price": NSDecimalNumber(string: "12.5"), "ratio": Float(0.1),
        "time": Date(timeIntervalSinceReferenceDate: 1000.000_25),
      ]
      let object = NSEntityDescription.insertNewObject(forEntityName: "Sample", into: context)
      for (key, value) in values { object.setValue(value, forKey: key) }
      try context.save()
    }
    try coordinator.remove(store)
    try RawDatabase(path).texts("UPDATE ZSAMPLE SET ZHIDDEN = x'040506'")
  }

  /// Opens the store with a coordinator of its own, as another process does.
  func open() throws -> (NSPersistentStoreCoordinator, NSManagedObjectContext) {
    let coordinator = try ToolStore.open(path, model: nil, access: .readWrite).coordinator
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return (coordinator, context)
  }

  /// Returns the stored values of an attribute as SQL literals, one for each object.
  func values(_ attribute: String) throws -> [String] {
    try RawDatabase(path).texts("SELECT quote(Z\(attribute.uppercased())) FROM ZSAMPLE ORDER BY Z_PK")
  }
}
