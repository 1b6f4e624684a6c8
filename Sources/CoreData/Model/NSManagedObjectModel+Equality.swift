import Foundation

extension NSManagedObjectModel {
  func says(theSameAs other: NSManagedObjectModel) -> Bool {
    if self === other { return true }
    let (entities, otherEntities) = (entitiesByName, other.entitiesByName)
    guard entities.count == otherEntities.count, classes(of: entities) == classes(of: otherEntities),
      names(configurationEntities) == names(other.configurationEntities)
    else { return false }
    return entityVersionHashesByName == other.entityVersionHashesByName
  }

  private func classes(of entities: [String: NSEntityDescription]) -> [String: String?] {
    entities.mapValues(\.managedObjectClassName)
  }

  private func names(_ configurations: [String: [NSEntityDescription]]) -> [String: Set<String>] {
    configurations.mapValues { Set($0.compactMap(\.name)) }
  }
}
