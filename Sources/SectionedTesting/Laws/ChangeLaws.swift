import SectionedChanges

/// The laws of the change core, for one pair of lists: what every test of it checks, exhaustive or random.
package enum ChangeLaws {
  /// A law that does not hold, with the lists that show it.
  package struct Violation: Error, CustomStringConvertible {
    package let description: String
  }

  /// Checks everything that is said of the changes between two lists.
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

  /// Law 3 and law 6, and that the other way of computing agrees.
  private static func verifyLeast(
    _ changes: SectionedChangeSet<Int, Int>, from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>
  ) throws {
    let least = LeastChangeOracle.changeSet(from: old, to: new)
    try require(changes == least, "\(changes) is not the least change \(least)")
    let told = try ToldChanges.changeSet(from: old, to: new, telling: .everything)
    try require(told == least, "told of everything, the builder made \(told) and not \(least)")
  }

  /// Laws 1, 2 and 4.
  private static func verifyReplay(
    _ changes: SectionedChangeSet<Int, Int>, from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>
  ) throws {
    try changes.check(old: old, new: new)
    try require(NaiveReplay.apply(changes, to: old, contentOf: new) == new, "\(changes) does not replay")
    let inverse = changes.inverted
    try require(inverse.inverted == changes, "\(changes) inverted twice is \(inverse.inverted)")
    try require(try inverse.apply(to: new, contentOf: old) == old, "\(inverse) does not lead back")
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
