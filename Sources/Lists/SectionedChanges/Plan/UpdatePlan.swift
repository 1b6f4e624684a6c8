/// A change set as a series of batches that a `UITableView` or `UICollectionView` accepts.
///
/// ```swift
/// let plan = try UpdatePlan(changes, new: controller.outline)
/// for stage in plan.stages {
///   collectionView.performBatchUpdates {
///     model = stage.after
///     collectionView.deleteSections(IndexSet(stage.changes.sections.deleted.map(\.place)))
///     // Perform the other deletions, the insertions and the moves of the stage, too.
///   }
/// }
/// ```
///
/// A view rejects or corrupts some batches that are consistent: an item that moves into an inserted section or out of a
/// deleted section, an item change in a moved section, and a cell reload together with any structural change. The plan
/// separates these into stages:
///
/// - **A**: all deletions. A deleted section from which items move to other sections stays for now, without its other
///   items.
/// - **B**: section moves and insertions. An inserted section comes with the items that it brings, and without those
///   that move in.
/// - **C**: item moves and insertions.
/// - **D**: deletions of the sections that C has emptied.
/// - **E**, ``refresh``: changed elements are configured again, at their new places.
///
/// Empty stages are omitted. A to D become one stage if that is safe: if no section moves together with an inserted,
/// deleted or moved item, and no item moves into an inserted section or out of a deleted one.
///
/// Perform the stages in order. In the view's batch update, first make ``Stage/after`` the data source's model, and
/// then perform ``Stage/changes``. Finally, reconfigure the elements of ``refresh``.
public struct UpdatePlan<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// A batch of a plan.
  public struct Stage: Sendable {
    /// The insertions, deletions and moves of the stage, without updates. The old list is the list after the previous
    /// stage.
    public let changes: SectionedChangeSet<SectionID, ItemID>
    /// The list that the data source must provide from this stage on.
    public let after: StageModel<SectionID, ItemID>

    @inlinable
    init(changes: SectionedChangeSet<SectionID, ItemID>, after: StageModel<SectionID, ItemID>) {
      self.changes = changes
      self.after = after
    }
  }

  /// The sections and items to configure again after the structural changes, by places in the new list.
  public struct Refresh: Hashable, Sendable {
    /// The indices of updated and moved sections, sorted. Configure their headers, and never reload the sections.
    public let sections: [Int]
    /// The places of updated and moved items, sorted. Reconfigure them in a separate batch.
    public let items: [ItemPlace]

    @inlinable
    init(sections: [Int], items: [ItemPlace]) {
      self.sections = sections
      self.items = items
    }
  }

  /// The stages with structural changes, in order.
  public let stages: [Stage]
  /// The final stage; nil if nothing must be configured again.
  public let refresh: Refresh?

  /// Creates the plan for a change set.
  ///
  /// - Parameters:
  ///   - changes: a change set.
  ///   - new: the outline of the list after the changes.
  /// - Complexity: O(changes · log changes). The stages together take O(sections + changes) memory.
  /// - Throws: ``SectionedChangeError`` if several stages are needed and the change set names a place twice.
  @inlinable
  public init(_ changes: SectionedChangeSet<SectionID, ItemID>, new: [SectionOutline<SectionID>]) throws {
    try self.init(changes, outline: .outline(new))
  }

  /// Creates the plan for a change set.
  ///
  /// - Parameters:
  ///   - changes: a change set.
  ///   - new: the list after the changes.
  /// - Complexity: O(changes · log changes), independent of the number of sections.
  /// - Throws: ``SectionedChangeError`` if several stages are needed and the change set names a place twice.
  @inlinable
  public init(
    _ changes: SectionedChangeSet<SectionID, ItemID>, new: SectionedSnapshot<SectionID, ItemID>
  ) throws {
    try self.init(changes, outline: .snapshot(new))
  }

  @inlinable
  init(_ changes: SectionedChangeSet<SectionID, ItemID>, outline: NewOutline<SectionID, ItemID>) throws {
    stages = try PlanStages(changes, new: outline).stages()
    let sections = (changes.sections.updated.map { $0.new } + changes.sections.moved.map { $0.to }).sorted()
    let items = (changes.items.updated.map { $0.new } + changes.items.moved.map { $0.to }).sorted()
    refresh = sections.isEmpty && items.isEmpty ? nil : Refresh(sections: sections, items: items)
  }
}

extension UpdatePlan: CustomStringConvertible {
  /// The plan as text, with a line for each stage and for the refresh.
  ///
  /// - Complexity: O(changes + sections · log changes) for each stage.
  public var description: String {
    var lines = stages.map { "\($0)" }
    if let refresh { lines.append("\(refresh)") }
    return lines.isEmpty ? "nothing to do" : lines.joined(separator: "\n")
  }
}

extension UpdatePlan.Stage: CustomStringConvertible {
  /// The changes and the list after them as text, such as `sections: deleted 0 (a) → [b: 3]`.
  ///
  /// - Complexity: O(changes + sections · log changes).
  public var description: String { "\(changes) → \(after)" }
}

extension UpdatePlan.Refresh: CustomStringConvertible {
  /// The refresh as text, such as `refresh sections [0], items [[1, 2]]`.
  ///
  /// - Complexity: O(places).
  public var description: String { "refresh sections \(sections), items \(items)" }
}

extension SectionedChangeSet {
  /// Whether a plan needs only one structural stage: no section moves together with an inserted, deleted or moved item,
  /// and no item moves into an inserted section or out of a deleted one.
  ///
  /// - Complexity: O(changes).
  @inlinable
  public var isLegalInOneBatch: Bool {
    let changesItems = !items.deleted.isEmpty || !items.inserted.isEmpty || !items.moved.isEmpty
    if changesItems, !sections.moved.isEmpty { return false }
    if items.moved.isEmpty { return true }
    let deleted = Set(sections.deleted.map { $0.place })
    let inserted = Set(sections.inserted.map { $0.place })
    return !items.moved.contains { deleted.contains($0.from.section) || inserted.contains($0.to.section) }
  }
}
