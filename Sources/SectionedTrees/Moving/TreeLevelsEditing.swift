import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// Edits the objects of a tree of levels as a user does: inserts, deletes, and moves to another parent.
///
/// ```swift
/// let editing = TreeLevelsEditing(of: places)
/// try editing.move([graben], under: vienna)        // sets the city of the street
/// try editing.move([graben], under: austria)       // throws: a street is in a city
/// ```
///
/// A move sets the relationship that the node's level names as that to the parent. It throws if the new parent is not
/// of the destination entity. The request of a level decides the order of its nodes; in a level with an ordered
/// relationship, a node that gets another parent is the last child there.
///
/// Each call is one event, one step of the tree and one undo step. Nothing is saved. If an edit cannot be made, nothing
/// is changed. If the context has unprocessed changes, they become an event before the edit. Several calls within
/// ``TreeDataSource/performTogether(_:)`` of the tree are one step of it, but an event and an undo step each. Use the
/// editing on the context's queue. It retains the tree.
public struct TreeLevelsEditing {
  /// The tree.
  public let controller: TreeLevelsController

  /// Makes the editing of a tree.
  ///
  /// - Parameter controller: the tree.
  public init(of controller: TreeLevelsController) { self.controller = controller }

  /// Moves nodes with their subtrees to one parent. A node whose ancestor is moved, too, stays under that ancestor.
  ///
  /// - Parameters:
  ///   - nodes: the nodes, of one level or of several.
  ///   - parent: the new parent; nil for the roots.
  /// - Complexity: O(nodes · depth · log tree).
  /// - Throws: ``TreeChangeError`` if a node or the parent is not in the tree, the parent is of the wrong entity, or it
  ///   is in the subtree of a node; `ListReorderingError` if the tree is not fetched. Nothing is changed then.
  public func move(_ nodes: [NSManagedObject], under parent: NSManagedObject?) throws {
    let context = try context()
    _ = try targets(of: nodes, under: parent)
    // Earlier changes become an event and an undo step of their own. They may delete the parent.
    if context.hasChanges { context.processPendingChanges() }
    let moved = try targets(of: nodes, under: parent).filter { node, key in
      node.value(forKey: key) as? NSManagedObject !== parent
    }
    if moved.isEmpty { return }
    perform(in: context) { for (node, key) in moved { node.setValue(parent, forKey: key) } }
  }

  /// Throws if nodes cannot be moved to a parent. A view can call it to validate a drop.
  ///
  /// - Parameters:
  ///   - nodes: the nodes.
  ///   - parent: the new parent; nil for the roots.
  /// - Complexity: O(nodes · depth · log tree).
  /// - Throws: as ``move(_:under:)``.
  public func checkMove(_ nodes: [NSManagedObject], under parent: NSManagedObject?) throws {
    _ = try context()
    _ = try targets(of: nodes, under: parent)
  }

  /// Inserts a new object as a node.
  ///
  /// - Parameters:
  ///   - entityName: its entity: that of a level, or a subentity.
  ///   - parent: its parent; nil for a root.
  ///   - configure: sets its values, before it gets its parent.
  /// - Returns: the object. It is in the tree only if it matches the request of its level.
  /// - Complexity: O(depth · log tree).
  /// - Throws: ``TreeChangeError`` if no level has the entity, or the parent is not in the tree or of the wrong entity;
  ///   the error of `configure`. There is no new object then.
  @discardableResult
  public func insert(
    _ entityName: String, under parent: NSManagedObject? = nil, _ configure: (NSManagedObject) throws -> Void = { _ in }
  ) throws -> NSManagedObject {
    let context = try context()
    guard let entity = NSEntityDescription.entity(forEntityName: entityName, in: context),
      let level = controller.levels.first(where: { isNode(entity, of: $0) })
    else { throw TreeChangeError(.impossibleParent, "\(entityName) is the entity of no level of the tree.") }
    _ = try parent.map(id)
    let key = try Self.key(of: level, for: entity, under: parent)
    if context.hasChanges { context.processPendingChanges() }
    return try perform(in: context) {
      let node = NSEntityDescription.insertNewObject(forEntityName: entityName, into: context)
      do { try configure(node) } catch {
        context.delete(node)
        throw error
      }
      if let key { node.setValue(parent, forKey: key) }
      return node
    }
  }

  /// Deletes nodes with their descendants in the tree. The model's delete rules decide about all other objects.
  ///
  /// - Parameter nodes: the nodes, in any order. A node and its descendant may both be named.
  /// - Complexity: O(deleted · log tree).
  /// - Throws: ``TreeChangeError`` for a node that is not in the tree. Nothing is changed then.
  public func delete(_ nodes: [NSManagedObject]) throws {
    let context = try context()
    let objects = try nodes.flatMap { try controller.tree.subtree(of: id(of: $0)).compactMap(controller.model(for:)) }
    if objects.isEmpty { return }
    if context.hasChanges { context.processPendingChanges() }
    // Children first, so that no delete rule has to set their parents.
    perform(in: context) { for object in objects.reversed() where !object.isDeleted { context.delete(object) } }
  }
}

extension TreeLevelsEditing {
  private func id(of node: NSManagedObject) throws -> NSManagedObjectID {
    guard let id = controller.nodes.listedID(of: node), controller.tree.contains(id) else {
      throw TreeChangeError.unknown(node.objectID)
    }
    return id
  }

  /// The context of a tree that is fetched and not within an event. Its step may still be open.
  private func context() throws -> NSManagedObjectContext {
    guard controller.treeCore.phase != .initial else { throw ListReorderingError.notFetched }
    guard controller.nodes.isAtRest else {
      throw ListReorderingError.noSuchPlace("An event is in progress, so nodes have no places. Edit the tree after it.")
    }
    return controller.managedObjectContext
  }

  private func isNode(_ entity: NSEntityDescription, of level: TreeLevel) -> Bool {
    ParentKey.entity(of: level.fetchRequest, in: controller.managedObjectContext).map { entity.isKindOf(entity: $0) }
      ?? false
  }

  /// Checks a move. Returns the nodes that have no ancestor among the given ones, with the keys of their parents.
  private func targets(
    of nodes: [NSManagedObject], under parent: NSManagedObject?
  ) throws -> [(node: NSManagedObject, key: String)] {
    let parentID = try parent.map(id)
    let target = try controller.tree.target(of: try nodes.map(id), under: parentID, at: nil)
    let above = parent.map(objects(above:)) ?? []
    return try target.nodes.compactMap { number in
      let id = controller.treeCore.tree.id(of: number)
      guard let (level, node) = listed(id) else { return nil }
      guard let key = try Self.key(of: level, for: node.entity, under: parent) else { return nil }
      // A node that keeps its parent makes no new cycle, even if it is in one.
      if let parentID, above.contains(node), node.value(forKey: key) as? NSManagedObject !== parent {
        throw TreeChangeError.intoItself(id, under: parentID)
      }
      return (node, key)
    }
  }

  private func listed(_ id: NSManagedObjectID) -> (TreeLevel, NSManagedObject)? {
    for (level, fetched) in zip(controller.levels, controller.nodes.levels) {
      if let node = fetched.object(id) { return (level, node) }
    }
    return nil
  }

  /// An object and its ancestors, also those that the tree does not show.
  private func objects(above object: NSManagedObject) -> Set<NSManagedObject> {
    var found: Set<NSManagedObject> = []
    var next: NSManagedObject? = object
    while let object = next, found.insert(object).inserted {
      let level = listed(object.objectID)?.0 ?? controller.levels.first { isNode(object.entity, of: $0) }
      next = level?.parentKey.flatMap { object.value(forKey: $0) as? NSManagedObject }
    }
    return found
  }

  /// The key of the relationship to a node's parent; nil if the nodes of the level are roots.
  ///
  /// - Throws: ``TreeChangeError`` if the node cannot be under the parent.
  private static func key(
    of level: TreeLevel, for entity: NSEntityDescription, under parent: NSManagedObject?
  ) throws -> String? {
    let name = entity.name ?? "A node"
    func refused(_ reason: String) -> TreeChangeError {
      let place = parent.map { "under \($0.entity.name ?? "another node")" } ?? "among the roots"
      return TreeChangeError(.impossibleParent, "\(name) cannot be \(place): \(reason)")
    }
    guard let key = level.parentKey else {
      guard parent == nil else { throw refused("the nodes of its level are roots.") }
      return nil
    }
    guard let parents = entity.relationshipsByName[key]?.destinationEntity else {
      throw refused("it has no relationship “\(key)”.")
    }
    // A node can be a root only if the relationship leads to its own entity.
    let fits = parent.map { $0.entity.isKindOf(entity: parents) } ?? entity.isKindOf(entity: parents)
    guard fits else { throw refused("“\(key)” leads to \(parents.name ?? "another entity").") }
    return key
  }

  /// Makes edits as one step of the tree and one undo step.
  private func perform<Result>(in context: NSManagedObjectContext, _ edits: () throws -> Result) rethrows -> Result {
    try context.performAsOneUndoStep {
      try controller.nodes.core.perform {
        defer { context.processPendingChanges() }
        return try edits()
      }
    }
  }
}

extension TreeViewEditing where ID == NSManagedObjectID {
  /// Makes the editing of a tree of levels. The index of a move has no effect, because requests decide the order, or
  /// the node becomes the last one of an ordered relationship.
  ///
  /// - Parameter editing: the editing of the objects, which retains the tree.
  public init(_ editing: TreeLevelsEditing) {
    let tree = editing.controller
    func node(_ id: ID) throws -> NSManagedObject {
      guard let node = tree.model(for: id) else { throw TreeChangeError.unknown(id) }
      return node
    }
    target = { nodes, parent, proposed in
      do {
        try editing.checkMove(try nodes.map(node), under: try parent.map(node))
        return proposed
      } catch { return nil }
    }
    move = { nodes, parent, _ in try editing.move(try nodes.map(node), under: try parent.map(node)) }
    delete = { try editing.delete(try $0.map(node)) }
  }
}
