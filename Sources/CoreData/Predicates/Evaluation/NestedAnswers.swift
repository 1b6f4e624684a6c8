/// A cache of results for collections within collections, good while the same rows are read.
///
/// Many ways lead to the same objects: without this, each level of `SUBQUERY` within another would multiply the work of
/// the levels around it.
package final class NestedAnswers {
  enum Kind { case existence, count }

  private struct Question: Hashable {
    let kind: Kind
    let nesting: ObjectIdentifier
    /// The objects in the scopes that the result depends on.
    let objects: [RowKey]
  }

  private var numbers: [Question: Int64] = [:]

  package init() {}

  /// The cache is emptied when it would hold more.
  private static let greatestCount = 100_000

  /// The cached result for a set of elements, computed the first time: their number, or 1 when there are any.
  func number(
    _ kind: Kind, of nesting: RelatedObjects.Nesting, _ objects: [RowKey], _ find: () throws -> Int64
  ) rethrows -> Int64 {
    let question = Question(kind: kind, nesting: ObjectIdentifier(nesting), objects: objects)
    if let known = numbers[question] { return known }
    let found = try find()
    if numbers.count >= Self.greatestCount { numbers.removeAll(keepingCapacity: true) }
    numbers[question] = found
    return found
  }
}
