import Foundation

/// Describes an index of an entity's table.
open class NSFetchIndexDescription: NSObject, NSCopying {
  /// The index's name, unique in its entity.
  public var name: String { willSet { requireEditable() } }

  /// The elements by which the index is sorted, in order of precedence. Setting them makes this index theirs.
  public var elements: [NSFetchIndexElementDescription] {
    willSet { requireEditable() }
    didSet { adoptElements() }
  }

  /// The entity that the index belongs to.
  public internal(set) var entity: NSEntityDescription? {
    get { owner }
    set { owner = newValue }
  }
  @WeakEntity private var owner: NSEntityDescription?

  /// The predicate that selects the rows of a partial index.
  ///
  /// A store uses it if it compares attributes of the entity with integers or nil. Otherwise the index contains all
  /// rows, which changes no result.
  public var partialIndexPredicate: NSPredicate? { willSet { requireEditable() } }

  /// Creates an index that belongs to no entity yet.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - elements: the elements by which the index is sorted; nil for none yet.
  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
    super.init()
    adoptElements()
  }

  /// Returns a copy of the index and its elements. The copy belongs to no entity.
  ///
  /// - Parameter zone: ignored.
  /// - Returns: an `NSFetchIndexDescription`.
  /// - Complexity: O(elements).
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexDescription(
      name: name, elements: elements.compactMap { $0.copy() as? NSFetchIndexElementDescription })
    copy.partialIndexPredicate = partialIndexPredicate
    return copy
  }

  private func adoptElements() {
    for element in elements { element.indexDescription = self }
  }

  private func requireEditable() {
    if entity?.isFrozen == true { failBecauseFrozen("index \(name)") }
  }
}
