/// An update plan in the JSON form that tools print: an array of stages. Each is a ``ChangesDocument`` in the stage's
/// own index spaces, with `"after":[{"object":"…","count":2}]`. The last element may be
/// `{"refresh":{"sections":[0],"items":[[0,1]]}}`.
package struct PlanDocument: Encodable {
  private let stages: [Stage]
  private let refresh: Refresh?

  /// - Parameters:
  ///   - sectionName: returns the text of a section's identifier; nil for a section without an object.
  ///   - itemName: returns the text of an item's identifier.
  package init<S, I>(_ plan: UpdatePlan<S, I>, sectionName: (S) -> String?, itemName: (I) -> String) {
    stages = plan.stages.map { stage in
      Stage(
        changes: ChangesDocument(stage.changes, sectionName: sectionName, itemName: itemName),
        after: stage.after.outline.map { Stage.Section(object: sectionName($0.id), count: $0.count) })
    }
    refresh = plan.refresh.map { refresh in
      Refresh(sections: refresh.sections, items: refresh.items.map { [$0.section, $0.item] })
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for stage in stages { try container.encode(stage) }
    if let refresh { try container.encode(["refresh": refresh]) }
  }

  private struct Stage: Encodable {
    struct Section: Encodable {
      enum CodingKeys: CodingKey { case object, count }

      let object: String?
      let count: Int

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // Encode a section without an object as null instead of omitting the member.
        try container.encode(object, forKey: .object)
        try container.encode(count, forKey: .count)
      }
    }
    enum CodingKeys: CodingKey { case after }

    let changes: ChangesDocument
    let after: [Section]

    func encode(to encoder: any Encoder) throws {
      try changes.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(after, forKey: .after)
    }
  }

  private struct Refresh: Encodable {
    let sections: [Int]
    let items: [[Int]]
  }
}
