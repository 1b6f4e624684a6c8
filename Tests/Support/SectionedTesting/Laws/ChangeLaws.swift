import SectionedChanges

/// The laws of change sets, checked for one pair of lists: what every test of them checks, exhaustive or random.
///
/// 1. A change set applied to the old list gives the new one, revisions included.
/// 2. No place is named twice in the old list or in the new one, all are in bounds, and the counts of sections balance.
/// 3. Changes are the least. No element is both deleted and inserted. Of the elements of a section that is in both
///    lists, and of the sections, those stay put that are the increasing subsequence which keeps first the most
///    unchanged elements, then the most elements, then the lexicographically smallest list of old indices. So one
///    answer is right.
/// 4. The inverse leads from the new list to the old one, and its inverse is the change set itself.
/// 5. Two change sets as one are true of the first and the last list, by 1 and 2, with the keys of both united.
/// 6. Updated are those elements of both lists that did not move and have another revision, and nothing else.
/// 7. An identifier that stands twice is an error with its name, never a wrong answer.
///
/// The fifth and the seventh need other lists than two good ones: `CombinationTests` and `DuplicateTests` check them.
package enum ChangeLaws {
  /// A law that does not hold, with the lists that show it.
  package struct Violation: Error, CustomStringConvertible {
    package let description: String
  }

  /// Checks these laws, the plan and the classic calls for the changes between two lists.
  ///
  /// - Parameter views: the views that the plan is put to. They differ in words only.
  /// - Returns: the changes.
  /// - Throws: ``Violation`` for the first law that does not hold.
  @discardableResult
  package static func verify(
    from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>,
    views: [ViewKind] = ViewKind.allCases
  ) throws -> SectionedChangeSet<Int, Int> {
    do {
      let changes = try SectionedChangeSet(from: old, to: new)
      try verifyLeast(changes, from: old, to: new)
      try verifyReplay(changes, from: old, to: new)
      try verifyInverse(changes, from: old, to: new)
      try verifyPlan(changes, from: old, to: new, views: views)
      try verifyClassicCallbacks(changes, from: old, to: new)
      return changes
    } catch {
      throw Violation(description: "\(old) → \(new): \(error)")
    }
  }

  private static func require(_ holds: Bool, _ law: @autoclosure () -> String) throws {
    if !holds { throw Violation(description: law()) }
  }

  /// Checks a change set that differs from another, already verified one in updates and keys only.
  ///
  /// Structure that is the same has the same inverse, the same stages and the same callbacks; what can differ is
  /// checked.
  package static func verify(
    from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>,
    asStructureOf verified: SectionedChangeSet<Int, Int>
  ) throws {
    do {
      let changes = try SectionedChangeSet(from: old, to: new)
      let least = LeastChangeOracle.changeSet(from: old, to: new)
      try require(changes == least, "\(changes) is not the least change \(least)")
      try require(NaiveReplay.apply(changes, to: old, contentOf: new) == new, "\(changes) does not replay")
      try require(changes.structure == verified.structure, "\(changes) has not the structure of \(verified)")
      let refresh = try UpdatePlan(changes, new: new.outline).refresh
      let items = changes.items.updated.map { $0.new } + changes.items.moved.map { $0.to }
      try require(refresh?.items ?? [] == items.sorted(), "\(changes) is refreshed by \(String(describing: refresh))")
    } catch {
      throw Violation(description: "\(old) → \(new): \(error)")
    }
  }

  /// The changes are the least, all updates are there, and the other way of computing agrees.
  private static func verifyLeast(
    _ changes: SectionedChangeSet<Int, Int>, from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>
  ) throws {
    let least = LeastChangeOracle.changeSet(from: old, to: new)
    try require(changes == least, "\(changes) is not the least change \(least)")
    let reported = try ReportedChanges.changeSet(from: old, to: new, reporting: .everything)
    try require(reported == least, "given everything, the builder made \(reported) and not \(least)")
  }

  /// Applied to the old list they give the new one. Applying checks the places first.
  private static func verifyReplay(
    _ changes: SectionedChangeSet<Int, Int>, from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>
  ) throws {
    try require(try changes.apply(to: old, contentOf: new) == new, "\(changes) does not apply")
    try require(NaiveReplay.apply(changes, to: old, contentOf: new) == new, "\(changes) does not replay")
  }

  /// The inverse leads back.
  private static func verifyInverse(
    _ changes: SectionedChangeSet<Int, Int>, from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>
  ) throws {
    let inverse = changes.inverted
    try require(inverse.inverted == changes, "\(changes) inverted twice is \(inverse.inverted)")
    try require(NaiveReplay.apply(inverse, to: new, contentOf: old) == old, "\(inverse) does not lead back")
  }

  /// Every stage of the plan is a true change set and legal, in a view and in its models.
  private static func verifyPlan(
    _ changes: SectionedChangeSet<Int, Int>, from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>,
    views: [ViewKind]
  ) throws {
    let plan = try UpdatePlan(changes, new: new.outline)
    for kind in views {
      var view = ViewOracle(kind, showing: old)
      do {
        try view.perform(plan, from: old, to: new)
      } catch {
        throw Violation(description: "plan \(plan): \(error)")
      }
    }
    try require(
      plan.stages.count <= 1 || !changes.isLegalInOneBatch, "\(changes) needs one stage and not \(plan.stages.count)")
  }

  /// The classic callbacks are legal in one batch, and are the change set when that is.
  private static func verifyClassicCallbacks(
    _ changes: SectionedChangeSet<Int, Int>, from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>
  ) throws {
    let faithful = changes.classicCallbacks(.faithful)
    let legal = changes.classicCallbacks(.legalInOneBatch)
    // One legal batch has gone through a view as the only stage of the plan.
    if changes.isLegalInOneBatch {
      return try require(legal == faithful, "\(changes) is legal in one batch, and yet \(legal) is named")
    }
    func refusal(of callbacks: ClassicCallbacks<Int, Int>) -> ViewException? {
      var view = ViewOracle(.table, showing: old, allowsRedundantItems: true)
      do {
        try view.perform(
          ViewBatch(structureOf: callbacks), before: ViewDataSource(old), after: ViewDataSource(new))
        return nil
      } catch {
        return error as? ViewException ?? ViewException("\(error)")
      }
    }
    if let refusal = refusal(of: legal) { throw Violation(description: "callbacks \(legal): \(refusal)") }
    if legal != faithful {
      try require(refusal(of: faithful) != nil, "\(faithful) is legal, and yet \(legal) is named")
    }
  }
}

extension SectionedChangeSet {
  /// These changes without updates and keys.
  fileprivate var structure: Self {
    var result = self
    result.sections.updated = []
    result.items.updated = []
    for index in sections.moved.indices { result.sections.moved[index].keys = nil }
    for index in items.moved.indices { result.items.moved[index].keys = nil }
    return result
  }
}
