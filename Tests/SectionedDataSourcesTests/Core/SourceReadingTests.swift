import SectionedChanges
import SectionedTesting
import TestTraits
import Testing

@testable import SectionedDataSources

@Suite("What any source answers")
struct SourceReadingTests {
  private static func askEverything(_ source: some SectionedDataSource) {
    for number in [Int.min, -1, 0, 1, Int.max] {
      _ = (source.section(at: number), source.sectionID(at: number), source.items(inSection: number))
      _ = source.numberOfItems(inSection: number)
      for item in [Int.min, -1, 0, 1, Int.max] {
        let place = ItemPlace(section: number, item: item)
        _ = (source.item(at: place), source.itemID(at: place), source.item(item, inSection: number))
      }
    }
  }

  #if os(macOS) || os(Linux)
    @Test("no number traps, the largest and the least among them", .startsProcesses)
    func numbers() async {
      await #expect(processExitsWith: .success) {
        let list = shelves("1: 10 11 | 2: 20 | 3:", anomalies: silent)
        let one = OneSectionDataSource(shelves("5: 50 51 | 6: 60"), section: Shelf(id: 5))
        let composed = try BookSource([BookChild(list), BookChild(shelves("4: 40")), BookChild(one)])
        let inOne = try BookSource([BookChild(one)])
        Self.askEverything(list)
        Self.askEverything(one)
        Self.askEverything(composed)
        Self.askEverything(inOne)
        Self.askEverything(FilteredDataSource(list) { _ in true })
        Self.askEverything(GroupedDataSource(list, by: { $0.id / 10 }))
        Self.askEverything(TagGroupedDataSource(list, byEach: { [$0.id / 10, 0] }))
        Self.askEverything(SortedDataSource(list) { $0.id > $1.id })
        Self.askEverything(PickerList(list, includesBlankRow: true))
        Self.askEverything(PlaceholderDataSource(list, loading: nil, emptySection: { _ in Placeholder(.empty) }))
        let folded = FoldedDataSource(list, limit: .first(1))
        let more = MoreRowDataSource(folded, page: .max)
        Self.askEverything(folded)
        Self.askEverything(more)
        for number in [Int.min, -1, 3, Int.max] {
          _ = (folded.totalNumberOfItems(inSection: number), folded.limit(ofSectionAt: number))
          _ = (more.moreRow(ofSectionAt: number), AggregatedDataSource(list, []).value(of: "sum", inSection: number))
          folded.setLimit(.all, ofSectionAt: number)
          more.showMore(inSection: number)
        }
        Self.askEverything(list.erased())
        Self.askEverything(try SwitchingDataSource([BookChild(list)]))
        for source in [composed, inOne] {
          for number in [Int.min, -1, 0, 1, Int.max] {
            _ = (source.sections(ofChild: number), source.localSection(of: number))
            _ = (try? source.remove(at: number + (number == 0 || number == 1 ? 9 : 0)))
            _ = (try? source.move(from: number, to: Int.max), try? source.insert(BookChild(shelves("7:")), at: Int.max))
            for item in [Int.min, -1, 0, 1, Int.max] {
              let place = ItemPlace(section: number, item: item)
              _ = (source.localPlace(of: place), source.globalSection(of: number, inChild: item))
              for child in [Int.min, -1, 0, 1, Int.max] { _ = source.globalPlace(of: place, inChild: child) }
            }
          }
        }
      }
      await #expect(processExitsWith: .success) {
        let list = shelves("1: 10 11 | 2: 20 | 3:", anomalies: silent)
        for number in [Int.min, -1, 3, Int.max] {
          _ = (try? list.insertSection(Shelf(id: 9), at: number == 3 ? 4 : number), try? list.removeSection(at: number))
          _ = (try? list.moveSection(from: 0, to: number), try? list.setItems([], inSection: number))
          list.removeSections(at: [number])
          for item in [Int.min, -1, 2, Int.max] {
            for place in [ItemPlace(section: number, item: item), ItemPlace(section: 0, item: item == 2 ? 9 : item)] {
              _ = (try? list.insert(Book(id: 1), at: place), try? list.move(10, to: place), try? list.remove(at: place))
              _ = (try? list.insert([Book(id: 1), Book(id: 2)], at: [place, ItemPlace(section: 0, item: Int.max)]))
              list.remove(at: [place])
            }
          }
        }
        #expect(list.text == "1: 10 11 | 2: 20 | 3:")
      }
    }
  #endif

  private func count(_ source: some SectionedDataSource<Shelf, Book>) -> [Int] {
    [
      source.numberOfSections, source.numberOfItems, source.numberOfItems(inSection: 0), source.allItems.count,
      source.allSections.count, source.item(at: ItemPlace(section: 0, item: 0))?.id ?? 0,
      source.section(at: 0)?.id ?? 0,
    ]
  }

  @Test("a list in memory answers as its verbs have left it, whoever asks")
  func inABatch() throws {
    let list = shelves("1: 10 11")
    try list.performUpdates {
      try list.insertSection(Shelf(id: 2), items: [Book(id: 20)], at: 0)
      #expect(list.allItems.map(\.id) == [20, 10, 11] && list.allSections.map(\.id) == [2, 1])
      #expect(count(list) == [2, 3, 1, 3, 2, 20, 2])
      list.removeAll()
      #expect(list.allItems.isEmpty && list.allSections.isEmpty)
      #expect(count(list) == [0, 0, 0, 0, 0, 0, 0])
    }
  }

  /// Returns the identifiers of the items of each section, read by place and read by section.
  private func rows(_ source: some SectionedDataSource<Shelf, Book>) -> [[[Int]]] {
    (0..<source.numberOfSections).map { section in
      [
        (0..<source.numberOfItems(inSection: section)).compactMap { source.item($0, inSection: section)?.id },
        source.items(inSection: section).map(\.id),
      ]
    }
  }

  @Test("what is built on a list answers as of the last step, by places as by sections")
  func beneathABatch() throws {
    let list = shelves("1: 10 11")
    let loading = LoadingList<Shelf, Book, Int>(list, scheduler: LoadingScheduler { $0() }, isolation: nil)
    let composed = try BookSource(list)
    let one = OneSectionDataSource(list, section: Shelf(id: 5))
    let mapped = MappedDataSource(
      list, section: { $0 }, item: { $0 }, sectionID: ({ $0 }, { $0 }), itemID: ({ $0 as Int }, { $0 as Int }))
    let all: [() -> [[[Int]]]] = [
      { rows(loading) }, { rows(composed) }, { rows(one) }, { rows(mapped) },
      { rows(FilteredDataSource(list) { _ in true }) },
    ]
    try list.performUpdates {
      try list.insertSection(Shelf(id: 2), items: [Book(id: 20)], at: 0)
      for rows in all { #expect(rows() == [[[10, 11], [10, 11]]]) }
    }
    try composed.performTogether {
      try list.append(Book(id: 12), toSection: 1)
      #expect(rows(composed) == [[[20], [20]], [[10, 11], [10, 11]]])
    }
  }

  @Test("an update that began in several sources names none of them")
  func severalSources() throws {
    let (first, second) = (shelves("1: 10"), shelves("2: 20"))
    let composed = try BookSource(first, second)
    let filter = FilteredDataSource(composed) { _ in true }
    let one = OneSectionDataSource(filter, section: Shelf(id: 5))
    let rows = PlaceholderDataSource(composed, loading: nil)
    let (picker, mapped) = (PickerList(composed), composed.erased())
    let sources: [() -> ObjectIdentifier??] = [
      Trace(composed).lastSource, Trace(filter).lastSource, Trace(one).lastSource, Trace(rows).lastSource,
      Trace(picker).lastSource, Trace(mapped).lastSource,
    ]
    try first.append(Book(id: 11), toSection: 0)
    #expect(sources.map { $0() } == sources.map { _ in first.identity })
    try composed.performTogether {
      try first.append(Book(id: 12), toSection: 0)
      try second.append(Book(id: 21), toSection: 0)
    }
    for source in sources { #expect(source() == .some(nil)) }
    try filter.performTogether {
      try first.append(Book(id: 13), toSection: 0)
      filter.setCondition { $0.id != 10 }
    }
    #expect(sources[1]() == .some(nil) && sources[0]() == first.identity)
    filter.setCondition { $0.id != 11 }
    #expect(sources[1]() == filter.identity && sources[2]() == filter.identity && sources[0]() == first.identity)
  }

  @Test("an item that another identifier is reported for leaves, and comes under that")
  func renaming() throws {
    let scripted = ScriptedSource()
    let (picker, rows) = (PickerList(scripted, includesBlankRow: true), PlaceholderDataSource(scripted, loading: nil))
    let watchers = (SourceWatcher(picker), SourceWatcher(rows))
    func list(_ section: Int, _ items: [Int]) -> ScriptedSource.Snapshot {
      let elements = items.map { ListElement(ListedID($0), revision: $0) }
      return .init(sections: [.init(ListElement(ListedID(section)), items: .init(elements))])
    }
    let (old, new, last) = (list(1, [10, 11, 12]), list(1, [20, 21, 12]), list(2, [20, 21, 12]))
    scripted.show(old, .inserting(old))
    var changes = ScriptedSource.Update.ChangeSet()
    let places = (0..<2).map { ItemPlace(section: 0, item: $0) }
    changes.items.updated = places.map { ListUpdate(old: $0, new: $0, keys: nil) }
    changes.items.renamed = [(10, 20), (11, 21)].map { ListRenaming(old: ListedID($0), new: ListedID($1)) }
    scripted.show(new, changes)
    #expect(
      picker.allItems.map { $0.item?.id } == [nil, 20, 21, 12]
        && ids(rows) == "[section(1): item(20) item(21) item(12)]")
    changes = .init()
    changes.sections.updated = [ListUpdate(old: 0, new: 0, keys: nil)]
    changes.sections.renamed = [ListRenaming(old: ListedID(1), new: ListedID(2))]
    scripted.show(last, changes)
    watchers.0.checkSource()
    watchers.1.checkSource()
    let sections = PlaceholderDataSource(
      scripted, loading: nil, placeholder: { _ in nil }, emptySection: { Placeholder(.empty, title: "\($0.id)") })
    let watcher = SourceWatcher(sections)
    changes = try .init(from: last, to: list(2, []))
    scripted.show(list(2, []), changes)
    watcher.checkSource()
    changes = .init()
    changes.sections.updated = [ListUpdate(old: 0, new: 0, keys: nil)]
    changes.sections.renamed = [ListRenaming(old: ListedID(2), new: ListedID(3))]
    scripted.show(list(3, []), changes)
    watcher.checkSource()
    #expect(sections.allItems == [.placeholder(Placeholder(.empty, title: "3"))])
  }
}

extension Trace {
  /// The source in which the last update began; nil if there was no update.
  fileprivate func lastSource() -> ObjectIdentifier?? { updates.last.map(\.source) }
}
