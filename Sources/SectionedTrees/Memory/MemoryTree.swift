import SectionedChanges
import SectionedDataSources

/// A tree in memory, of models of any kind.
///
/// ```swift
/// let tasks = MemoryTree(list, parent: \.parentID)
/// let token = tasks.observeTree { print($0) }
/// try tasks.performUpdates {
///   try tasks.insert(draft, under: book.id)
///   try tasks.move(chapter.id, under: book.id, at: 0)
///   try tasks.delete(note.id)
/// }                                     // one step, with the least changes
/// ```
///
/// Verbs may be mixed in any order; places refer to the tree as the preceding verbs have left it. A verb that cannot be
/// carried out throws a `DataSourceAnomaly`, reports it, and has changed nothing. A node cannot be moved into its own
/// subtree.
public final class MemoryTree<Model, ID: Hashable & Sendable>: TreeDataSource {
  /// The identifier of a node.
  public typealias ItemID = ID

  /// The tree, its rows, and the expansion.
  public let treeCore = TreeCore<ID>()
  /// The handler to which the source reports anomalies.
  public let anomalies: AnomalyHandler
  /// The treatment of nodes whose parents make no tree, when models are set with their parents. The verbs know no other
  /// parents than those in the tree: a parent that a verb inserts does not get the nodes that waited for it.
  public var policies = TreePolicies()

  let identify: (Model) -> ID
  /// Returns whether two models are the same to a reader; nil where this is unknown, and each model counts as changed.
  let areSame: ((Model, Model) -> Bool)?
  var models: [ID: Model] = [:]
  /// The nodes reported as orphans or as parts of cycles when models were set the last time.
  var reported: Set<ID> = []

  /// Makes an empty tree.
  ///
  /// - Parameters:
  ///   - id: returns the identifier of a model.
  ///   - areSame: whether a model is the same to a reader as the previous one with its identifier; nil where this is
  ///     unknown.
  ///   - anomalies: the handler to which the source reports anomalies.
  public init(
    id: @escaping (Model) -> ID, areSame: ((Model, Model) -> Bool)? = nil, anomalies: AnomalyHandler = .standard
  ) {
    identify = id
    self.areSame = areSame
    self.anomalies = anomalies
  }

  /// The model of a node, also of one that a policy hides; nil when the source does not have it.
  ///
  /// - Complexity: O(1).
  public func model(for id: ID) -> Model? { models[id] }

  /// Performs several verbs as one step. Calls nest; the outermost call ends the step.
  ///
  /// - Throws: what the closure throws. The verbs before that are kept.
  @discardableResult
  public func performUpdates<Result>(_ updates: () throws -> Result) rethrows -> Result {
    try treeCore.perform(updates)
  }
}

extension MemoryTree where Model: Identifiable, Model.ID == ID {
  /// Makes an empty tree of models with identifiers of their own. A model that is set again counts as changed.
  public convenience init(anomalies: AnomalyHandler = .standard) {
    self.init(id: { $0.id }, areSame: nil, anomalies: anomalies)
  }

  /// Makes a tree of a flat list of models with identifiers of their own. Children have the order of the list.
  ///
  /// - Parameters:
  ///   - models: the models; a parent may come after its children.
  ///   - parent: returns the parent of a model; nil for a root.
  ///   - policies: the treatment of models whose parents make no tree.
  ///   - anomalies: the handler to which the source reports anomalies.
  /// - Complexity: O(nodes · log nodes).
  public convenience init(
    _ models: [Model], parent: (Model) -> ID?, policies: TreePolicies = TreePolicies(),
    anomalies: AnomalyHandler = .standard
  ) {
    self.init(id: { $0.id }, areSame: nil, anomalies: anomalies)
    self.policies = policies
    setModels(models, parent: parent)
  }
}

extension MemoryTree where Model: Identifiable & Equatable, Model.ID == ID {
  /// Makes an empty tree of models with identifiers of their own. A model that is set again and equals the present one
  /// is unchanged.
  public convenience init(anomalies: AnomalyHandler = .standard) {
    self.init(id: { $0.id }, areSame: ==, anomalies: anomalies)
  }

  /// Makes a tree of a flat list of models with identifiers of their own. Children have the order of the list.
  ///
  /// - Parameters:
  ///   - models: the models; a parent may come after its children.
  ///   - parent: returns the parent of a model; nil for a root.
  ///   - policies: the treatment of models whose parents make no tree.
  ///   - anomalies: the handler to which the source reports anomalies.
  /// - Complexity: O(nodes · log nodes).
  public convenience init(
    _ models: [Model], parent: (Model) -> ID?, policies: TreePolicies = TreePolicies(),
    anomalies: AnomalyHandler = .standard
  ) {
    self.init(id: { $0.id }, areSame: ==, anomalies: anomalies)
    self.policies = policies
    setModels(models, parent: parent)
  }
}
