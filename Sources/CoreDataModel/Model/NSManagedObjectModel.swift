import Foundation

/// Describes the data of a program: its entities and how they are related.
///
/// ```swift
/// let title = NSAttributeDescription()
/// title.name = "title"
/// title.attributeType = .stringAttributeType
/// let book = NSEntityDescription()
/// book.name = "Book"
/// book.properties = [title]
/// let model = NSManagedObjectModel()
/// model.entities = [book]
/// ```
///
/// A model is built or read, then used by a coordinator or for a managed object. From then on it is frozen: setting
/// anything in it traps. Change a copy instead.
// Unchecked: a model is confined to the thread that builds it until its first use freezes it, and immutable after.
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
  /// The entities, subentities included, in the order they were given.
  ///
  /// Setting it puts the entities, and subentities that the list lacks, into this model: the latter at the end, level
  /// by level. It traps when a listed entity belongs to another model. Entity names are unique: the first use of a
  /// model in which two are equal traps.
  ///
  /// - Complexity: O(1) to read, O(entities) to set.
  public var entities: [NSEntityDescription] {
    get { entityList }
    set { replaceEntities(newValue) }
  }

  /// The entities by name; those without one are left out.
  ///
  /// - Complexity: O(1) once the model is in use, O(entities) before.
  public var entitiesByName: [String: NSEntityDescription] {
    compiled?.entitiesByName ?? Dictionary(named: entityList)
  }

  /// The identifiers that the program gives this version of the model.
  public var versionIdentifiers: Set<AnyHashable> = [] { willSet { requireEditable() } }

  private var entityList: [NSEntityDescription] = []
  /// The entities of each configuration.
  var configurationEntities: [String: [NSEntityDescription]] = [:] { willSet { requireEditable() } }
  /// The fetch request templates by name.
  var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:] { willSet { requireEditable() } }
  /// The names that the modules around the model's file may have: a class named without a module is one of theirs.
  package var bundleModules: [String] = [] { willSet { requireEditable() } }
  /// The bundle with all versions of the model, where it was read from one.
  package var versionsURL: URL? { willSet { requireEditable() } }
  /// The compiled form, made at the first use, after which nothing changes.
  var compiled: CompiledModel?

  /// Makes a model without entities.
  public required override init() {
    super.init()
  }

  /// Whether another model has the same entities, of the same classes and with the same version hashes, in the same
  /// configurations.
  ///
  /// - Complexity: O(1) for the same model; else that of `entityVersionHashesByName`.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSManagedObjectModel).map(says(theSameAs:)) ?? false
  }

  /// The hash value; equal models have equal ones.
  open override var hash: Int { Set(entitiesByName.keys).hashValue }

  func requireEditable() {
    if compiled != nil { failBecauseFrozen("model") }
  }

  private func replaceEntities(_ newValue: [NSEntityDescription]) {
    requireEditable()
    for entity in entityList { entity.model = nil }
    var list: [NSEntityDescription] = []
    var seen: Set<ObjectIdentifier> = []
    var pending = Array(newValue.reversed())
    while let entity = pending.popLast() {
      guard seen.insert(ObjectIdentifier(entity)).inserted else { continue }
      guard entity.model == nil else {
        fatalError(
          "The entity \(entity.name ?? "without a name") belongs to another model: put a copy() of it into this one."
        )
      }
      list.append(entity)
    }
    // Subentities that were not listed come last, each level after the one above.
    var index = 0
    while index < list.count {
      for entity in list[index].subentities where seen.insert(ObjectIdentifier(entity)).inserted {
        list.append(entity)
      }
      index += 1
    }
    for entity in list { entity.model = self }
    entityList = list
  }
}

extension NSManagedObjectModel {
  func says(theSameAs other: NSManagedObjectModel) -> Bool {
    if self === other { return true }
    let (entities, otherEntities) = (entitiesByName, other.entitiesByName)
    guard entities.count == otherEntities.count, classes(of: entities) == classes(of: otherEntities),
      names(configurationEntities) == names(other.configurationEntities)
    else { return false }
    return entityVersionHashesByName == other.entityVersionHashesByName
  }

  private func classes(of entities: [String: NSEntityDescription]) -> [String: String?] {
    entities.mapValues(\.managedObjectClassName)
  }

  private func names(_ configurations: [String: [NSEntityDescription]]) -> [String: Set<String>] {
    configurations.mapValues { Set($0.compactMap(\.name)) }
  }
}
