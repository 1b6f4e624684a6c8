import Foundation

/// The models that contexts have used, so that a class can be asked for its entity.
enum KnownModels {
  private struct WeakModel {
    weak let model: NSManagedObjectModel?
  }

  private static let models = Protected<[WeakModel]>([])

  static func remember(_ model: NSManagedObjectModel) {
    models.withLock { models in
      guard !models.contains(where: { $0.model === model }) else { return }
      models.removeAll { $0.model == nil }
      models.append(WeakModel(model: model))
    }
  }

  /// The entity whose objects are of a class; one without a name where no model in use has any, as at Apple's: what is
  /// asked of it then, such as a fetch, is an error that names what is missing.
  static func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription {
    ClassLookup.note(objectClass)
    for model in models.withLock({ $0.compactMap(\.model) }).reversed() {
      if let entity = entity(of: objectClass, in: model) { return entity }
    }
    NSLog(
      "%@",
      "CoreData: no model in use has an entity for the class \(objectClass): "
        + "set managedObjectClassName to \"\(String(reflecting: objectClass))\", and make the context first.")
    return NSEntityDescription()
  }

  /// The entity whose objects are of a class: the one whose class it is, else the one that has its name.
  static func entity(of objectClass: NSManagedObject.Type, in model: NSManagedObjectModel) -> NSEntityDescription? {
    ClassLookup.note(objectClass)
    let entities = model.compile().entities
    return entities.first { ObjectKind.objectClass(of: $0) == objectClass && objectClass != NSManagedObject.self }
      ?? model.entitiesByName[String(describing: objectClass)]
  }
}
