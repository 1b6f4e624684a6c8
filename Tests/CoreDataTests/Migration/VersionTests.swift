import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("What is another version of a store's model, and what is none")
struct VersionTests {
  /// This flag only concerns data. Once it made every opening take the store for one of another version.
  @Test func externalStorageOfATransformerIsNone() throws {
    let store = try MigratingStore()
    func model() -> NSManagedObjectModel {
      let place = NSAttributeDescription("place", .transformableAttributeType)
      place.valueTransformerName = NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
      let text = NSAttributeDescription("text")
      for attribute in [place, text] { attribute.allowsExternalBinaryDataStorage = true }
      return NSManagedObjectModel([NSEntityDescription("Stop", [place, text])])
    }
    try store.fill(model()) { context in
      let stop = NSEntityDescription.insertNewObject(forEntityName: "Stop", into: context)
      stop.setValue(NSArray(array: [1, 2]), forKey: "place")
      stop.setValue("here", forKey: "text")
    }
    for _ in 0..<3 {
      try store.with(model()) { context in
        let stop = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Stop")).first)
        #expect(stop.value(forKey: "place") as? NSArray == NSArray(array: [1, 2]))
        #expect(stop.value(forKey: "text") as? String == "here")
      }
    }
  }

  /// An extension of an app still has the store open while the new app migrates it. Then entities have other numbers,
  /// or an entity has the number of one that is gone.
  @Test(arguments: [
    ["Z_ENT = Z_ENT + 100", "Z_ENT = Z_ENT - 100"],
    ["Z_NAME = replace(Z_NAME, 'Note', 'Clip')", "Z_NAME = replace(Z_NAME, 'Clip', 'Note')"],
  ])
  func whoHasTheFormerVersionOpenWritesNothingMore(changes: [String]) throws {
    let store = try MigratingStore()
    func model(_ names: String...) -> NSManagedObjectModel {
      NSManagedObjectModel(names.map { NSEntityDescription($0, [NSAttributeDescription("text")]) })
    }
    try store.fill(model("Folder", "Note")) { context in
      _ = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
    }
    let old = NSPersistentStoreCoordinator(managedObjectModel: model("Folder", "Note"))
    try old.addPersistentStore(ofType: store.type, configurationName: nil, at: store.url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = old
    // Make another schema, as a migration in another process would.
    let other = try Connection(path: store.url.path, mode: .writing, timeout: 5)
    try other.execute("CREATE TABLE ZATTACHMENT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER)")
    try other.execute("UPDATE Z_PRIMARYKEY SET \(changes[0])")
    context.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
      #expect(error?.localizedDescription.contains("migrated by another process") == true)
    }
    #expect(try other.integer("SELECT count(*) FROM ZNOTE") == 1)
    // A schema with additions is not another version.
    try other.execute("UPDATE Z_PRIMARYKEY SET \(changes[1])")
    try other.execute("CREATE INDEX ours ON ZNOTE (ZTEXT)")
    try context.performAndWait { try context.save() }
    #expect(try other.integer("SELECT count(*) FROM ZNOTE") == 2)
  }
}
