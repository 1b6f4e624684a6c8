import Foundation

extension NSManagedObjectModel {
  /// The names of the configurations, in ascending order.
  ///
  /// - Complexity: O(configurations · log configurations).
  public var configurations: [String] { configurationEntities.keys.sorted() }

  /// The entities of a configuration.
  ///
  /// - Parameter configuration: a configuration's name; nil for the default configuration, which has all entities.
  /// - Returns: the entities in the order in which they were set; nil if the model has no such configuration.
  public func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
    guard let configuration else { return entities }
    return configurationEntities[configuration]
  }

  /// Sets the entities of a configuration, and adds the configuration if it is new. Traps if an entity is not in this
  /// model.
  ///
  /// - Parameters:
  ///   - entities: entities of this model.
  ///   - configuration: the configuration's name.
  /// - Complexity: O(entities of the configuration).
  public func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {
    for entity in entities where entity.model !== self {
      fatalError(
        "setEntities for configuration \(configuration): the entity \(entity.name ?? "without a name") "
          + "is not in this model."
      )
    }
    configurationEntities[configuration] = entities
  }
}
