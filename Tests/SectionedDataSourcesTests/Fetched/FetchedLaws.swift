import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// An observer that checks the laws of each step of a source, and what the source answers while no step is in progress.
final class FetchedLaws<Source: SectionedDataSource> {
  let source: Source
  let name: String
  private(set) var steps = 0
  private(set) var origins: [UpdateOrigin] = []
  private(set) var changes: [Source.Update.ChangeSet] = []
  private var last: Source.Snapshot
  private var numbering = Numbering<ListedID<Source.SectionID>, ListedID<Source.ItemID>>()
  private var token: ObservationToken?
  /// Called with each step, after the checks.
  var notify: (Source.Update) -> Void = { _ in }

  init(_ source: Source, _ name: String = "") {
    self.source = source
    self.name = name
    last = source.snapshot
    token = source.observe { [weak self] in self?.check($0) }
  }

  private func check(_ update: Source.Update) {
    steps += 1
    origins.append(update.origin)
    changes.append(update.changes)
    #expect(update.old == last, "\(name): an update begins with another list")
    last = update.new
    do {
      let least = try Source.Update.ChangeSet(from: update.old, to: update.new)
      #expect(update.changes.withoutKeys == least.withoutKeys, "\(name): changes are not the least")
      #expect(try update.changes.apply(to: update.old, contentOf: update.new) == update.new, "\(name): does not apply")
      // The naive oracle tries all subsets, so it only checks small lists.
      guard max(update.old.numberOfItems, update.new.numberOfItems) < 18 else { return notify(update) }
      try ChangeLaws.verify(from: numbering.list(update.old), to: numbering.list(update.new), views: [.table])
    } catch {
      Issue.record("\(name): \(error)")
    }
    notify(update)
  }

  /// Checks that the source answers as its snapshot says, and that the observer has the same snapshot.
  func checkAtRest() {
    let snapshot = source.snapshot
    #expect(snapshot == last, "\(name): the observer has another list")
    for (index, section) in snapshot.sections.enumerated() {
      #expect(source.index(ofSection: section.id) == index, "\(name): section \(section.id)")
      #expect(source.section(for: section.id) != nil, "\(name): section \(section.id) has no model")
      for (item, element) in section.items.enumerated() {
        #expect(source.place(of: element.id) == ItemPlace(section: index, item: item), "\(name): \(element.id)")
        #expect(source.item(for: element.id) != nil, "\(name): \(element.id) has no model")
      }
      #expect(source.items(inSection: index).count == section.items.count, "\(name): items of section \(index)")
    }
  }

  func takeChanges() -> [Source.Update.ChangeSet] {
    defer { changes = [] }
    return changes
  }
}

extension SectionedChangeSet {
  var withoutKeys: Self {
    var result = self
    for index in result.sections.moved.indices { result.sections.moved[index].keys = nil }
    for index in result.sections.updated.indices { result.sections.updated[index].keys = nil }
    for index in result.items.moved.indices { result.items.moved[index].keys = nil }
    for index in result.items.updated.indices { result.items.updated[index].keys = nil }
    return result
  }
}
