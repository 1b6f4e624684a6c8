import CoreData

/// The number of an entity's own objects (`own`), and with those of its subentities (`whole`).
struct EntityCount {
  let entity: NSEntityDescription
  let own: Int
  let whole: Int
}

extension EntityCount {
  /// - Complexity: a count query of the store, and a second one if the entity has subentities.
  init(of entity: NSEntityDescription, in context: NSManagedObjectContext) throws {
    func count(_ includesSubentities: Bool) throws -> Int {
      let request = NSFetchRequest<NSManagedObject>()
      request.entity = entity
      request.includesSubentities = includesSubentities
      return try context.count(for: request)
    }
    self.entity = entity
    own = try count(false)
    whole = try entity.subentities.isEmpty ? own : count(true)
  }

  /// Whether one entity is listed before another one: the larger first, and entities of equal size by their names.
  static func isListedFirst(_ first: Self, _ second: Self) -> Bool {
    if first.own != second.own { return first.own > second.own }
    if first.whole != second.whole { return first.whole > second.whole }
    return (first.entity.name ?? "") < (second.entity.name ?? "")
  }

  /// Returns the counts, as `3`, or as `3, 12 with subentities` if the entity has subentities.
  ///
  /// - Parameter noun: the counted noun; nil for the number alone.
  func text(_ noun: String? = nil) -> String {
    let text = noun.map { ListTotals.count(own, $0) } ?? "\(own)"
    return entity.subentities.isEmpty ? text : "\(text), \(whole) with subentities"
  }
}
