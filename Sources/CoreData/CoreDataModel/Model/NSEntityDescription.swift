import Foundation

/// Describes an entity: the properties of one kind of object, and its superentity and subentities.
///
/// ```swift
/// let title = NSAttributeDescription()
/// title.name = "title"
/// title.attributeType = .stringAttributeType
/// let medium = NSEntityDescription()
/// medium.name = "Medium"
/// medium.isAbstract = true
/// medium.properties = [title]
/// let book = NSEntityDescription()
/// book.name = "Book"
/// medium.subentities = [book]
/// ```
///
/// After the model was first used, setting any property of an entity traps.
open class NSEntityDescription: NSObject, NSCopying {
  /// The entity's name, unique in its model.
  public var name: String? { willSet { requireEditable() } }

  /// The name of the class of the entity's objects, with its module as `NSClassFromString` requires. The default is
  /// `NSManagedObject`.
  public var managedObjectClassName: String! {
    get { explicitClassName ?? "NSManagedObject" }
    set { explicitClassName = newValue }
  }

  /// Whether the entity itself has no objects, and only its subentities have.
  public var isAbstract = false { willSet { requireEditable() } }

  /// Any information about the entity, for the program's own use.
  public var userInfo: [AnyHashable: Any]? { willSet { requireEditable() } }

  /// The name by which a migration finds the entity in another version of the model. The default is the entity's name.
  public var renamingIdentifier: String? {
    get { explicitRenamingIdentifier ?? name }
    set { explicitRenamingIdentifier = newValue }
  }

  /// A text that changes the version hash, for a change that the hash does not cover.
  public var versionHashModifier: String? { willSet { requireEditable() } }

  /// The entity whose properties this one inherits; nil for a root entity.
  public internal(set) var superentity: NSEntityDescription? {
    get { parent }
    set { parent = newValue }
  }
  @WeakEntity private var parent: NSEntityDescription?

  /// The direct subentities.
  ///
  /// Setting it makes this entity their superentity, and removes them from former superentities. Duplicates are
  /// ignored. Set it before the model's `entities`, because setting those also includes the subentities. A subentity
  /// that is added later must be added to `entities`, too.
  ///
  /// - Complexity: O(1) to read, O(subentities) to set. For each entity that had another superentity, O(that one's
  ///   subentities) more.
  public var subentities: [NSEntityDescription] = [] {
    willSet {
      requireEditable()
      for entity in subentities where entity.superentity === self { entity.superentity = nil }
    }
    didSet {
      var seen: Set<ObjectIdentifier> = []
      subentities = subentities.filter { seen.insert(ObjectIdentifier($0)).inserted }
      for entity in subentities {
        entity.requireEditable()
        entity.superentity?.subentities.removeAll { $0 === entity }
        entity.superentity = self
      }
    }
  }

  /// The indexes of the entity's table, in addition to those of relationships. Setting it makes this entity their
  /// entity.
  public var indexes: [NSFetchIndexDescription] = [] {
    willSet { requireEditable() }
    didSet {
      for index in indexes { index.entity = self }
    }
  }

  /// The uniqueness constraints. Each is a list of names or property descriptions whose combined values must be unique.
  public var uniquenessConstraints: [[Any]] = [] { willSet { requireEditable() } }

  /// The model that the entity belongs to; nil if it belongs to none.
  package weak var model: NSManagedObjectModel?
  /// The properties that the entity itself declares, including those that override inherited ones.
  package var ownProperties: [NSPropertyDescription] = [] {
    willSet { requireEditable() }
    didSet {
      for property in ownProperties { property.owner = self }
    }
  }
  var explicitClassName: String? { willSet { requireEditable() } }
  package var explicitRenamingIdentifier: String? { willSet { requireEditable() } }
  /// The indexes of models from before indexes had names. Each is a list of names or property descriptions.
  var unnamedIndexes: [[Any]] = [] { willSet { requireEditable() } }
  /// The compiled form, created when the model is first used. From then on the entity cannot change.
  final var compiled: CompiledEntity? {
    didSet { compiledIndex = compiled.map { Int32($0.layout.index) } }
  }
  /// A copy of the index in `compiled`, so that creating an object needs only one read.
  private final var compiledIndex: Int32?
  var isFrozen: Bool { compiled != nil }

  /// The object that all weak references to the entity refer to.
  private(set) final lazy var reference = WeakEntity.Reference(to: self)

  /// Creates an entity without a name that belongs to no model.
  public required override init() {
    super.init()
  }

  /// Returns a copy of the entity with the properties it declares and its indexes. The copy can be changed. It has no
  /// model, superentity or subentities. Its relationships lead to the same entities.
  ///
  /// - Parameter zone: ignored.
  /// - Returns: an entity of the same class.
  /// - Complexity: O(properties + elements of indexes and uniqueness constraints), without inherited properties.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.name = name
    copy.explicitClassName = explicitClassName
    copy.isAbstract = isAbstract
    copy.userInfo = userInfo
    copy.explicitRenamingIdentifier = explicitRenamingIdentifier
    copy.versionHashModifier = versionHashModifier
    copy.ownProperties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
    copy.indexes = indexes.compactMap { $0.copy() as? NSFetchIndexDescription }
    copy.uniquenessConstraints = uniquenessNames
    copy.unnamedIndexes = unnamedIndexNames
    return copy
  }

  /// The index of the entity in its model's layout. Reading it compiles the model.
  package final var layoutIndex: Int32 { compiledIndex ?? Int32(layout.index) }

  func requireEditable() {
    if isFrozen { failBecauseFrozen("entity \(name ?? "without a name")") }
  }
}

extension NSEntityDescription {
  /// The indexes over several properties. Each is a list of names or property descriptions.
  @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
  public var compoundIndexes: [[Any]] {
    get { unnamedIndexes }
    set { unnamedIndexes = newValue }
  }

  /// The expression of an object's name in the system's search results.
  @available(*, unavailable, message: "Spotlight is not on this platform.")
  public var coreSpotlightDisplayNameExpression: NSExpression {
    get { fatalError("Spotlight is not on this platform.") }
    set {}
  }
}
