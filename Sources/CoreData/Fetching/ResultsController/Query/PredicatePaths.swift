/// Collects the paths by which a predicate reads, from the object that it is evaluated with.
struct PredicatePaths: CompiledPredicateVisitor {
  let model: ModelLayout
  private(set) var paths: [[PathStep]] = []
  /// Whether the predicate reads something of the object that is unknown, as in a block, or whose changes are not
  /// reported.
  private(set) var isOpaque = false
  /// The path from the object to each scope.
  private var scopes: [Int: [PathStep]] = [0: []]

  init(of predicate: CompiledPredicate, in model: ModelLayout) {
    self.model = model
    walk(predicate.tree)
  }

  mutating func visit(_ path: CompiledPath, scope: Int) {
    let steps = ResultsDependencies.steps(path.hops + [path.last], from: path.entity, in: model)
    paths.append((scopes[scope] ?? []) + steps)
    if path.slot(in: model).isTransient { isOpaque = true }
  }

  mutating func visit(_ objects: RelatedObjects) {
    let steps = ResultsDependencies.steps(objects.steps, from: objects.sourceEntity, in: model)
    let way = (scopes[objects.source] ?? []) + steps
    paths.append(way)
    scopes[objects.scope] = way
    walk(objects.filter)
  }

  mutating func visitBlock() { isOpaque = true }
}
