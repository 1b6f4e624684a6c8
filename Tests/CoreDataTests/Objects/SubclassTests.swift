import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Code of programs that know a class only as a type parameter or as a metatype.
@Suite("Classes of a program's own")
struct SubclassTests {
  /// A class that records whether its own initializer made an object.
  final class Note: NSManagedObject {
    private(set) var isMadeHere = false

    required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
      super.init(entity: entity, insertInto: context)
      isMadeHere = true
    }

    convenience init(_ text: String, in context: NSManagedObjectContext) {
      self.init(context: context)
      setValue(text, forKey: "text")
    }
  }

  final class Coordinator: NSPersistentStoreCoordinator, @unchecked Sendable {}

  private func makeContext() throws -> NSManagedObjectContext {
    let note = NSEntityDescription("Note", [NSAttributeDescription("text")])
    note.managedObjectClassName = String(reflecting: Note.self)
    let coordinator = Coordinator.make(NSManagedObjectModel([note]))
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func make<Object: NSManagedObject>(_ type: Object.Type, in context: NSManagedObjectContext) -> Object {
    Object(context: context)
  }

  /// A class whose objects own files. A file is deleted when its object is.
  final class Photo: NSManagedObject {
    nonisolated(unsafe) static var removed: [String] = []

    override func didSave() {
      super.didSave()
      if isDeleted, managedObjectContext != nil { Self.removed.append(value(forKey: "text") as? String ?? "") }
    }
  }

  @Test("Within didSave an object whose deletion was saved is deleted, and then in no context")
  func didSaveOfADeletion() throws {
    let photo = NSEntityDescription("Photo", [NSAttributeDescription("text")])
    photo.managedObjectClassName = String(reflecting: Photo.self)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel([photo]))
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let object = Photo(context: context)
      object.setValue("a.jpg", forKey: "text")
      try context.save()
      #expect(Photo.removed.isEmpty)
      context.delete(object)
      try context.save()
      #expect(Photo.removed == ["a.jpg"])
      #expect(!object.isDeleted && object.managedObjectContext == nil)
    }
  }

  @Test("An object of a generic class is made in a context, by the class's own initializer")
  func generic() throws {
    let context = try makeContext()
    try context.performAndWait {
      let note = make(Note.self, in: context)
      #expect(note.isMadeHere)
      let type: NSManagedObject.Type = Note.self
      #expect((type.init(context: context) as? Note)?.isMadeHere == true)
      #expect(Note("hello", in: context).value(forKey: "text") as? String == "hello")
      try context.save()
      #expect(try context.count(for: NSFetchRequest<Note>(entityName: "Note")) == 3)
    }
  }

  @Test("A class makes coordinators of itself")
  func coordinators() {
    let coordinator = NSPersistentStoreCoordinator.make(NSManagedObjectModel())
    #expect(type(of: coordinator) == NSPersistentStoreCoordinator.self)
    #expect(type(of: Coordinator.make(NSManagedObjectModel())) == Coordinator.self)
  }
}

extension NSPersistentStoreCoordinator {
  fileprivate static func make(_ model: NSManagedObjectModel) -> Self { Self(managedObjectModel: model) }
}
