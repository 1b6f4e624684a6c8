/// A change set as a series of batches, each of which a `UITableView` or a `UICollectionView` accepts.
///
/// ```swift
/// let plan = try UpdatePlan(changes, new: controller.outline)
/// for stage in plan.stages {
///   collectionView.performBatchUpdates {
///     model = stage.after
///     collectionView.deleteSections(IndexSet(stage.changes.sections.deleted.map(\.place)))
///     // Likewise what else the stage inserts, deletes and moves.
///   }
/// }
/// ```
///
/// A view refuses or garbles some batches that are consistent in themselves: an item moved into a section that the
/// batch inserts or out of one that it deletes, an item changed in a section that the batch moves, a cell reloaded
/// beside any of this. The plan keeps these apart:
///
/// - **A** all deletions. A deleted section that items leave for another one stays for now, without its other items.
/// - **B** section moves and insertions; an inserted section comes with the items it brings, without those that move
///   in.
/// - **C** item moves and insertions.
/// - **D** deletion of the sections that C emptied.
/// - **E** ``refresh``: what changed is configured again, at its new place.
///
/// Empty stages are left out. A to D are one stage where that is safe: when no section moves beside an inserted,
/// deleted or moved item, and no item moves into an inserted section or out of a deleted one.
///
/// The stages are carried out in order. In the view's batch update, first make ``Stage/after`` the model that the data
/// source answers from, then perform ``Stage/changes``. At last reconfigure ``refresh``.
public struct UpdatePlan<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// A batch of a plan.
  public struct Stage: Sendable {
    /// Insertions, deletions and moves, in the old and new space of this stage: its old list is the list after the
    /// stage before. No updates.
    public let changes: SectionedChangeSet<SectionID, ItemID>
    /// The list that the view must see from this stage on.
    public let after: StageModel<SectionID, ItemID>

    @inlinable
    init(changes: SectionedChangeSet<SectionID, ItemID>, after: StageModel<SectionID, ItemID>) {
      self.changes = changes
      self.after = after
    }
  }

  /// The sections and items to configure again without structural changes, at places of the new list.
  public struct Refresh: Hashable, Sendable {
    /// Indices of updated and moved sections, ascending. Configure their headers; never reload the sections.
    public let sections: [Int]
    /// Places of updated and moved items, ascending. Reconfigure them in a batch of their own.
    public let items: [ItemPlace]

    @inlinable
    init(sections: [Int], items: [ItemPlace]) {
      self.sections = sections
      self.items = items
    }
  }

  /// The stages in which structure changes, in order.
  public let stages: [Stage]
  /// The last stage; nil when nothing is to be configured again.
  public let refresh: Refresh?

  /// Makes the plan of a change set.
  ///
  /// - Parameters:
  ///   - changes: a change set.
  ///   - new: the outline of the list after it.
  /// - Complexity: O(changes · log changes). The stages together hold O(sections + changes).
  /// - Throws: ``SectionedChangeError`` when several stages are needed and the change set names
  ///   a place twice.
  @inlinable
  public init(_ changes: SectionedChangeSet<SectionID, ItemID>, new: [SectionOutline<SectionID>]) throws {
    try self.init(changes, outline: .outline(new))
  }

  /// Makes the plan of a change set.
  ///
  /// - Parameters:
  ///   - changes: a change set.
  ///   - new: the list after it.
  /// - Complexity: O(changes · log changes), whatever the number of sections.
  /// - Throws: ``SectionedChangeError`` when several stages are needed and the change set names
  ///   a place twice.
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
  /// A line for each stage and for the refresh, in order.
  ///
  /// - Complexity: O(changes + sections · log changes) for each stage.
  public var description: String {
    var lines = stages.map { "\($0)" }
    if let refresh { lines.append("\(refresh)") }
    return lines.isEmpty ? "nothing to do" : lines.joined(separator: "\n")
  }
}

extension UpdatePlan.Stage: CustomStringConvertible {
  /// `sections: deleted 0 (a) → [b: 3]`: the changes, and the list after them.
  ///
  /// - Complexity: O(changes + sections · log changes).
  public var description: String { "\(changes) → \(after)" }
}

extension UpdatePlan.Refresh: CustomStringConvertible {
  /// `refresh sections [0], items [[1, 2]]`
  ///
  /// - Complexity: O(places).
  public var description: String { "refresh sections \(sections), items \(items)" }
}

extension SectionedChangeSet {
  /// Whether a plan needs one structural stage only: no section moves beside an inserted, deleted or moved item, and no
  /// item moves into an inserted section or out of a deleted one.
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
