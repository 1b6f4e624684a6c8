import CoreData
import Foundation
import SectionedFetchedResults

extension ListSource {
  /// Counts the items of each section, and the items without one under nil. Limits and offsets are ignored. Unsaved
  /// changes are included.
  ///
  /// - Complexity: one query that the store groups by section, and a fetch of the sections.
  func wholeCounts(in context: NSManagedObjectContext) throws -> [NSManagedObjectID?: Int] {
    let count = NSExpressionDescription()
    (count.name, count.expressionResultType) = ("count", .integer64AttributeType)
    count.expression = NSExpression(forFunction: "count:", arguments: [NSExpression.expressionForEvaluatedObject()])
    let request = NSFetchRequest<NSDictionary>()
    (request.entity, request.predicate) = (items, try itemRequest().predicate)
    request.resultType = .dictionaryResultType
    request.propertiesToGroupBy = [path.text]
    request.propertiesToFetch = [path.text, count]
    let sections = try sectionsByKey(in: context)
    var counts: [NSManagedObjectID?: Int] = [:]
    for group in try context.fetch(request) {
      let section = (group[path.text] as? AnyHashable).flatMap { sections[$0] }
      counts[section, default: 0] += group["count"] as? Int ?? 0
    }
    return counts
  }

  private func sectionsByKey(in context: NSManagedObjectContext) throws -> [AnyHashable: NSManagedObjectID] {
    var sections: [AnyHashable: NSManagedObjectID] = [:]
    for section in try context.fetch(sectionRequest()) {
      let key =
        if let key = path.key { section.value(forKey: key.name) as? AnyHashable } else {
          section.objectID as AnyHashable?
        }
      if let key { sections[key] = section.objectID }
    }
    return sections
  }
}
