import Foundation

/// A fetched results controller's request, resolved against its entity. A class, because it is used for each row that
/// is read, and its settings never change.
final class ResultsQuery {
  let request: ResultsRequest
  let model: ModelLayout
  let entity: EntityLayout
  let order: CompiledOrder
  let predicate: CompiledPredicate?
  let section: SectionPath
  var dependencies: ResultsDependencies
  /// The paths of the sort terms, followed by the section key's path unless it is the first sort term.
  let paths: [CompiledPath]
  /// The paths of the sort terms.
  let sortPaths: [CompiledPath]
  /// The slots at the ends of the paths; nil unless all are stored slots of the object itself.
  let slots: [Int]?
  /// The paths of the sort terms except the first.
  let innerPaths: [CompiledPath]
  /// Whether all sort values are stored values of the object itself.
  let sortsBySavedValues: Bool
  /// Whether the first sort term is the section key itself.
  let firstTermIsSectionKey: Bool
  /// The store that was last asked for a `RowSeek`. `knownSeek` is its answer.
  private weak var askedStore: (any RowStore)?
  private var knownSeek: RowSeek?

  /// - Throws: 134060 (`NSCoreDataError`), with a description of what is wrong in the request.
  init(_ request: ResultsRequest, in context: NSManagedObjectContext) throws {
    guard let coordinator = context.persistentStoreCoordinator else {
      throw Self.error(
        "The context of a fetched results controller has no coordinator: set persistentStoreCoordinator.")
    }
    self.request = request
    model = coordinator.model.layout
    entity = try Self.entity(of: request, in: model)
    guard request.resultType == .managedObjectResultType else {
      throw Self.error("A fetched results controller fetches managed objects: leave the request's resultType as it is.")
    }
    guard request.allowsIdentityOrder || request.namesOrder else {
      throw Self.error(
        "A fetched results controller needs an order: give the fetch request of \(entity.name) a sort descriptor."
      )
    }
    order = try CompiledOrder(request.sortDescriptors, entity: entity, model: model)
    let store = coordinator.store(holding: entity.index)
    let asked = store.map { $0.predicate(request.predicate, of: request.affectedStores) } ?? request.predicate
    predicate = try asked.map { [entity, model] predicate in
      try CompiledPredicate(predicate, entity: entity, model: model, storeIdentifier: store?.identifier)
    }
    section = try SectionPath(request.sectionNameKeyPath, from: entity, in: model) { entity in
      context.graph.registry.kind(entity).objectClass != NSManagedObject.self
    }
    dependencies = ResultsDependencies(
      of: entity, order: order, section: section, predicate: predicate, model: model)
    sortPaths = order.terms.map(\.path)
    innerPaths = Array(sortPaths.dropFirst())
    sortsBySavedValues = sortPaths.allSatisfy { [model] in $0.hops.isEmpty && !$0.slot(in: model).isTransient }
    if case .stored(let path) = section {
      firstTermIsSectionKey = sortPaths.first == path
      paths = firstTermIsSectionKey ? sortPaths : sortPaths + [path]
    } else {
      firstTermIsSectionKey = false
      paths = sortPaths
    }
    slots =
      paths.allSatisfy { [model] in $0.hops.isEmpty && !$0.slot(in: model).isTransient } ? paths.map(\.last) : nil
  }

  /// Whether the entity of a key is fetched.
  func includes(_ key: RowKey) -> Bool {
    request.includesSubentities ? entity.subtree.contains(Int(key.entity)) : Int(key.entity) == entity.index
  }

  /// The store's method to find places in a section of the list. Nil if the list must be searched, because no index
  /// has the order or sections are not ordered by their keys.
  func seek(in store: any RowStore) throws -> RowSeek? {
    if askedStore === store { return knownSeek }
    let terms = order.terms[(firstTermIsSectionKey ? 1 : 0)...]
    knownSeek =
      section.isGrouped && !firstTermIsSectionKey
      ? nil : try store.seek(RowSeek.Order(entity: entity, group: section.stored, terms: terms))
    askedStore = store
    return knownSeek
  }

  private static func entity(of request: ResultsRequest, in model: ModelLayout) throws -> EntityLayout {
    guard let name = request.entity?.name ?? request.entityName else {
      throw error("The fetch request of a fetched results controller names no entity: set its entity or entityName.")
    }
    guard let entity = model.entitiesByName[name] else {
      throw error(model.noEntity(name))
    }
    return entity
  }

  static func error(_ description: String) -> NSError { .coreData(NSCoreDataError, description) }
}
