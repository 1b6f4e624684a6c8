import CoreData

/// The number of an entity's own objects, and the number with those of its subentities.
struct EntityCount {
  let entity: NSEntityDescription
  let own: Int
  let whole: Int

  /// - Complexity: a query that the store answers by counting, and a second one where there are subentities.
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

  /// `3`, and where there are subentities `3, 12 with subentities`.
  ///
  /// - Parameter noun: what is counted; nil for the bare number.
  func text(_ noun: String? = nil) -> String {
    let text = noun.map { ListTotals.count(own, $0) } ?? "\(own)"
    return entity.subentities.isEmpty ? text : "\(text), \(whole) with subentities"
  }
}
