import CoreData
import Foundation
import OrderedRows

/// The rows that are ordered together: those of a list, and those that the list hides by a filter or a limit.
struct RowScope {
  /// The predicate for these rows; nil for all rows of the entity.
  let predicate: NSPredicate?
  /// Whether the list's request hides some of them.
  let hidesRows: Bool

  /// Splits the request's predicate. A condition on a relationship, such as `project == %@`, selects one of several
  /// lists, which have separate positions. All other conditions, such as `isDone == NO`, hide rows of the list.
  ///
  /// - Parameters:
  ///   - request: the request of the list.
  ///   - given: the program's own predicate for these rows; nil to derive it from the request.
  init(_ request: NSFetchRequest<NSManagedObject>, given: NSPredicate?) {
    let isPart = request.fetchLimit > 0 || request.fetchOffset > 0
    guard given == nil else {
      predicate = given
      hidesRows = isPart || request.predicate.map { !$0.isEqual(given) } ?? false
      return
    }
    let conditions = request.predicate.map(Self.conditions) ?? []
    let kept = conditions.filter { Self.isOnRelationship($0, of: request.entity) }
    predicate = kept.isEmpty ? nil : NSCompoundPredicate(andPredicateWithSubpredicates: kept)
    hidesRows = isPart || kept.count < conditions.count
  }

  private static func conditions(_ predicate: NSPredicate) -> [NSPredicate] {
    guard let compound = predicate as? NSCompoundPredicate, compound.compoundPredicateType == .and else {
      return [predicate]
    }
    return (compound.subpredicates as [Any]).compactMap { $0 as? NSPredicate }.flatMap(conditions)
  }

  private static func isOnRelationship(_ predicate: NSPredicate, of entity: NSEntityDescription?) -> Bool {
    guard let comparison = predicate as? NSComparisonPredicate else { return false }
    return [comparison.leftExpression, comparison.rightExpression].contains { expression in
      guard expression.expressionType == .keyPath else { return false }
      let first = expression.keyPath.split(separator: ".").first.map(String.init)
      return first.map { entity?.relationshipsByName[$0] != nil } ?? false
    }
  }

  /// Fetches all rows of a section in the order of the list.
  ///
  /// - Parameter section: the predicate for the rows of the section; nil for all rows.
  func rows(
    _ request: NSFetchRequest<NSManagedObject>, inSection section: NSPredicate?, in context: NSManagedObjectContext
  ) throws -> [NSManagedObject] {
    guard let entity = request.entity else { return [] }
    let copy = RequestCopy.make(request, of: entity, as: NSManagedObject.self, .managedObjectResultType)
    (copy.fetchLimit, copy.fetchOffset, copy.fetchBatchSize) = (0, 0, 0)
    copy.includesPendingChanges = true
    copy.returnsObjectsAsFaults = false
    let parts = [predicate, section].compactMap { $0 }
    copy.predicate = parts.isEmpty ? nil : NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    return try context.fetch(copy)
  }
}

extension RowTarget {
  /// Makes a target from the shown rows of a section, without the moved ones.
  ///
  /// - Parameters:
  ///   - count: the number of rows of the section.
  ///   - taken: the indices of the rows that are moved, ascending.
  ///   - index: the index of the moved rows among the remaining ones.
  ///   - row: returns a row of the section.
  init(shown count: Int, without taken: [Int], index: Int, row: @escaping (Int) -> NSManagedObject) {
    self.init(count: count - taken.count, index: index) { index in
      // Skip the moved rows that come before the n-th remaining row.
      row(index + taken.indices.partitionPoint { taken[$0] - $0 > index })
    }
  }

  /// The same target among all rows of the store; nil if the adjacent shown row is not among them.
  func among(_ stored: [NSManagedObject], without moved: [NSManagedObject]) -> RowTarget? {
    let remaining = stored.without(moved)
    return index(among: remaining).map { RowTarget(count: remaining.count, index: $0) { remaining[$0] } }
  }

  /// The index of the same target among more rows: after the shown row that precedes it, else before the first shown
  /// row, else at the end. Nil if that row is not among them.
  func index(among rows: [NSManagedObject]) -> Int? {
    func place(of row: NSManagedObject) -> Int? { rows.firstIndex { $0 === row } }
    if index > 0 { return place(of: row(index - 1)).map { $0 + 1 } }
    return count > 0 ? place(of: row(0)) : rows.count
  }
}

extension [NSManagedObject] {
  /// Returns the array without some objects, in the same order.
  func without(_ objects: Self) -> Self {
    let taken = Set(objects.map(ObjectIdentifier.init))
    return filter { !taken.contains(ObjectIdentifier($0)) }
  }
}
