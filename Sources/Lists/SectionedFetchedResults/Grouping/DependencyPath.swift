import CoreData
import Foundation
import OrderedRows

/// A key path over relationships on which an item or a section depends. It finds the items or sections that depend on a
/// changed object.
package struct DependencyPath {
  private struct Step {
    /// The entity that declares or inherits the property.
    let entity: NSEntityDescription
    let name: String
    /// The relationship; nil for an attribute, which can only be the last step.
    let relationship: NSRelationshipDescription?
  }

  let text: String
  private let steps: [Step]

  /// The property of the item or section itself that the path begins with.
  var first: String { steps[0].name }

  /// Whether the path ends at a property of another object.
  var isRelated: Bool { steps.count > 1 }

  /// - Throws: `SectionedFetchedResultsError.invalidDependency`, naming the first component that is wrong.
  init(_ text: String, from root: NSEntityDescription) throws {
    var steps: [Step] = []
    var entity: NSEntityDescription? = root
    for name in text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      guard let current = entity else {
        let last = steps.last?.name ?? ""
        throw SectionedFetchedResultsError.invalidDependency(
          path: text, step: name, reason: "\(last) is an attribute, and only the last step may be.")
      }
      let relationship = current.relationshipsByName[name]
      guard relationship != nil || current.attributesByName[name] != nil else {
        let known = NearNames.choices(for: name, among: current.propertiesByName.keys)
        throw SectionedFetchedResultsError.invalidDependency(
          path: text, step: name, reason: "\(current.text) has no property of that name; it has \(known)")
      }
      steps.append(Step(entity: current, name: name, relationship: relationship))
      entity = relationship?.destinationEntity
    }
    self.text = text
    self.steps = steps
  }

  /// Whether an object of an entity may be on the path, after its first object.
  package func reaches(_ entity: NSEntityDescription) -> Bool {
    steps.dropFirst().contains { entity.isKindOf(entity: $0.entity) }
  }

  /// The objects that reach a changed object by this path and depend on one of its changed properties.
  ///
  /// - Parameters:
  ///   - keys: the properties that changed; nil when they are not known.
  ///   - predicate: restricts the result if a fetch is needed to find it; ignored otherwise.
  /// - Complexity: O(dependants) over the inverse relationships; one fetch of IDs if a relationship has no inverse.
  package func dependants(
    of object: NSManagedObject, keys: Set<String>?, matching predicate: NSPredicate?, in context: NSManagedObjectContext
  ) throws -> Set<NSManagedObjectID> {
    var result: Set<NSManagedObjectID> = []
    for (index, step) in steps.enumerated().dropFirst()
    where object.entity.isKindOf(entity: step.entity) && keys?.contains(step.name) ?? true {
      let way = steps[..<index]
      let inverses = way.reversed().compactMap { $0.relationship?.inverseRelationship?.name }
      if inverses.count == way.count {
        result.formUnion(Self.walk(inverses, from: object, in: context))
      } else {
        result.formUnion(try Self.fetch(Array(way), to: object, matching: predicate, in: context))
      }
    }
    return result
  }

  private static func walk(
    _ inverses: [String], from object: NSManagedObject, in context: NSManagedObjectContext
  ) -> Set<NSManagedObjectID> {
    var ids: Set<NSManagedObjectID> = [object.objectID]
    for name in inverses {
      ids = ids.reduce(into: []) { result, id in
        result.formUnion(context.object(with: id).objectIDs(forRelationshipNamed: name))
      }
    }
    return ids
  }

  private static func fetch(
    _ way: [Step], to object: NSManagedObject, matching predicate: NSPredicate?, in context: NSManagedObjectContext
  ) throws -> [NSManagedObjectID] {
    let path = way.map(\.name).joined(separator: ".")
    let isToMany = way.contains { $0.relationship?.isToMany == true }
    let fetch = NSFetchRequest<NSManagedObjectID>(entityName: way[0].entity.text)
    fetch.resultType = .managedObjectIDResultType
    let leads = NSPredicate(format: isToMany ? "ANY %K == %@" : "%K == %@", path, object)
    fetch.predicate = NSCompoundPredicate(
      andPredicateWithSubpredicates: [leads] + (predicate.map { [$0] } ?? []))
    return try context.fetch(fetch)
  }
}
