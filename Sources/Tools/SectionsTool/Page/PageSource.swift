import SectionedChanges
import SectionedDataSources

/// An event of a controller, with the data that a page shows of it.
struct PageEvent: Sendable {
  let list: PageList
  let changes: PageSource.Update.ChangeSet
  /// The calls of the delegate, one a line.
  let callbacks: [String]
}

/// A version of a controller's list with titles. Its identifiers do not change when objects are saved.
struct PageList: Sendable {
  var snapshot: PageSource.Snapshot
  var titles: [String: String]
  var sectionTitles: [String: String]
}

/// A source that replays the lists which a controller reported, one step for each event. Its models are titles.
final class PageSource: SectionedDataSource {
  let core: SourceCore<String, String>
  private var list: PageList
  private var next: SourceCore<String, String>.Step?

  init(_ list: PageList) {
    self.list = list
    core = SourceCore(snapshot: list.snapshot)
    core.step = { [unowned self] in
      defer { next = nil }
      return next
    }
  }

  func play(_ event: PageEvent) {
    core.perform {
      list = event.list
      next = .init(snapshot: event.list.snapshot, changes: event.changes)
      core.setNeedsSettling()
    }
  }

  func item(for id: ListedID<String>) -> String? { list.titles[id.id] }

  func section(for id: ListedID<String>) -> String? { list.sectionTitles[id.id] }

  func place(of id: ListedID<String>) -> ItemPlace? {
    for (index, section) in snapshot.sections.enumerated() {
      if let item = section.items.firstIndex(where: { $0.id == id }) { return ItemPlace(section: index, item: item) }
    }
    return nil
  }

  func index(ofSection id: ListedID<String>) -> Int? { snapshot.sections.firstIndex { $0.id == id } }
}
