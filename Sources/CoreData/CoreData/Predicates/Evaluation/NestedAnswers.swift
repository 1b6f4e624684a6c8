/// A cache of results for nested collections. It is valid as long as the same rows are read.
///
/// The same objects are reached by many paths. Without the cache, each nested `SUBQUERY` would multiply the work of
/// the levels around it.
package final class NestedAnswers {
  enum Kind { case existence, count }

  private struct Question: Hashable {
    let kind: Kind
    let nesting: ObjectIdentifier
    /// The objects in the scopes that determine the result.
    let objects: [RowKey]
  }

  private var numbers: [Question: Int64] = [:]

  package init() {}

  /// The number of results above which the cache is cleared.
  private static let greatestCount = 100_000

  /// Returns the cached result for a set of elements, and computes it at the first call: their number, or for
  /// existence 1 if there are any.
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
