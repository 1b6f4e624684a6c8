import Foundation

/// Describes one element of an index: a property and how it is ordered.
open class NSFetchIndexElementDescription: NSObject, NSCopying {
  /// The property whose value is indexed, if the element was made with one or its index belongs to an entity.
  ///
  /// - Complexity: O(1) where the element was made with the property; else as of
  ///   `NSEntityDescription.propertiesByName`.
  public var property: NSPropertyDescription? {
    givenProperty ?? indexDescription?.entity?.property(at: elementName)
  }

  /// The name of the property whose value is indexed; for an element of a composite attribute the names that lead to it.
  public var propertyName: String? {
    elementName
  }

  /// How the values are ordered.
  public var collationType: NSFetchIndexElementType { willSet { requireEditable() } }

  /// Whether smaller values come first. True unless it is set.
  public var isAscending = true { willSet { requireEditable() } }

  /// The index that the element belongs to.
  public internal(set) weak var indexDescription: NSFetchIndexDescription?

  let elementName: String
  // Weak as the entity owns both its properties and, through its indexes, this element.
  private weak var givenProperty: NSPropertyDescription?

  /// Makes an element that belongs to no index yet.
  ///
  /// - Parameters:
  ///   - property: the property whose value is indexed.
  ///   - collationType: how the values are ordered.
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    givenProperty = property
    elementName = property.path
    self.collationType = collationType
    super.init()
  }

  /// Makes an element for a property that is found by its name in the index's entity.
  init(propertyName: String, collationType: NSFetchIndexElementType = .binary, isAscending: Bool = true) {
    elementName = propertyName
    self.collationType = collationType
    self.isAscending = isAscending
    super.init()
  }

  /// Copies the element. The copy belongs to no index and finds its property by name.
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

/// How an index orders one of its elements.
public enum NSFetchIndexElementType: UInt, Sendable {
  /// By the value itself.
  case binary = 0
  /// By a range of a numeric value, in an R-tree. A store on a server leaves out an index with such an element.
  case rTree = 1
}
