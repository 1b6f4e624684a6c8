/// Collects the paths by which a predicate reads, from the object that it is evaluated with.
struct PredicatePaths {
  let model: ModelLayout
  private(set) var paths: [[PathStep]] = []
  /// Whether the predicate reads something of the object that is unknown, as in a block, or whose changes are not
  /// reported.
  private(set) var isOpaque = false
  /// The path from the object to each scope.
  private var scopes: [Int: [PathStep]] = [0: []]

  init(model: ModelLayout) {
    self.model = model
  }

  mutating func collect(_ tree: CompiledPredicate.Tree) {
    switch tree {
    case .constant: break
    case .leaf(let leaf): collect(leaf)
    case .not(let tree): collect(tree)
    case .and(let trees), .or(let trees): for tree in trees { collect(tree) }
    }
  }

  private mutating func collect(_ leaf: CompiledLeaf) {
    for expression in leaf.expressions { collect(expression) }
    if let objects = leaf.objects { collect(objects) }
    if case .foreign = leaf { isOpaque = true }
  }

  private mutating func collect(_ expression: CompiledExpression) {
    switch expression {
    case .constant, .object: break
    case .path(let scope, let path):
      let steps = ResultsDependencies.steps(path.hops + [path.last], from: path.entity, in: model)
      paths.append((scopes[scope] ?? []) + steps)
      if path.slot(in: model).isTransient { isOpaque = true }
    case .aggregate(_, let objects, let element):
      collect(objects)
      if let element { collect(element) }
    case .arithmetic(_, let left, let right):
      collect(left)
      collect(right)
    case .function(_, let argument): collect(argument)
    case .conditional(let tree, let left, let right):
      collect(tree)
      collect(left)
      collect(right)
    }
  }

  private mutating func collect(_ objects: RelatedObjects) {
    let steps = ResultsDependencies.steps(objects.steps, from: objects.sourceEntity, in: model)
    let way = (scopes[objects.source] ?? []) + steps
    paths.append(way)
    scopes[objects.scope] = way
    collect(objects.filter)
  }
}
