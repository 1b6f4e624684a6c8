import Foundation

/// Describes a relationship: a property that refers to one object or to several objects of an entity.
///
/// ```swift
/// let (shelf, book) = (NSEntityDescription(), NSEntityDescription())
/// let books = NSRelationshipDescription()
/// books.name = "books"
/// books.destinationEntity = book
/// let owner = NSRelationshipDescription()
/// owner.name = "shelf"
/// owner.destinationEntity = shelf
/// owner.maxCount = 1
/// (books.inverseRelationship, owner.inverseRelationship) = (owner, books)
/// shelf.properties = [books]
/// book.properties = [owner]
/// ```
open class NSRelationshipDescription: NSPropertyDescription {
  /// The entity of the destinations. It must be in the same model. In a copied model, it is looked up by name.
  public var destinationEntity: NSEntityDescription? {
    get {
      let known = destination
      guard let model = owner?.model, known == nil || known?.model !== model,
        let name = known?.name ?? destinationName, let found = model.entitiesByName[name]
      else { return known }
      return found
    }
    set {
      requireEditable()
      destination = newValue
      destinationName = newValue?.name
    }
  }

  /// The inverse relationship; nil if there is none. Set it at both ends. In a copied model, it is looked up by name in
  /// the destination.
  public var inverseRelationship: NSRelationshipDescription? {
    get {
      let known = inverse
      guard let name = known?.name ?? inverseName, !name.isEmpty, let entity = destinationEntity else { return known }
      if let known, known.owner === entity { return known }
      return entity.relationshipsByName[name] ?? known
    }
    set {
      requireEditable()
      inverse = newValue
      inverseName = newValue?.name
    }
  }

  /// The greatest number of destinations. 1 makes the relationship to-one, and 0 means no limit.
  public var maxCount = 0 { willSet { requireEditable() } }

  /// The least number of destinations. An optional relationship may also be empty.
  public var minCount = 0 { willSet { requireEditable() } }

  /// The rule for the destinations when an object is deleted.
  public var deleteRule: NSDeleteRule = .nullifyDeleteRule { willSet { requireEditable() } }

  /// Whether the destinations of a to-many relationship have an order.
  public var isOrdered = false { willSet { requireEditable() } }

  /// Whether the relationship may have more than one destination.
  public var isToMany: Bool { maxCount != 1 }

  // Weak, because the two ends of a relationship refer to each other.
  @WeakEntity private var destination: NSEntityDescription?
  private weak var inverse: NSRelationshipDescription?
  // The names for looking up the destination and the inverse in a copied model, where the weak references may be nil.
  private var destinationName: String?
  private var inverseName: String?

  override func takeValues(from other: NSPropertyDescription) {
    super.takeValues(from: other)
    guard let other = other as? NSRelationshipDescription else { return }
    destination = other.destination
    destinationName = other.destination?.name ?? other.destinationName
    inverse = other.inverse
    inverseName = other.inverse?.name ?? other.inverseName
    maxCount = other.maxCount
    minCount = other.minCount
    deleteRule = other.deleteRule
    isOrdered = other.isOrdered
  }
}

/// The rules for the destinations of a relationship when an object is deleted.
public enum NSDeleteRule: UInt, Sendable {
  /// No action, so the destinations still refer to the deleted object.
  case noActionDeleteRule = 0
  /// The inverse of the destinations is set to nil.
  case nullifyDeleteRule = 1
  /// The destinations are deleted, too.
  case cascadeDeleteRule = 2
  /// The deletion fails validation if there are destinations.
  case denyDeleteRule = 3
}
