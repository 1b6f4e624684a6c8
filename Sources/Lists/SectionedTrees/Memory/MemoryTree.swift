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
/// Verbs may be mixed in any order. Their places refer to the tree after the preceding verbs. A verb that fails throws
/// a `DataSourceAnomaly`, reports it, and changes nothing. A node cannot be moved into its own subtree.
public final class MemoryTree<Model, ID: Hashable & Sendable>: TreeDataSource {
  /// The identifier of a node.
  public typealias ItemID = ID

  /// The tree, its rows, and the expansion.
  public let treeCore = TreeCore<ID>()
  /// The handler to which the source reports anomalies.
  public let anomalies: AnomalyHandler
  /// The treatment of nodes that cannot be under their parents, when a list of models is set. Verbs do not use it: when
  /// a verb inserts the parent of an orphan, the orphan does not move under it.
  public var policies = TreePolicies()

  let identify: (Model) -> ID
  /// Returns whether two models look the same to a user. If it is nil, each model that is set again counts as changed.
  let areSame: ((Model, Model) -> Bool)?
  var models: [ID: Model] = [:]
  /// The nodes reported as orphans or as parts of cycles when models were set the last time.
  var reported: Set<ID> = []

  /// Makes an empty tree.
  ///
  /// - Parameters:
  ///   - id: returns the identifier of a model.
  ///   - areSame: returns whether a model looks the same to a user as the previous one with its identifier. If it is
  ///     nil, each model that is set again counts as changed.
  ///   - anomalies: the handler to which the source reports anomalies.
  public init(
    id: @escaping (Model) -> ID, areSame: ((Model, Model) -> Bool)? = nil, anomalies: AnomalyHandler = .standard
  ) {
    identify = id
    self.areSame = areSame
    self.anomalies = anomalies
  }

  /// The model of a node, even if a policy hides the node; nil if the source does not have it.
  ///
  /// - Complexity: O(1).
  public func model(for id: ID) -> Model? { models[id] }

  /// Performs several verbs as one step. Calls nest; the outermost call ends the step.
  ///
  /// - Throws: the closure's error. The verbs performed before it are kept.
  @discardableResult
  public func performUpdates<Result>(_ updates: () throws -> Result) rethrows -> Result {
    try treeCore.perform(updates)
  }
}

extension MemoryTree where Model: Identifiable, Model.ID == ID {
  /// Makes an empty tree of `Identifiable` models. A model that is set again counts as changed.
  public convenience init(anomalies: AnomalyHandler = .standard) {
    self.init(id: { $0.id }, areSame: nil, anomalies: anomalies)
  }

  /// Makes a tree from a flat list of `Identifiable` models. Children have the order of the list.
  ///
  /// - Parameters:
  ///   - models: the models; a parent may come after its children.
  ///   - parent: returns the parent of a model; nil for a root.
  ///   - policies: the treatment of models that cannot be under their parents.
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
  /// Makes an empty tree of `Identifiable` models. A model that is set again is unchanged if it equals the previous
  /// one.
  public convenience init(anomalies: AnomalyHandler = .standard) {
    self.init(id: { $0.id }, areSame: ==, anomalies: anomalies)
  }

  /// Makes a tree from a flat list of `Identifiable` models. Children have the order of the list.
  ///
  /// - Parameters:
  ///   - models: the models; a parent may come after its children.
  ///   - parent: returns the parent of a model; nil for a root.
  ///   - policies: the treatment of models that cannot be under their parents.
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
