import SectionedChanges

/// Checks the laws of change sets for one pair of lists. All tests of change sets use it, exhaustive or random:
///
/// 1. A change set applied to the old list gives the new one, revisions included.
/// 2. No place is named twice in the old list or in the new one, all places are in bounds, and the numbers of sections
///    match.
/// 3. The changes are minimal. No element is both deleted and inserted. The elements that stay put are an increasing
///    subsequence with, first, the most unchanged elements, then the most elements, then the lexicographically smallest
///    list of old indices. This holds for the sections, and for the items of each section that is in both lists. So
///    there is exactly one right answer.
/// 4. The inverse leads from the new list to the old one, and its inverse is the change set itself.
/// 5. Two successive change sets combine into one, which satisfies laws 1 and 2 for the first and the last list. It has
///    the changed keys of both.
/// 6. Exactly those elements are updated that are in both lists, did not move and have another revision.
/// 7. An identifier that occurs twice causes an error that names it, never a wrong answer.
///
/// Laws 5 and 7 need other input than one pair of valid lists. `CombinationTests` and `DuplicateTests` check them.
package enum ChangeLaws {
  /// A violated law, with the lists that show it.
  package struct Violation: Error, CustomStringConvertible {
    package let description: String
  }

  /// Checks these laws, the update plan and the classic delegate calls for the changes between two lists.
  ///
  /// - Parameter views: the kinds of view that perform the plan. They differ only in the words of their messages.
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

  /// Checks a change set that differs from an already verified one only in updates and keys.
  ///
  /// The same structure has the same inverse, stages and callbacks, so only the rest is checked.
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

  /// Checks that the changes equal the oracle's, and that the builder makes the same ones if every element is recorded.
  private static func verifyLeast(
    _ changes: SectionedChangeSet<Int, Int>, from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>
  ) throws {
    let least = LeastChangeOracle.changeSet(from: old, to: new)
    try require(changes == least, "\(changes) is not the least change \(least)")
    let reported = try ReportedChanges.changeSet(from: old, to: new, reporting: .everything)
    try require(reported == least, "given everything, the builder made \(reported) and not \(least)")
  }

  /// Checks that the changes lead from the old list to the new one. `apply` also checks the places.
  private static func verifyReplay(
    _ changes: SectionedChangeSet<Int, Int>, from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>
  ) throws {
    try require(try changes.apply(to: old, contentOf: new) == new, "\(changes) does not apply")
    try require(NaiveReplay.apply(changes, to: old, contentOf: new) == new, "\(changes) does not replay")
  }

  /// Checks that the inverse leads back to the old list, and that inverting twice gives the changes again.
  private static func verifyInverse(
    _ changes: SectionedChangeSet<Int, Int>, from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>
  ) throws {
    let inverse = changes.inverted
    try require(inverse.inverted == changes, "\(changes) inverted twice is \(inverse.inverted)")
    try require(NaiveReplay.apply(inverse, to: new, contentOf: old) == old, "\(inverse) does not lead back")
  }

  /// Checks that a simulated view accepts each stage of the plan and shows its list, and that the plan has several
  /// stages only if one batch would be illegal.
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

  /// Checks that the classic callbacks are legal in one batch, and that they are the faithful ones if those are legal.
  private static func verifyClassicCallbacks(
    _ changes: SectionedChangeSet<Int, Int>, from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>
  ) throws {
    let faithful = changes.classicCallbacks(.faithful)
    let legal = changes.classicCallbacks(.legalInOneBatch)
    // `verifyPlan` has already performed this batch, as the only stage of the plan.
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
