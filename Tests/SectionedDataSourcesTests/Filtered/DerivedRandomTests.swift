import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Derived lists are what a naive look at their bases gives, at each of their steps")
struct DerivedRandomTests {
  @Test("Filters, orders and groups over each other follow random edits", arguments: RandomRuns.seeds(8))
  func derivedListsFollow(seed: UInt64) throws {
    let run = try DerivedRun(seed: seed)
    for _ in 0..<100 { try run.step() }
  }

  @Test("Closures that edit the base meanwhile leave no trace", arguments: RandomRuns.seeds(6, from: 100))
  func closuresMayEdit(seed: UInt64) throws {
    let run = try DerivedRun(seed: seed)
    for _ in 0..<60 {
      run.armed = run.editor.random.below(4)
      try run.step()
      run.armed = 0
    }
  }
}

/// Derived lists on derived lists on shelves, edited at random:
///
/// shelves → filter → search; shelves → sorted → groups → search; shelves → tags → search; filter → groups
private final class DerivedRun {
  typealias Filter<Base: SectionedDataSource> = FilteredDataSource<Base>
  typealias Sorted = SortedDataSource<Racks>
  typealias Groups = GroupedDataSource<Sorted, String>
  typealias Tags = TagGroupedDataSource<Racks, Int>

  /// Values that the closures read, and an action that a closure may perform.
  final class Settings {
    var length = 0
    var letters = 0
    var edit: () -> Void = {}
  }

  let settings = Settings()
  let shelves: Racks
  let editor: ShelfEditor
  let filter: Filter<Racks>
  let search: Filter<Filter<Racks>>
  let sorted: Sorted
  let groups: Groups
  let groupSearch: Filter<Groups>
  let tags: Tags
  let tagSearch: Filter<Tags>
  let filterGroups: GroupedDataSource<Filter<Racks>, Int>
  var armed = 0
  private var edits = 0
  private var model = DerivedModel()
  private var checks: [() throws -> Void] = []

  init(seed: UInt64) throws {
    shelves = Racks(anomalies: .quiet)
    editor = ShelfEditor(shelves, seed: seed)
    shelves.set(editor.content())
    let settings = settings
    filter = Filter(shelves) { book in
      settings.edit()
      return book.name.utf8.count + book.tags.count > settings.length
    }
    search = Filter(filter) { book, query in
      settings.edit()
      return book.name.contains(query.text) && (query.scope(as: Int.self).map { book.tags.contains($0) } ?? true)
    }
    sorted = Sorted(shelves)
    groups = Groups(
      sorted,
      by: { book in
        settings.edit()
        return settings.letters == 0 ? book.letter : "\(book.tags.count)"
      })
    groupSearch = Filter(groups) { book, query in book.name.contains(query.text) }
    tags = Tags(shelves, byEach: \.tags)
    tagSearch = Filter(tags) { book, query in book.name.contains(query.text) }
    filterGroups = GroupedDataSource(filter, by: { $0.name.isEmpty ? nil : $0.name.utf8.count + $0.tags.count })
    let patience = editor.random.one(of: [0, 2, 1000])
    filter.derived.patience = patience
    search.derived.patience = editor.random.one(of: [0, 2, 1000])
    sorted.derived.patience = patience
    groups.derived.patience = editor.random.one(of: [0, 2, 1000])
    tags.derived.patience = patience
    tagSearch.derived.patience = 3
    settings.edit = { [unowned self] in
      guard armed > 0 else { return }
      armed -= 1
      editor.edit()
    }
    try watch()
  }

  private func watch() throws {
    let (model, settings) = (model, settings)
    try watch("shelves", shelves) { [unowned self] in model.content(shelves) }
    try watch("filter", filter) { [unowned self] in
      model.filter(shelves, keepsEmpty: filter.keepsEmptyNow, sections: model.sectionFilter(filter.query)) {
        $0.name.utf8.count + $0.tags.count > settings.length
      }
    }
    try watch("search", search) { [unowned self] in
      let query = search.query
      return model.filter(filter, keepsEmpty: search.keepsEmptyNow) { book in
        book.name.contains(query.text) && (query.scope(as: Int.self).map { book.tags.contains($0) } ?? true)
      }
    }
    try watch("sorted", sorted) { [unowned self] in model.sorted(shelves) }
    try watch("groups", groups) { [unowned self] in
      model.groups(
        sorted, by: { [settings.letters == 0 ? $0.letter : "\($0.tags.count)"] }, less: model.less(),
        nilGroup: groups.nilGroup, given: groups.given, items: model.itemOrder.less
      ) { key, _ in key }
    }
    try watch("group search", groupSearch) { [unowned self] in
      let text = groupSearch.text
      return model.filter(groups, keepsEmpty: groupSearch.keepsEmptyNow) { $0.name.contains(text) }
    }
    try watch("tags", tags) { [unowned self] in
      model.groups(
        shelves, by: { $0.tags.isEmpty ? [nil] : $0.tags }, less: model.tagLess(), nilGroup: tags.nilGroup,
        given: tags.given, items: model.tagItemOrder.less
      ) { ListedID(GroupedID($0.id, in: $1), occurrence: $0.occurrence) }
    }
    try watch("tag search", tagSearch) { [unowned self] in
      let text = tagSearch.text
      return model.filter(tags, keepsEmpty: tagSearch.keepsEmptyNow) { $0.name.contains(text) }
    }
    try watch("groups of filter", filterGroups) { [unowned self] in
      model.groups(
        filter, by: { [$0.name.isEmpty ? nil : $0.name.utf8.count + $0.tags.count] }, less: nil,
        nilGroup: filterGroups.nilGroup, given: filterGroups.given, items: nil
      ) { key, _ in key }
    }
  }

  private func watch<Source: SectionedDataSource>(
    _ name: String, _ source: Source, _ naive: @escaping () -> DerivedLaws<Source>.Naive
  ) throws where Source.Item == Volume {
    let laws = try DerivedLaws(name, source, naive)
    // The observer sometimes edits the lists.
    laws.then = { [unowned self] in
      guard edits > 0, editor.random.oneIn(4) else { return }
      edits -= 1
      if editor.random.oneIn(3) { change() } else { editor.edit() }
    }
    checks.append { try laws.check() }
  }

  func step() throws {
    edits = editor.random.oneIn(3) ? 2 : 0
    switch editor.random.below(8) {
    case 0, 1: change()
    case 2: shelves.performTogether { for _ in 0...editor.random.below(6) { editor.edit() } }
    case 3:
      filter.performTogether {
        for _ in 0...editor.random.below(3) { editor.edit() }
        if editor.random.oneIn(2) { change() }
      }
    case 4: shelves.performUpdates { for _ in 0...editor.random.below(12) { editor.edit() } }
    default: editor.edit()
    }
    armed = 0
    edits = 0
    for check in checks { try check() }
  }

  /// Changes a setting of a derived list.
  private func change() {
    let text = editor.random.one(of: ["", "", "a", "b", "2", "c1"])
    switch editor.random.below(19) {
    case 18:
      switch editor.random.below(4) {
      case 0: filter.keepsEmptySectionsAtRest.toggle()
      case 1: search.keepsEmptySectionsAtRest.toggle()
      case 2: groupSearch.keepsEmptySectionsAtRest.toggle()
      default: tagSearch.keepsEmptySectionsAtRest.toggle()
      }
    case 0, 1: search.text = text
    case 2: search.search(text, scope: editor.random.oneIn(2) ? nil : editor.random.below(4))
    case 3: groupSearch.text = text
    case 4: tagSearch.text = text
    case 5: filter.keepsEmptySections.toggle()
    case 6: search.keepsEmptySections.toggle()
    case 7: tagSearch.keepsEmptySections.toggle()
    case 8:
      settings.length = editor.random.below(5)
      filter.refilter()
    case 9:
      settings.letters = editor.random.below(2)
      groups.regroup()
    case 10:
      model.hidesSections = editor.random.oneIn(2)
      filter.setSectionCondition(model.hidesSections ? { DerivedModel.filter(of: $0, $1) } : nil)
    case 11:
      filter.query = SearchQuery(text: text)
    case 12:
      model.sectionsByTitle.toggle()
      sorted.setSectionOrder(model.sectionsByTitle ? { $0.title < $1.title } : nil)
    case 13:
      model.sortedOrder = editor.random.one(of: DerivedModel.Order.allCases)
      sorted.setOrder(model.sortedOrder.less)
    case 14:
      model.itemOrder = editor.random.one(of: DerivedModel.Order.allCases)
      groups.setItemOrder(model.itemOrder.less)
    case 15:
      model.order = editor.random.below(3)
      groups.setOrder(model.less().map { .by($0) } ?? .firstAppearance)
      tags.setOrder(model.tagLess().map { .by($0) } ?? .firstAppearance)
      model.tagItemOrder = editor.random.one(of: DerivedModel.Order.allCases)
      if editor.random.oneIn(2) {
        tags.setItemOrder(model.tagItemOrder.less)
      } else {
        tags.performTogether {
          tags.setItemOrder(model.tagItemOrder.less); tags.given = [2]
        }
      }
    case 16:
      groups.nilGroup = editor.random.one(of: NilGroup.allCases)
      tags.nilGroup = editor.random.one(of: NilGroup.allCases)
      filterGroups.nilGroup = editor.random.one(of: NilGroup.allCases)
    default:
      groups.given = editor.random.one(of: [[], ["b", nil, "q"], ["z", "a"], [nil], ["a", "z", "a"]])
      tags.given = editor.random.one(of: [[], [3, nil, 9], [7, 1]])
      filterGroups.given = editor.random.one(of: [[], [3, nil, 9], [7, 1]])
    }
  }
}
