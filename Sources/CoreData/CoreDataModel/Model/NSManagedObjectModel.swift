import Foundation

/// Describes the data of a program: its entities and their relationships.
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
/// A model is created or read, and then used by a coordinator or for a managed object. From then on it is frozen, and
/// setting any of its properties traps. Change a copy instead.
// Unchecked `Sendable`, because only one thread may build the model, and its first use makes it immutable.
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
  /// The entities, including subentities, in the order in which they were set.
  ///
  /// Setting it adds the entities to this model. Subentities that the list lacks are appended, level by level. Traps if
  /// an entity belongs to another model. Names must be unique; otherwise the first use of the model traps.
  ///
  /// - Complexity: O(1) to read, O(entities) to set.
  public var entities: [NSEntityDescription] {
    get { entityList }
    set { replaceEntities(newValue) }
  }

  /// The entities by name. Entities without a name are omitted.
  ///
  /// - Complexity: O(1) once the model is in use, O(entities) before.
  public var entitiesByName: [String: NSEntityDescription] {
    compiled?.entitiesByName ?? Dictionary(named: entityList)
  }

  /// The identifiers of this version of the model, set by the program.
  public var versionIdentifiers: Set<AnyHashable> = [] { willSet { requireEditable() } }

  private var entityList: [NSEntityDescription] = []
  /// The entities of each configuration.
  var configurationEntities: [String: [NSEntityDescription]] = [:] { willSet { requireEditable() } }
  /// The fetch request templates by name.
  var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:] { willSet { requireEditable() } }
  /// The possible names of the modules whose bundles contain the model's file. Class names without a module are
  /// searched in them.
  package var bundleModules: [String] = [] { willSet { requireEditable() } }
  /// The bundle with all versions of the model; nil if the model was not read from one.
  package var versionsURL: URL? { willSet { requireEditable() } }
  /// The compiled form, created when the model is first used. From then on the model cannot change.
  var compiled: CompiledModel?

  /// Creates a model without entities.
  public required override init() {
    super.init()
  }

  /// Whether another model has the same entities, with the same classes and version hashes, in the same configurations.
  ///
  /// - Complexity: O(1) for the same model, otherwise that of `entityVersionHashesByName`.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSManagedObjectModel).map(says(theSameAs:)) ?? false
  }

  /// The hash value. Equal models have equal hash values.
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
    // Append the subentities that were not listed, level by level.
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
