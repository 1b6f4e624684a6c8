import Foundation

/// Describes an entity: the properties of one kind of object, and its place among its superentity and subentities.
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
/// Once its model is in use, setting anything in an entity traps.
open class NSEntityDescription: NSObject, NSCopying {
  /// The entity's name, unique in its model.
  public var name: String? { willSet { requireEditable() } }

  /// The name of the class of the entity's objects, with its module as `NSClassFromString` wants it.
  /// `NSManagedObject` unless it is set.
  public var managedObjectClassName: String! {
    get { explicitClassName ?? "NSManagedObject" }
    set { explicitClassName = newValue }
  }

  /// Whether no object has exactly this entity, only its subentities.
  public var isAbstract = false { willSet { requireEditable() } }

  /// Free information about the entity, for the program's own use.
  public var userInfo: [AnyHashable: Any]? { willSet { requireEditable() } }

  /// The name under which migration finds the entity in another version of the model; the name itself unless
  /// another was set.
  public var renamingIdentifier: String? {
    get { explicitRenamingIdentifier ?? name }
    set { explicitRenamingIdentifier = newValue }
  }

  /// Text that makes the version hash differ although nothing else does.
  public var versionHashModifier: String? { willSet { requireEditable() } }

  /// The entity whose properties this one inherits, or nil.
  public internal(set) var superentity: NSEntityDescription? {
    get { parent }
    set { parent = newValue }
  }
  @WeakEntity private var parent: NSEntityDescription?

  /// The entities that inherit from this one directly.
  ///
  /// Setting it makes this entity their superentity, and removes them from a former one; an entity that is listed twice
  /// counts once. Set it before the model's `entities`: setting those includes the subentities, too. One that is added
  /// later has to be listed there.
  ///
  /// - Complexity: O(1) to read, O(subentities) to set; for each that had another superentity, O(its subentities) more.
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

  /// The indexes of the entity's table, beside those that every relationship has. Setting it makes this entity theirs.
  public var indexes: [NSFetchIndexDescription] = [] {
    willSet { requireEditable() }
    didSet {
      for index in indexes { index.entity = self }
    }
  }

  /// Sets of properties that no two objects have the same values for, each given by names or property descriptions.
  public var uniquenessConstraints: [[Any]] = [] { willSet { requireEditable() } }

  /// The model that the entity belongs to, if it has been put into one.
  package weak var model: NSManagedObjectModel?
  /// The properties that the entity declares itself, those it overrides included.
  package var ownProperties: [NSPropertyDescription] = [] {
    willSet { requireEditable() }
    didSet {
      for property in ownProperties { property.owner = self }
    }
  }
  var explicitClassName: String? { willSet { requireEditable() } }
  package var explicitRenamingIdentifier: String? { willSet { requireEditable() } }
  /// The indexes of models made before indexes had names: each a list of names or property descriptions.
  var unnamedIndexes: [[Any]] = [] { willSet { requireEditable() } }
  /// The compiled form, made at the model's first use, after which nothing changes.
  final var compiled: CompiledEntity? {
    didSet { compiledIndex = compiled.map { Int32($0.layout.index) } }
  }
  /// Kept beside `compiled`, because making an object must not cost more than one read.
  private final var compiledIndex: Int32?
  var isFrozen: Bool { compiled != nil }

  /// The reference that weak references to the entity point at.
  private(set) final lazy var reference = WeakEntity.Reference(to: self)

  /// Makes an entity without a name that belongs to no model.
  public required override init() {
    super.init()
  }

  /// Copies the entity with the properties it declares and its indexes. The copy can be changed and has neither model
  /// nor superentity nor subentities; its relationships lead to the same entities.
  ///
  /// - Parameter zone: ignored.
  /// - Returns: an entity of the same class.
  /// - Complexity: O(properties + elements of indexes and uniqueness constraints), inherited properties not counted.
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

  /// The place of the entity in its model's layout; to read it is a use of the model.
  package final var layoutIndex: Int32 { compiledIndex ?? Int32(layout.index) }

  func requireEditable() {
    if isFrozen { failBecauseFrozen("entity \(name ?? "without a name")") }
  }
}

extension NSEntityDescription {
  /// Indexes over several properties, each given by names or property descriptions.
  @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
  public var compoundIndexes: [[Any]] {
    get { unnamedIndexes }
    set { unnamedIndexes = newValue }
  }

  /// The expression that gives an object's name in the system's search results.
  @available(*, unavailable, message: "Spotlight is not on this platform.")
  public var coreSpotlightDisplayNameExpression: NSExpression {
    get { fatalError("Spotlight is not on this platform.") }
    set {}
  }
}
