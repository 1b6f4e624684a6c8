import Foundation

/// Describes a relationship: a property that holds one object or several objects of an entity.
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
  /// The entity at the other end. It must be in the same model; a copy of a relationship finds the one of the same name
  /// there.
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

  /// The inverse relationship, or nil. Set it at both ends. A copy finds the one of the same name in its destination.
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

  /// The largest number of objects: 1 makes the relationship to-one, 0 means no limit.
  public var maxCount = 0 { willSet { requireEditable() } }

  /// The smallest number of objects, unless there is none and the relationship is optional.
  public var minCount = 0 { willSet { requireEditable() } }

  /// The rule for the objects at the other end when an object is deleted.
  public var deleteRule: NSDeleteRule = .nullifyDeleteRule { willSet { requireEditable() } }

  /// Whether the objects of a to-many relationship have an order.
  public var isOrdered = false { willSet { requireEditable() } }

  /// Whether the relationship can hold more than one object.
  public var isToMany: Bool { maxCount != 1 }

  // Both ends of a relationship point at each other, so neither may keep the other alive.
  @WeakEntity private var destination: NSEntityDescription?
  private weak var inverse: NSRelationshipDescription?
  // Their names, for when they are gone: a copy refers to the same ones as its original.
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

/// The rules for the objects at the other end of a relationship when an object is deleted.
public enum NSDeleteRule: UInt, Sendable {
  /// Does nothing: the other objects keep pointing at the deleted one.
  case noActionDeleteRule = 0
  /// The other objects' inverse is set to nil.
  case nullifyDeleteRule = 1
  /// The other objects are deleted too.
  case cascadeDeleteRule = 2
  /// The deletion fails validation while there are other objects.
  case denyDeleteRule = 3
}
