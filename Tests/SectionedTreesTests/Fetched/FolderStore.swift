import CoreData
import Foundation
import SectionedTesting

/// A store of folders: each has a name, a position, and a parent, which may be any folder.
final class FolderStore {
  let container: NSPersistentContainer
  let context: NSManagedObjectContext
  private let files: TemporaryFolder?

  /// - Parameters:
  ///   - isInMemory: whether the store is in memory; otherwise it is a file.
  ///   - isOrdered: whether the children of a folder are an ordered relationship.
  init(isInMemory: Bool = true, isOrdered: Bool = false) throws {
    files = isInMemory ? nil : try TemporaryFolder()
    let description = NSPersistentStoreDescription(
      url: files?.file("folders.sqlite") ?? URL(fileURLWithPath: "/dev/null"))
    if isInMemory { description.type = NSInMemoryStoreType }
    container = NSPersistentContainer(
      name: "Folders", managedObjectModel: (isOrdered ? Self.ordered : Self.shared).model)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    context = container.newBackgroundContext()
    context.automaticallyMergesChangesFromParent = true
  }

  /// Calls a closure on the context's queue.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result { try context.performAndWait(body) }

  /// Unchecked, because a model that a store uses is never changed, and Apple's class is not `Sendable`.
  private struct Model: @unchecked Sendable {
    let model: NSManagedObjectModel
  }

  private static let shared = model(.many)
  private static let ordered = model(.ordered)

  private static func model(_ children: NSRelationshipDescription.Count) -> Model {
    let folder = NSEntityDescription(
      "Folder",
      [NSAttributeDescription("name"), NSAttributeDescription("position", .integer64AttributeType, 0)])
    folder.relate("parent", .one, to: folder, "children", children)
    return Model(model: NSManagedObjectModel([folder]))
  }

  /// The folders by position, then by name.
  static func request(_ predicate: NSPredicate? = nil) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Folder")
    request.sortDescriptors = [
      NSSortDescriptor(key: "position", ascending: true), NSSortDescriptor(key: "name", ascending: true),
    ]
    request.predicate = predicate
    return request
  }

  @discardableResult
  func insert(_ name: String, position: Int = 0, under parent: NSManagedObject? = nil) -> NSManagedObject {
    let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
    folder.setValue(name, forKey: "name")
    folder.setValue(position, forKey: "position")
    folder.setValue(parent, forKey: "parent")
    return folder
  }
}

extension NSManagedObject {
  /// The children in the order of the relationship, or by name if the relationship is not ordered.
  var children: [NSManagedObject] {
    if let ordered = value(forKey: "children") as? NSOrderedSet {
      return ordered.array.compactMap { $0 as? NSManagedObject }
    }
    return (value(forKey: "children") as? Set<NSManagedObject> ?? []).sorted { $0.name < $1.name }
  }

  var name: String { value(forKey: "name") as? String ?? "?" }
  var parent: NSManagedObject? { value(forKey: "parent") as? NSManagedObject }
}
