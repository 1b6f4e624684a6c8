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

  /// The entity whose objects are of a class, of the model that was used last; where there is none, the one that has
  /// the class's name. It has no name where no model in use has any, as at Apple's: what is asked of it then, such as a
  /// fetch, is an error that names what is missing.
  static func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription {
    if let entity = knownEntity(of: objectClass) { return entity }
    logLine(
      "no model in use has an entity for the class \(objectClass): "
        + "set managedObjectClassName to \"\(String(reflecting: objectClass))\", and make the context first.")
    return NSEntityDescription()
  }

  /// The entity whose objects are of a class, of the model that was used last; nil where no model in use has any.
  ///
  /// - Complexity: O(models in use).
  static func knownEntity(of objectClass: NSManagedObject.Type) -> NSEntityDescription? {
    let names = ClassLookup.noteNames(of: objectClass)
    let models = Array(models.withLock { $0.compactMap(\.model) }.reversed())
    return models.lazy.compactMap { entity(ofObjects: objectClass, names, in: $0) }.first
      ?? models.lazy.compactMap { $0.entitiesByName[names.short] }.first
  }

  /// The entity whose objects are of a class: the one whose class it is, else the one that has its name.
  ///
  /// - Complexity: O(1), at the first call for a class O(entities).
  static func entity(of objectClass: NSManagedObject.Type, in model: NSManagedObjectModel) -> NSEntityDescription? {
    let names = ClassLookup.noteNames(of: objectClass)
    return entity(ofObjects: objectClass, names, in: model) ?? model.entitiesByName[names.short]
  }

  private static func entity(
    ofObjects objectClass: NSManagedObject.Type, _ names: NamedClasses.Names, in model: NSManagedObjectModel
  ) -> NSEntityDescription? {
    guard objectClass != NSManagedObject.self else { return nil }
    let compiled = model.compile()
    let index = compiled.entitiesByClass.index(for: objectClass) {
      compiled.entities.firstIndex { $0.names(objectClass, called: names) }
    }
    return index.map { compiled.entities[$0] }
  }
}
