import Foundation

/// Describes an index of an entity's table.
open class NSFetchIndexDescription: NSObject, NSCopying {
  /// The index's name, unique in its entity.
  public var name: String { willSet { requireEditable() } }

  /// The elements that the index orders by, the first one first. Setting them makes this index theirs.
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

  /// The condition that a row must satisfy to be in the index.
  ///
  /// An index of a store has it where it compares attributes of the entity with whole numbers or nil. One with another
  /// condition has all rows: an index changes no answer.
  public var partialIndexPredicate: NSPredicate? { willSet { requireEditable() } }

  /// Makes an index that belongs to no entity yet.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - elements: what the index orders by; nil for nothing yet.
  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
    super.init()
    adoptElements()
  }

  /// Copies the index and its elements. The copy belongs to no entity.
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
