import CoreData
import Foundation

extension NSPersistentContainer {
  /// Makes a container with sample data, for previews and tests. Its store is in memory.
  ///
  /// ```swift
  /// static let sample = NSPersistentContainer.preview("Atlas") { context in Country(context: context).name = "Peru" }
  /// ```
  ///
  /// If the store or the sample data is wrong, the program stops and says why.
  ///
  /// - Parameters:
  ///   - name: the name of the model, which is found as by `NSPersistentContainer(name:)`.
  ///   - model: the model; nil for the one of that name.
  ///   - fill: inserts the sample data into the container's `viewContext`, which is saved afterwards.
  @MainActor
  public static func preview(
    _ name: String, model: NSManagedObjectModel? = nil, fill: (NSManagedObjectContext) throws -> Void = { _ in }
  ) -> NSPersistentContainer {
    let container =
      model.map { NSPersistentContainer(name: name, managedObjectModel: $0) } ?? NSPersistentContainer(name: name)
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in
      if let error { fatalError("The store of the preview “\(name)” could not be loaded: \(error)") }
    }
    do {
      try fill(container.viewContext)
      if container.viewContext.hasChanges { try container.viewContext.save() }
    } catch {
      fatalError("The sample data of the preview “\(name)” could not be saved: \(error)")
    }
    return container
  }
}
