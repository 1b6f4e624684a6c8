/// The pairs of source objects and destination objects created from them, by mapping name.
struct MigrationAssociations {
  private struct Pairs {
    var destinations: [NSManagedObjectID: [NSManagedObject]] = [:]
    var sources: [ObjectIdentifier: [NSManagedObject]] = [:]
    /// All pairs, in the order of their addition.
    var all: [(source: NSManagedObject, destination: NSManagedObject)] = []
  }

  private var mappings: [String: Pairs] = [:]
  private var everywhere: [NSManagedObjectID: [NSManagedObject]] = [:]

  mutating func add(_ source: NSManagedObject, _ destination: NSManagedObject, _ mapping: String) {
    mappings[mapping, default: Pairs()].destinations[source.objectID, default: []].append(destination)
    // Identified by address, because a new object's ID changes in the save.
    mappings[mapping]?.sources[ObjectIdentifier(destination), default: []].append(source)
    mappings[mapping]?.all.append((source, destination))
    everywhere[source.objectID, default: []].append(destination)
  }

  func destinations(_ mapping: String, of sources: [NSManagedObject]?) -> [NSManagedObject] {
    guard let pairs = mappings[mapping] else { return [] }
    guard let sources else { return Self.distinct(pairs.all.map(\.destination)) }
    return Self.distinct(sources.flatMap { pairs.destinations[$0.objectID] ?? [] })
  }

  func destinations(of source: NSManagedObject) -> [NSManagedObject] { everywhere[source.objectID] ?? [] }

  func sources(_ mapping: String, of destinations: [NSManagedObject]?) -> [NSManagedObject] {
    guard let pairs = mappings[mapping] else { return [] }
    guard let destinations else { return Self.distinct(pairs.all.map(\.source)) }
    return Self.distinct(destinations.flatMap { pairs.sources[ObjectIdentifier($0)] ?? [] })
  }

  private static func distinct(_ objects: [NSManagedObject]) -> [NSManagedObject] {
    var seen: Set<ObjectIdentifier> = []
    return objects.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
