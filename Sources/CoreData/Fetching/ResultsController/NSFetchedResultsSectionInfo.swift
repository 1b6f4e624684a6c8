/// A section of a fetched results controller.
public protocol NSFetchedResultsSectionInfo {
  /// The value at the section key path as text; empty for nil.
  var name: String { get }

  /// The title of the section in an index.
  var indexTitle: String? { get }

  /// The number of objects in the section.
  var numberOfObjects: Int { get }

  /// The objects of the section, in order.
  var objects: [Any]? { get }
}
