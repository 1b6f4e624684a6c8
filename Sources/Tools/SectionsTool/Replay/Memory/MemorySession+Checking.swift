import SectionedChanges
import SectionedDataSources

extension MemorySession {
  /// Compares the update of the last batch with the list before and after it. The changes must lead from the old to the
  /// new list and be minimal, views must accept the plan, and each place must have its model.
  ///
  /// - Throws: an error that describes the first difference.
  func compareWithReplay(batch: Int) throws {
    if let difference = try difference() {
      throw ToolError.data("Batch \(batch): the list is not what was reported: \(difference)")
    }
  }

  private func difference() throws -> String? {
    let (old, new) = (before.snapshot, list.snapshot)
    if let difference = differenceOfModels() { return difference }
    guard let update else { return old == new ? nil : "\(old) became \(new), and nothing was reported." }
    guard update.old == old, update.new == new else {
      return "\(old) became \(new); \(update.old) and \(update.new) were reported."
    }
    return try Self.difference(update.changes, from: old, to: new)
  }

  /// Describes an error in the changes between two lists. Returns nil if they lead from the old to the new list, are
  /// minimal, and have a plan that views accept.
  static func difference(
    _ changes: Update.ChangeSet, from old: ScriptList.Snapshot, to new: ScriptList.Snapshot
  ) throws -> String? {
    do {
      let replayed = try changes.apply(to: old, contentOf: new)
      guard replayed == new else { return "\(changes) leads from \(old) to \(replayed), not to \(new)." }
    } catch {
      return "\(changes) does not lead from \(old) to \(new): \(error)."
    }
    let least = try Update.ChangeSet(from: old, to: new)
    guard changes == least else { return "\(changes) is not the least change, which is \(least)." }
    var numbering = Numbering<Name, Name>()
    let (first, last) = (numbering.list(old), numbering.list(new))
    let plan = try UpdatePlan(numbering.changes(changes), new: last.outline)
    for kind in ViewKind.allCases {
      var view = ViewOracle(kind, showing: first)
      do {
        try view.perform(plan, from: first, to: last)
      } catch {
        return "a view refuses the plan of \(changes): \(error)."
      }
    }
    return nil
  }

  /// Compares the identifiers that the list shows with its models.
  private func differenceOfModels() -> String? {
    let shown = list.snapshot.sections.map { ($0.id.id, $0.items.map(\.id.id)) }
    let content = list.content.map { ($0.section.id, $0.items.map(\.id)) }
    guard shown.count == content.count else { return "it has \(shown.count) sections, not \(content.count)." }
    for (index, (shown, held)) in zip(shown, content).enumerated() where shown != held {
      return "section \(index) is \(shown.0) \(shown.1), not \(held.0) \(held.1)."
    }
    return nil
  }
}
