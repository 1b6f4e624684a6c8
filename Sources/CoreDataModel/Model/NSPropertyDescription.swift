import Foundation

/// Describes one property of an entity: the settings that attributes, relationships and fetched properties have in
/// common.
///
/// Once the model is in use, setting anything but `userInfo` in a property of it traps.
open class NSPropertyDescription: NSObject, NSCopying {
  /// The entity that declares the property.
  ///
  /// An inherited property is the same object in every subentity, and its entity is the one that declares it.
  /// Traps when the property belongs to no entity.
  public var entity: NSEntityDescription {
    guard let owner else {
      fatalError("The property \(name) belongs to no entity: put it into an entity's properties first.")
    }
    return owner
  }

  /// The property's name, as it is used in key paths.
  public var name: String = "" { willSet { requireEditable() } }

  /// Whether an object is valid without a value for the property. True unless it is set.
  public var isOptional = true { willSet { requireEditable() } }

  /// Whether the property is left out of the store.
  public var isTransient = false { willSet { requireEditable() } }

  /// Free information about the property, for the program's own use. It may change while the model is used, since
  /// programs hand values to the predicate of a fetched property by it.
  public var userInfo: [AnyHashable: Any]? = [:]

  /// The name under which migration finds the property in another version of the model; the name itself unless
  /// another was set.
  public var renamingIdentifier: String? {
    get { explicitRenamingIdentifier ?? name }
    set { explicitRenamingIdentifier = newValue }
  }

  /// Text that makes the version hash differ although nothing else does.
  public var versionHashModifier: String? { willSet { requireEditable() } }

  /// Whether the value is meant for the system's search index. It is kept, and nothing indexes it here.
  public var isIndexedBySpotlight = false { willSet { requireEditable() } }

  /// The key path of the property from an object: its name, or the names from a composite attribute on for its
  /// elements.
  package var path: String { name }

  /// The entity that declares the property, if it has been put into one.
  @WeakEntity var owner: NSEntityDescription?
  var explicitRenamingIdentifier: String? { willSet { requireEditable() } }
  /// The index of models made before indexes had names and elements (`isIndexed`).
  package var hasOwnIndex = false { willSet { requireEditable() } }
  /// The predicates that were set or archived, each with its warning.
  var explicitValidation: [(predicate: NSPredicate, warning: String)] = [] { willSet { requireEditable() } }
  /// Whether the model has been used, after which nothing in it changes.
  var isFrozen = false

  /// Makes a property without a name that belongs to no entity.
  public required override init() {
    super.init()
  }

  /// Copies the property. The copy can be changed and belongs to no entity.
  ///
  /// - Parameter zone: ignored.
  /// - Returns: a property of the same class.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.takeValues(from: self)
    return copy
  }

  /// Takes over everything except the owner; each subclass adds what it has.
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

/// Stops the program because a model that is in use was about to change.
func failBecauseFrozen(_ what: String) -> Never {
  fatalError(
    "The \(what) belongs to a model that is in use and can no longer be changed: "
      + "change a copy() of the model and make a new coordinator with it."
  )
}

extension NSPropertyDescription {
  /// Whether the property has an index of its own.
  @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
  public var isIndexed: Bool {
    get { hasOwnIndex }
    set { hasOwnIndex = newValue }
  }

  /// Whether the value is written to a record outside the store, for the system's search index.
  @available(*, unavailable, message: "External records belong to Spotlight, which is not on this platform.")
  public var isStoredInExternalRecord: Bool {
    get { false }
    set {}
  }
}
