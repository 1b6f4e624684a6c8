import Foundation

/// Describes a fetched property: a property whose value is the result of a fetch request.
///
/// A managed object executes the request when a program reads the property, and returns an array. The property cannot
/// be set.
open class NSFetchedPropertyDescription: NSPropertyDescription {
  /// The fetch request. In its predicate, `$FETCH_SOURCE` is the object and `$FETCHED_PROPERTY` is this description.
  public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { willSet { requireEditable() } }

  override func takeValues(from other: NSPropertyDescription) {
    super.takeValues(from: other)
    guard let other = other as? NSFetchedPropertyDescription else { return }
    fetchRequest = other.fetchRequest?.copy(giving: (any NSFetchRequestResult).self)
  }
}
