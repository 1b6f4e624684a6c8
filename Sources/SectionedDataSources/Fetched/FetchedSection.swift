import CoreData

/// A section of a fetched source: an object, or the section of the items that have none.
public enum FetchedSection<Object: NSManagedObject> {
  /// A section object.
  case object(Object)
  /// The section of the items without a section in the list.
  case unmatched
}

extension FetchedSection {
  /// The section object; nil for the section of unmatched items.
  public var object: Object? { if case .object(let object) = self { object } else { nil } }
}

extension FetchedSection: Hashable {}
