extension Evaluation {
  /// Calls the visitor with each related object that passes the filter, until it returns false. It receives an
  /// evaluation in which the scope of `objects` is that object.
  func visit(_ objects: RelatedObjects, _ visitor: (Evaluation) throws -> Bool) throws {
    var inner = self
    // Appends a placeholder, because the element's scope is the next one after those in use.
    inner.elements.append(object)
    if inner.answers == nil, objects.nesting != nil { inner.answers = NestedAnswers() }
    _ = try walk(objects, from: self[scope: objects.source], step: 0, entity: objects.sourceEntity) { key in
      inner.elements[objects.scope - 1] = key
      return try inner.holds(objects.filter) ? try visitor(inner) : true
    }
  }

  private func walk(
    _ objects: RelatedObjects, from key: RowKey, step: Int, entity: Int, _ visitor: (RowKey) throws -> Bool
  ) throws -> Bool {
    guard step < objects.steps.count else { return try visitor(key) }
    let slot = objects.steps[step]
    switch reader.model.entities[entity].slots[slot].kind {
    case .attribute: return true
    case .toOne(let relationship):
      guard case .reference(let next) = try reader.value(slot, of: key) else { return true }
      return try walk(objects, from: next, step: step + 1, entity: relationship.destination, visitor)
    case .toMany(let relationship):
      for next in try reader.related(slot, of: key) {
        guard try walk(objects, from: next, step: step + 1, entity: relationship.destination, visitor) else {
          return false
        }
      }
      return true
    }
  }
}
