import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

/// An observer that checks each update of a source against a naive list.
final class DerivedLaws<Source: SectionedDataSource> where Source.Item == Volume {
  typealias Key = ListedID<Source.ItemID>
  /// The expected sections: their identifiers, and their items with the models.
  typealias Naive = [(section: ListedID<Source.SectionID>, items: [(Key, Volume)])]

  let name: String
  let source: Source
  private let naive: () -> Naive
  private var token: ObservationToken?
  private var seen: Source.Snapshot
  private var models: [Key: Volume] = [:]
  private var numbering = Numbering<ListedID<Source.SectionID>, Key>()
  private var count = 0
  private(set) var updates: [Source.Update] = []
  /// Called after the checks of each update.
  var then: () -> Void = {}

  init(_ name: String, _ source: Source, _ naive: @escaping () -> Naive) throws {
    (self.name, self.source, self.naive) = (name, source, naive)
    seen = source.snapshot
    token = source.observe { [weak self] in self?.take($0) }
    try check()
  }

  private func take(_ update: Source.Update) {
    updates.append(update)
    #expect(update.old == seen, "\(name): the old list is another one")
    #expect(!update.isEmpty, "\(name): nothing changed")
    seen = update.new
    do {
      let least = try Source.Update.ChangeSet(from: update.old, to: update.new)
      #expect(update.changes == least, "\(name): \(update.old) → \(update.new)")
      let (old, new) = (numbering.list(update.old), numbering.list(update.new))
      // The assertion above compares with the same algorithm. Checking all laws takes long, so only every third update
      // is checked.
      count += 1
      // The oracle tries all subsets, so it only checks small lists.
      let isSmall = [old, new].allSatisfy { $0.numberOfItems < 16 && $0.numberOfSections < 16 }
      if isSmall, count.isMultiple(of: 3) { try ChangeLaws.verify(from: old, to: new, views: [.table]) }
      let applied = try update.changes.apply(
        to: update.old, sectionAt: { update.new.sections[$0].element }, itemAt: { update.new[$0] })
      #expect(applied == update.new, "\(name): does not apply")
    } catch {
      Issue.record("\(name): \(error)")
    }
    then()
  }

  /// Compares the source with the naive list. Called while no update is in progress.
  func check() throws {
    let snapshot = source.snapshot
    try #require(seen == snapshot, "\(name): the list is not that of the last update")
    let naive = naive()
    try #require(snapshot.sectionIDs == naive.map(\.section), "\(name): sections")
    var revisions: [Key: Int] = [:]
    for (index, section) in naive.enumerated() {
      try #require(snapshot.itemIDs(inSection: index) == section.items.map(\.0), "\(name): items of \(section.section)")
      try #require(source.items(inSection: index) == section.items.map(\.1), "\(name): models of \(section.section)")
      try #require(source.index(ofSection: section.section) == index)
      try #require(source.section(for: section.section) != nil)
      for (item, (key, model)) in section.items.enumerated() {
        try #require(source.place(of: key) == ItemPlace(section: index, item: item), "\(name): \(key)")
        try #require(source.item(for: key) == model)
        revisions[key] = snapshot.sections[index].items[item].revision
      }
    }
    for (key, model) in models where source.item(for: key) == nil {
      try #require(source.place(of: key) == nil, "\(name): \(key) \(model) has gone, and has a place")
    }
    try checkRevisions(revisions, naive)
    models = Dictionary(naive.flatMap(\.items), uniquingKeysWith: { first, _ in first })
    lastRevisions = revisions
    updates = []
  }

  private var lastRevisions: [Key: Int] = [:]

  /// Checks that an item with another model has another revision, and that a revision changes only if the update
  /// reports a change.
  private func checkRevisions(_ revisions: [Key: Int], _ naive: Naive) throws {
    let changed = Set(updates.flatMap { Self.changed($0) })
    for (key, model) in naive.flatMap(\.items) {
      guard let before = models[key] else { continue }
      if before != model {
        try #require(lastRevisions[key] != revisions[key], "\(name): \(key) changed")
      } else if updates.count == 1 {
        try #require((lastRevisions[key] != revisions[key]) == changed.contains(key), "\(name): \(key) did not change")
      }
    }
  }

  private static func changed(_ update: Source.Update) -> [Key] {
    update.changes.items.updated.map { update.new[$0.new].id }
      + update.changes.items.moved.filter { $0.keys != [] }.map { update.new[$0.to].id }
  }
}
