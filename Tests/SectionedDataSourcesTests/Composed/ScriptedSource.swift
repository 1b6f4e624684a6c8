import SectionedChanges

@testable import SectionedDataSources

/// A source whose steps are set by a test.
final class ScriptedSource: SectionedDataSource {
  typealias Section = Shelf
  typealias Item = Book

  let core: SourceCore<Int, Int>
  private var next: SourceCore<Int, Int>.Step?

  init(phase: LoadingPhase = .loaded) {
    core = SourceCore(phase: phase)
    core.step = { [weak self] in
      defer { self?.next = nil }
      return self?.next
    }
  }

  func show(
    _ snapshot: Snapshot, _ changes: Update.ChangeSet, phase: LoadingPhase? = nil, origin: UpdateOrigin = .program
  ) {
    core.perform {
      next = .init(snapshot: snapshot, changes: changes, phase: phase, origin: origin)
      core.setNeedsSettling()
    }
  }

  func enter(_ phase: LoadingPhase) { show(snapshot, .init(), phase: phase) }

  func item(for id: ListedID<Int>) -> Book? { place(of: id).map { _ in Book(id: id.id) } }
  func section(for id: ListedID<Int>) -> Shelf? { index(ofSection: id).map { _ in Shelf(id: id.id) } }
  func index(ofSection id: ListedID<Int>) -> Int? { snapshot.sections.firstIndex { $0.id == id } }

  func place(of id: ListedID<Int>) -> ItemPlace? {
    for (section, content) in snapshot.sections.enumerated() {
      if let item = content.items.firstIndex(where: { $0.id == id }) { return ItemPlace(section: section, item: item) }
    }
    return nil
  }
}

/// A source that counts the calls that look up the place of an identifier.
final class CountedSource: SectionedDataSource {
  typealias Section = Shelf
  typealias Item = Book

  final class Count { var asked = 0 }

  let base: Shelves
  let count: Count
  var core: SourceCore<Int, Int> { base.core }

  init(_ base: Shelves, _ count: Count) {
    self.base = base
    self.count = count
  }

  func item(for id: ListedID<Int>) -> Book? { base.item(for: id) }
  func section(for id: ListedID<Int>) -> Shelf? { base.section(for: id) }

  func index(ofSection id: ListedID<Int>) -> Int? {
    count.asked += 1
    return base.index(ofSection: id)
  }

  func place(of id: ListedID<Int>) -> ItemPlace? {
    count.asked += 1
    return base.place(of: id)
  }
}
