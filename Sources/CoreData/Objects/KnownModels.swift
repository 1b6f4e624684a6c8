import Foundation

/// The models that contexts have used, so that a class can be asked for its entity.
enum KnownModels {
  private struct WeakModel {
    weak let model: NSManagedObjectModel?
  }

  /// In the order of their last use.
  private static let models = Protected<[WeakModel]>([])

  static func remember(_ model: NSManagedObjectModel) {
    models.withLock { models in
      guard models.last?.model !== model else { return }
      models.removeAll { $0.model == nil || $0.model === model }
      models.append(WeakModel(model: model))
    }
  }

  /// The entity whose objects are of a class, of the model that was used last; where there is none, the one that has the
  /// class's name. It has no name where no model in use has any, as at Apple's: what is asked of it then, such as a fetch,
  /// is an error that names what is missing.
  static func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription {
    if let entity = knownEntity(of: objectClass) { return entity }
    NSLog(
      "%@",
      "CoreData: no model in use has an entity for the class \(objectClass): "
        + "set managedObjectClassName to \"\(String(reflecting: objectClass))\", and make the context first.")
    return NSEntityDescription()
  }

  /// The entity whose objects are of a class, of the model that was used last; nil where no model in use has any.
  static func knownEntity(of objectClass: NSManagedObject.Type) -> NSEntityDescription? {
    ClassLookup.note(objectClass)
    let models = Array(models.withLock { $0.compactMap(\.model) }.reversed())
    return models.lazy.compactMap { entity(ofObjects: objectClass, in: $0) }.first
      ?? models.lazy.compactMap { entity(named: objectClass, in: $0) }.first
  }

  /// The entity whose objects are of a class: the one whose class it is, else the one that has its name.
  static func entity(of objectClass: NSManagedObject.Type, in model: NSManagedObjectModel) -> NSEntityDescription? {
    ClassLookup.note(objectClass)
    return entity(ofObjects: objectClass, in: model) ?? entity(named: objectClass, in: model)
  }

  private static func entity(
    ofObjects objectClass: NSManagedObject.Type, in model: NSManagedObjectModel
  ) -> NSEntityDescription? {
    guard objectClass != NSManagedObject.self else { return nil }
    return model.compile().entities.first { ObjectKind.objectClass(of: $0) == objectClass }
  }

  private static func entity(
    named objectClass: NSManagedObject.Type, in model: NSManagedObjectModel
  ) -> NSEntityDescription? { model.entitiesByName[String(describing: objectClass)] }
}
