import CoreData
import SectionedChanges

/// A section of a fetched source: an object, or the section of the items without a section object.
public enum FetchedSection<Object: NSManagedObject> {
  /// A section object.
  case object(Object)
  /// The section of the items that have no section in the list.
  case unmatched
}

extension FetchedSection {
  /// The section object; nil for the section of unmatched items.
  public var object: Object? { if case .object(let object) = self { object } else { nil } }
}

extension FetchedSection: Hashable {}

extension FetchedSection: CustomStringConvertible {
  /// The entity and the key of the section object, such as `List p2`; or `unmatched`.
  public var description: String { if case .object(let object) = self { "\(named: object)" } else { "unmatched" } }
}
