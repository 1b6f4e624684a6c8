import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// Observes a source, and checks each of its updates by the laws of sources.
///
/// 1. The old list of an update is the new list of the update before it.
/// 2. Its changes are the least, and a view accepts their plan.
/// 3. Its changes, applied to the old list, give the new list.
/// 4. The last new list is the source's snapshot.
/// 5. The source finds each place, index and model of its snapshot, and no other.
final class SourceWatcher<Source: SectionedDataSource> {
  private(set) var updates: [Source.Update] = []
  private(set) var snapshot: Source.Snapshot
  private(set) var phase: LoadingPhase
  /// Called at the end of each update. The closure may change anything.
  var during: ((Source.Update) -> Void)?
  /// Whether the changes are also compared with an exhaustive search for the least ones.
  var isExhaustive = true
  private var numbering = Numbering<ListedID<Source.SectionID>, ListedID<Source.ItemID>>()
  private var token: ObservationToken?
  private unowned let source: Source

  init(_ source: Source) {
    self.source = source
    snapshot = source.snapshot
    phase = source.phase
    token = source.observe { [unowned self] in receive($0) }
  }

  private func receive(_ update: Source.Update) {
    updates.append(update)
    #expect(update.old == snapshot && update.oldPhase == phase, "an update does not follow the one before")
    #expect(!update.isEmpty)
    do { try check(update) } catch { Issue.record(error) }
    snapshot = update.new
    phase = update.phase
    during?(update)
  }

  private func check(_ update: Source.Update) throws {
    #expect(try update.changes.apply(to: update.old, contentOf: update.new) == update.new)
    let least = try SectionedChangeSet(from: update.old, to: update.new)
    #expect(update.changes.withoutNames == least, "\(update.changes) is not the least \(least)")
    let (old, new) = (numbering.list(update.old), numbering.list(update.new))
    if isExhaustive, old.isShort, new.isShort {
      try ChangeLaws.verify(from: old, to: new)
    } else {
      let plan = try UpdatePlan(try SectionedChangeSet(from: old, to: new), new: new.outline)
      for kind in ViewKind.allCases {
        var view = ViewOracle(kind, showing: old)
        try view.perform(plan, from: old, to: new)
      }
    }
  }

  /// Checks the fourth and the fifth law. Called while no update is in progress.
  func checkSource() {
    #expect(snapshot == source.snapshot, "the last update is not the list")
    #expect(phase == source.phase)
    for (index, section) in snapshot.sections.enumerated() {
      #expect(source.index(ofSection: section.id) == index)
      #expect(source.section(for: section.id) != nil)
      var seen: [ListedID<Source.ItemID>] = []
      source.forEachItem(inSection: index) { id, _ in seen.append(id) }
      #expect(seen == section.items.map(\.id))
      for (item, element) in section.items.enumerated() {
        #expect(source.place(of: element.id) == ItemPlace(section: index, item: item))
        #expect(source.item(for: element.id) != nil)
      }
    }
    #expect(source.item(at: ItemPlace(section: snapshot.numberOfSections, item: 0)) == nil)
    #expect(source.item(at: ItemPlace(section: -1, item: 0)) == nil)
    #expect(source.section(at: snapshot.numberOfSections) == nil)
  }
}

extension SectionedSnapshot {
  /// Whether a search through all subsets of the elements is fast.
  fileprivate var isShort: Bool { numberOfSections <= 6 && sections.allSatisfy { $0.items.count <= 6 } }
}

extension SectionedChangeSet {
  /// The changes with unknown keys instead of the names of properties, as a comparison of two lists gives them.
  var withoutNames: Self {
    func unnamed(_ keys: Set<String>?) -> Set<String>? { keys?.isEmpty == true ? keys : nil }
    var result = self
    for index in sections.moved.indices { result.sections.moved[index].keys = unnamed(sections.moved[index].keys) }
    for index in sections.updated.indices {
      result.sections.updated[index].keys = unnamed(sections.updated[index].keys)
    }
    for index in items.moved.indices { result.items.moved[index].keys = unnamed(items.moved[index].keys) }
    for index in items.updated.indices { result.items.updated[index].keys = unnamed(items.updated[index].keys) }
    return result
  }
}
