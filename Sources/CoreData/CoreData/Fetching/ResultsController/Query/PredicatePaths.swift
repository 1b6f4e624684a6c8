/// Collects the paths that a predicate reads, starting from the evaluated object.
struct PredicatePaths: CompiledPredicateVisitor {
  let model: ModelLayout
  private(set) var paths: [[PathStep]] = []
  /// Whether the predicate reads properties that are unknown, as in a block, or whose changes are not reported.
  private(set) var isOpaque = false
  /// The path from the evaluated object to the object of each scope.
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
