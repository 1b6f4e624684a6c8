import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// A class that models name without its module, and that no request names. Only its bundle shows which class is meant.
final class BundledFolder: NSManagedObject {}

/// A class that models name without its module, and that a request names.
final class RequestedFolder: NSManagedObject {}

@Suite("The class of an entity is found with and without its module")
struct ClassLookupTests {
  /// Makes a context whose model has one entity, with a class of some name.
  private func context(className: String?, model read: NSManagedObjectModel? = nil) throws -> NSManagedObjectContext {
    let model = read ?? NSManagedObjectModel()
    if read == nil {
      let entity = NSEntityDescription("Folder", [NSAttributeDescription("name", .stringAttributeType)])
      if let className { entity.managedObjectClassName = className }
      model.entities = [entity]
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func xml(_ className: String) -> Data {
    Data(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Folder" representedClassName="\(className)" syncable="YES">
          <attribute name="name" optional="YES" attributeType="String"/>
        </entity>
      </model>
      """.utf8)
  }

  @Test(
    "A class without a module is the one in whose bundle the model lies",
    arguments: ["BundledFolder", ".BundledFolder", "CoreDataTests.BundledFolder"])
  func theBundleDecides(name: String) throws {
    let folder = try TemporaryFolder()
    let bundle = folder.file("Some_Package_CoreDataTests.resources/Model.xcdatamodel")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try xml(name).write(to: bundle.appendingPathComponent("contents"))
    let model = try NSManagedObjectModel(reading: bundle)
    for copy in [model, try #require(model.copy() as? NSManagedObjectModel)] {
      let context = try context(className: nil, model: copy)
      try context.performAndWait {
        let made = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
        #expect(type(of: made) == BundledFolder.self)
        let controller = NSFetchedResultsController(
          fetchRequest: request(for: NSManagedObject.self), managedObjectContext: context, sectionNameKeyPath: nil,
          cacheName: nil)
        try controller.performFetch()
        #expect(controller.fetchedObjects?.count == 1)
      }
    }
  }

  @Test("A class without a module is the program's before it is that of the model's bundle")
  func theProgramDecides() {
    func found(_ name: String, _ modules: [String], _ program: [String]) -> NSManagedObject.Type? {
      ClassLookup.objectClass(named: name, of: modules, program: program)
    }
    for name in ["BundledFolder", ".BundledFolder"] {
      #expect(found(name, [], ["Nobody", "CoreDataTests"]) == BundledFolder.self)
    }
    #expect(found("Nobody.BundledFolder", [], []) == nil)
    let file = URL(fileURLWithPath: "/usr/bin/My App-2.xctest")
    #expect(ClassLookup.modules(ofProgram: file, process: "my-app") == ["My_App_2", "my_app"])
    #expect(ClassLookup.modules(ofProgram: nil, process: "notes") == ["notes"])
    let program = Bundle.main.executableURL?.deletingPathExtension().lastPathComponent
    #expect(ClassLookup.programModules.first == program?.replacingOccurrences(of: "-", with: "_"))
  }

  @Test(
    "What a program asks for is what a name without a module means", arguments: ["RequestedFolder", ".RequestedFolder"])
  func theRequestDecides(name: String) throws {
    let context = try context(className: name)
    try context.performAndWait {
      let controller = NSFetchedResultsController(
        fetchRequest: request(for: RequestedFolder.self), managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      _ = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
      try controller.performFetch()
      #expect(controller.object(at: IndexPath(indexes: [0, 0])).entity.name == "Folder")
    }
  }

  @Test("A class of the model is found by the name that it had when it was in CoreData itself")
  func theFormerModule() throws {
    let name = "CoreData.NSSecureUnarchiveFromDataTransformer"
    #expect(ClassLookup.anyClass(named: name, of: []) == NSSecureUnarchiveFromDataTransformer.self)
  }

  /// A nested class. A name leads to it only after the program has used the class.
  final class NestedFolder: NSManagedObject {}

  @Test("A class that is named nowhere else is in the module of one that the program asks for")
  func theModuleOfTheRequestDecides() throws {
    #expect(ClassLookup.objectClass(named: "NestedFolder", of: [], program: []) == nil)
    ClassLookup.note(RequestedFolder.self)
    #expect(ClassLookup.objectClass(named: "BundledFolder", of: [], program: []) == BundledFolder.self)
    #expect(ClassLookup.anyClass(named: "MakerPolicy", of: []) == MakerPolicy.self)
    #expect(ClassLookup.objectClass(named: "MakerPolicy", of: [], program: []) == nil)
    let name = String(reflecting: NestedFolder.self)
    #expect(ClassLookup.objectClass(named: name, of: []) == nil)
    ClassLookup.note(NestedFolder.self)
    #expect(ClassLookup.objectClass(named: name, of: []) == NestedFolder.self)
    #expect(ClassLookup.objectClass(named: "NestedFolder", of: [], program: []) == NestedFolder.self)
  }

  @Test(
    "A controller for a class that the model does not lead to says so before it fetches",
    arguments: [
      "NoSuchFolder", ".NoSuchFolder", "NoSuchModule.RequestedFolder", "CoreDataTests.BundledFolder", nil,
    ])
  func aMissingClassIsAnError(name: String?) throws {
    let context = try context(className: name)
    try context.performAndWait {
      let controller = NSFetchedResultsController(
        fetchRequest: request(for: RequestedFolder.self), managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      let error = try #require(throws: NSError.self) { try controller.performFetch() }
      #expect(error.domain == NSCocoaErrorDomain)
      #expect(error.code == NSPersistentStoreOperationError)
      #expect(error.localizedDescription.contains("The entity Folder "))
      #expect(error.localizedDescription.contains("\"CoreDataTests.RequestedFolder\""))
      if let name { #expect(error.localizedDescription.contains(name)) }
      // Nothing was fetched, and a controller of plain managed objects works.
      #expect(controller.fetchedObjects == nil)
      let plain = NSFetchedResultsController(
        fetchRequest: request(for: NSManagedObject.self), managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      try plain.performFetch()
    }
  }

  /// Folders have the right class. Locked folders have another one, although there are none yet.
  @Test("A controller for a class that a subentity does not lead to says so before it fetches")
  func aSubentityOfAnotherClassIsAnError() throws {
    let (folder, locked) = (NSEntityDescription("Folder", []), NSEntityDescription("LockedFolder", []))
    folder.properties = [NSAttributeDescription("name", .stringAttributeType)]
    folder.managedObjectClassName = "CoreDataTests.RequestedFolder"
    locked.managedObjectClassName = "CoreDataTests.BundledFolder"
    folder.subentities = [locked]
    let model = NSManagedObjectModel([folder, locked])
    let context = try context(className: nil, model: model)
    try context.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
      let request = request(for: RequestedFolder.self)
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      let error = try #require(throws: NSError.self) { try controller.performFetch() }
      #expect(error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreOperationError)
      #expect(error.localizedDescription.contains("The entity LockedFolder has objects of the class"))
      #expect(error.localizedDescription.contains("CoreDataTests.BundledFolder"))
      #expect(controller.fetchedObjects == nil)
      request.includesSubentities = false
      try controller.performFetch()
      #expect(controller.fetchedObjects?.count == 1)
    }
  }

  @Test("Bundles of packages, frameworks and programs name modules")
  func modulesOfBundles() {
    func modules(_ path: String) -> [String] { ClassLookup.modules(ofBundlesAround: URL(fileURLWithPath: path)) }
    #expect(modules("/usr/bin/Package_Model.resources/M.momd") == ["Model", "Package_Model"])
    #expect(modules("/a/My-App.app/Data.framework/M.momd") == ["Data", "App", "My_App"])
    #expect(modules("/home/me/M.xcdatamodeld") == [])
  }

  private func request<T: NSManagedObject>(for type: T.Type) -> NSFetchRequest<T> {
    let request = NSFetchRequest<T>(entityName: "Folder")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }
}
