import Foundation

/// Describes one element of an index: a property and its order.
open class NSFetchIndexElementDescription: NSObject, NSCopying {
  /// The indexed property; nil if the element was created by name and its index belongs to no entity.
  ///
  /// - Complexity: O(1) if the element was created with the property, otherwise that of
  ///   `NSEntityDescription.propertiesByName`.
  public var property: NSPropertyDescription? {
    givenProperty ?? indexDescription?.entity?.property(at: elementName)
  }

  /// The name of the indexed property, or the key path of a composite attribute's element.
  public var propertyName: String? {
    elementName
  }

  /// The kind of index to use for the values.
  public var collationType: NSFetchIndexElementType { willSet { requireEditable() } }

  /// Whether smaller values come first. The default is true.
  public var isAscending = true { willSet { requireEditable() } }

  /// The index that the element belongs to.
  public internal(set) weak var indexDescription: NSFetchIndexDescription?

  let elementName: String
  // Weak, because the entity owns its properties and, through its indexes, this element.
  private weak var givenProperty: NSPropertyDescription?

  /// Creates an element that belongs to no index yet.
  ///
  /// - Parameters:
  ///   - property: the property to index.
  ///   - collationType: the kind of index to use.
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    givenProperty = property
    elementName = property.path
    self.collationType = collationType
    super.init()
  }

  /// Creates an element for a property that is looked up by name in the index's entity.
  init(propertyName: String, collationType: NSFetchIndexElementType = .binary, isAscending: Bool = true) {
    elementName = propertyName
    self.collationType = collationType
    self.isAscending = isAscending
    super.init()
  }

  /// Returns a copy of the element. The copy belongs to no index and looks up its property by name.
  ///
  /// - Parameter zone: ignored.
  /// - Returns: an `NSFetchIndexElementDescription`.
  public func copy(with zone: NSZone? = nil) -> Any {
    NSFetchIndexElementDescription(
      propertyName: elementName, collationType: collationType, isAscending: isAscending
    )
  }

  private func requireEditable() {
    if indexDescription?.entity?.isFrozen == true { failBecauseFrozen("index element \(elementName)") }
  }
}

/// The kinds of index elements.
public enum NSFetchIndexElementType: UInt, Sendable {
  /// The values are indexed in ascending or descending order.
  case binary = 0
  /// Numeric values are indexed by ranges in an R-tree. A store on a server omits an index with such an element.
  case rTree = 1
}
