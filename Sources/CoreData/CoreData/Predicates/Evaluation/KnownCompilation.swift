import Foundation

/// A compiled predicate, with the entity that it was compiled for.
private final class CompiledOnce: Sendable {
  let model: ModelLayout
  let entity: Int
  let evaluation: ManagedEvaluation

  init(_ evaluation: ManagedEvaluation, entity: Int, model: ModelLayout) {
    (self.evaluation, self.entity, self.model) = (evaluation, entity, model)
  }
}

extension KnownCompilation {
  func evaluation(
    of syntax: PredicateSyntax, for object: NSManagedObject, _ variables: [String: Any]
  ) -> ManagedEvaluation {
    let (model, entity) = (object.modelLayout, object.layout)
    let known = last.withLock { $0 } as? CompiledOnce
    if variables.isEmpty, let known, known.model === model, known.entity == entity.index { return known.evaluation }
    let evaluation = ManagedEvaluation(
      variables.isEmpty ? syntax : syntax.substituting(variables), entity: entity, model: model,
      storeIdentifier: object.liveContext?.graph.store(holding: entity.index)?.identifier)
    if variables.isEmpty, !syntax.dependsOnTheMoment {
      last.withLock { $0 = CompiledOnce(evaluation, entity: entity.index, model: model) }
    }
    return evaluation
  }
}

extension PredicateSyntax {
  /// Whether the compiled predicate must not be reused, because it compares with the current time or with an object.
  /// An object's key changes when it is saved, and belongs to one store.
  fileprivate var dependsOnTheMoment: Bool {
    contains { leaf in
      guard case .comparison(let comparison) = leaf else { return false }
      return comparison.left.dependsOnTheMoment || comparison.right.dependsOnTheMoment
    }
  }
}

extension ExpressionSyntax {
  fileprivate var dependsOnTheMoment: Bool {
    switch self {
    case .constant(let constant): constant.hasObject
    case .now, .random, .block, .call: true
    case .evaluatedObject, .variable: false
    case .keyPath(let base, _): base.dependsOnTheMoment
    case .aggregate(let elements): elements.contains { $0.dependsOnTheMoment }
    case .arithmetic(_, let left, let right): left.dependsOnTheMoment || right.dependsOnTheMoment
    case .function(_, let argument): argument.dependsOnTheMoment
    case .statistic(_, let argument), .distinct(let argument): argument.dependsOnTheMoment
    case .set(_, let left, let right): left.dependsOnTheMoment || right.dependsOnTheMoment
    case .conditional(let predicate, let left, let right):
      predicate.dependsOnTheMoment || left.dependsOnTheMoment || right.dependsOnTheMoment
    case .subquery(let collection, _, let predicate):
      collection.dependsOnTheMoment || predicate.dependsOnTheMoment
    }
  }
}

extension ConstantSyntax {
  fileprivate var hasObject: Bool {
    switch self {
    case .value: false
    case .collection(let elements): elements.contains { $0.hasObject }
    case .object: true
    }
  }
}
