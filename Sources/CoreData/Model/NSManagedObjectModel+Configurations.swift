import Foundation

extension NSManagedObjectModel {
  /// The names of the configurations, sorted.
  public var configurations: [String] { configurationEntities.keys.sorted() }

  /// The entities of a configuration.
  ///
  /// - Parameter configuration: a configuration's name; nil for the default one, which has every entity.
  /// - Returns: the entities, or nil when the model has no such configuration.
  public func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
    guard let configuration else { return entities }
    return configurationEntities[configuration]
  }

  /// Sets the entities of a configuration, making it when it is new.
  ///
  /// - Parameters:
  ///   - entities: entities of this model; others are a programming error.
  ///   - configuration: the configuration's name.
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
