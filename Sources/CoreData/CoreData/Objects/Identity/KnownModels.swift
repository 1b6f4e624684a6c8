import Foundation

/// The models that contexts have used, for finding the entity of a class.
enum KnownModels {
  private struct WeakModel {
    weak var model: NSManagedObjectModel?
  }

  /// The models, the one used last at the end.
  private static let models = Protected<[WeakModel]>([])

  static func remember(_ model: NSManagedObjectModel) {
    models.withLock { models in
      guard models.last?.model !== model else { return }
      models.removeAll { $0.model == nil || $0.model === model }
      models.append(WeakModel(model: model))
    }
  }

  /// The entity of a class, in the model that was used last. If no model has one, the entity with the class's name.
  /// If no model in use has either, a nameless entity as on Apple's platforms: a fetch of it, for example, throws an
  /// error that says what is missing.
  static func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription {
    if let entity = knownEntity(of: objectClass) { return entity }
    logLine(
      "no model in use has an entity for the class \(objectClass): "
        + "set managedObjectClassName to \"\(String(reflecting: objectClass))\", and make the context first.")
    return NSEntityDescription()
  }

  /// The entity of a class, in the model that was used last; nil if no model in use has one.
  ///
  /// - Complexity: O(models in use).
  static func knownEntity(of objectClass: NSManagedObject.Type) -> NSEntityDescription? {
    let names = ClassLookup.noteNames(of: objectClass)
    let models = Array(models.withLock { $0.compactMap(\.model) }.reversed())
    return models.lazy.compactMap { entity(ofObjects: objectClass, names, in: $0) }.first
      ?? models.lazy.compactMap { $0.entitiesByName[names.short] }.first
  }

  /// The entity of a class in a model: the one that names the class, else the one with the class's name.
  ///
  /// - Complexity: O(1); O(entities) in the first call for a class.
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
