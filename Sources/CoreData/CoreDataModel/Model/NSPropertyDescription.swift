import Foundation

/// Describes one property of an entity. It has the settings that attributes, relationships and fetched properties
/// share.
///
/// After the model was first used, setting anything but `userInfo` traps.
open class NSPropertyDescription: NSObject, NSCopying {
  /// The entity that declares the property.
  ///
  /// Subentities share the description of an inherited property, whose entity is the declaring one. Traps if the
  /// property belongs to no entity.
  public var entity: NSEntityDescription {
    guard let owner else {
      fatalError("The property \(name) belongs to no entity: put it into an entity's properties first.")
    }
    return owner
  }

  /// The property's name, as used in key paths.
  public var name: String = "" { willSet { requireEditable() } }

  /// Whether an object is valid without a value for the property. The default is true.
  public var isOptional = true { willSet { requireEditable() } }

  /// Whether stores do not keep the property.
  public var isTransient = false { willSet { requireEditable() } }

  /// Any information about the property, for the program's own use. It may change after the model was first used,
  /// because programs pass values to the predicate of a fetched property in it.
  public var userInfo: [AnyHashable: Any]? = [:]

  /// The name by which a migration finds the property in another version of the model. The default is the property's
  /// name.
  public var renamingIdentifier: String? {
    get { explicitRenamingIdentifier ?? name }
    set { explicitRenamingIdentifier = newValue }
  }

  /// A text that changes the version hash, for a change that the hash does not cover.
  public var versionHashModifier: String? { willSet { requireEditable() } }

  /// Whether the value is for the system's search index. It has no effect here.
  public var isIndexedBySpotlight = false { willSet { requireEditable() } }

  /// The key path of the property: its name or, for an element, the names beginning with its composite attribute.
  package var path: String { name }

  /// The entity that declares the property; nil if it belongs to none.
  @WeakEntity var owner: NSEntityDescription?
  var explicitRenamingIdentifier: String? { willSet { requireEditable() } }
  /// Whether the property is marked as indexed (`isIndexed`), as in models from before indexes had names.
  package var hasOwnIndex = false { willSet { requireEditable() } }
  /// The predicates that were set or read from an archive, with their warnings.
  var explicitValidation: [(predicate: NSPredicate, warning: String)] = [] { willSet { requireEditable() } }
  /// Whether the model has been used, so that the property cannot change.
  var isFrozen = false

  /// Creates a property without a name that belongs to no entity.
  public required override init() {
    super.init()
  }

  /// Returns a copy of the property. The copy can be changed and belongs to no entity.
  ///
  /// - Parameter zone: ignored.
  /// - Returns: a property of the same class.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.takeValues(from: self)
    return copy
  }

  /// Copies everything but the owner from another property. Subclasses copy their additional settings.
  func takeValues(from other: NSPropertyDescription) {
    name = other.name
    isOptional = other.isOptional
    isTransient = other.isTransient
    userInfo = other.userInfo
    explicitRenamingIdentifier = other.explicitRenamingIdentifier
    versionHashModifier = other.versionHashModifier
    isIndexedBySpotlight = other.isIndexedBySpotlight
    hasOwnIndex = other.hasOwnIndex
    explicitValidation = other.explicitValidation
  }

  func requireEditable() {
    if isFrozen { failBecauseFrozen("property \(name)") }
  }
}

/// Traps because a program tried to change a model after its first use.
func failBecauseFrozen(_ what: String) -> Never {
  fatalError(
    "The \(what) belongs to a model that is in use and can no longer be changed: "
      + "change a copy() of the model and make a new coordinator with it."
  )
}

extension NSPropertyDescription {
  /// Whether the property has its own index.
  @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
  public var isIndexed: Bool {
    get { hasOwnIndex }
    set { hasOwnIndex = newValue }
  }

  /// Whether the value is written to a record outside the store for the system's search index.
  @available(*, unavailable, message: "External records belong to Spotlight, which is not on this platform.")
  public var isStoredInExternalRecord: Bool {
    get { false }
    set {}
  }
}
