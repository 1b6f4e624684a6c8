import Foundation

/// Describes a fetched property: a property whose value is what a fetch request finds.
///
/// A managed object gives what the request finds when it is asked for the property's value, as an array; it cannot be set.
open class NSFetchedPropertyDescription: NSPropertyDescription {
  /// The request that gives the value. `$FETCH_SOURCE` in its predicate is the object, `$FETCHED_PROPERTY` this
  /// description.
  public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { willSet { requireEditable() } }

  override func takeValues(from other: NSPropertyDescription) {
    super.takeValues(from: other)
    guard let other = other as? NSFetchedPropertyDescription else { return }
    fetchRequest = other.fetchRequest?.copy(giving: (any NSFetchRequestResult).self)
  }
}
