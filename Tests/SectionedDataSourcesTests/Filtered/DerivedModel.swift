import SectionedChanges

@testable import SectionedDataSources

/// The settings of derived lists, and their expected contents, which are computed from the whole base each time.
final class DerivedModel {
  enum Order: CaseIterable {
    case base, name, tags

    var less: ((Volume, Volume) -> Bool)? {
      switch self {
      case .base: nil
      case .name: { $0.name > $1.name }
      case .tags: { $0.tags.count < $1.tags.count }
      }
    }
  }

  var hidesSections = false
  var sectionsByTitle = false
  var sortedOrder = Order.base
  var itemOrder = Order.base
  var tagItemOrder = Order.base
  /// The order of groups: 0 for first appearance, 1 for descending, 2 for an order in which groups compare as equal.
  var order = 0

  func less() -> ((String, String) -> Bool)? {
    switch order {
    case 0: nil
    case 1: { $0 > $1 }
    default: { Self.half($0) < Self.half($1) }
    }
  }

  func tagLess() -> ((Int, Int) -> Bool)? {
    switch order {
    case 0: nil
    case 1: { $0 > $1 }
    default: { $0 / 2 < $1 / 2 }
    }
  }

  private static func half(_ text: String) -> Int { Int(text.utf8.first ?? 0) / 2 }

  static func filter(of shelf: Rack, _ query: SearchQuery) -> SectionFilter {
    SectionFilter.allCases[(shelf.id + shelf.title.utf8.reduce(0) { $0 + Int($1) } + query.text.utf8.count) % 4]
  }

  func sectionFilter(_ query: SearchQuery) -> (Rack) -> SectionFilter {
    hidesSections ? { Self.filter(of: $0, query) } : { _ in .filtered }
  }
}

extension DerivedModel {
  typealias Sections<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> =
    [(section: ListedID<SectionID>, items: [(ListedID<ItemID>, Volume)])]

  /// Returns the sections of a source with their items.
  func content<Base: SectionedDataSource>(_ base: Base) -> Sections<Base.SectionID, Base.ItemID>
  where Base.Item == Volume {
    base.snapshot.sections.map { section in
      (section.id, section.items.compactMap { element in base.item(for: element.id).map { (element.id, $0) } })
    }
  }

  func filter<Base: SectionedDataSource>(
    _ base: Base, keepsEmpty: Bool, sections: (Base.Section) -> SectionFilter = { _ in .filtered },
    _ condition: (Volume) -> Bool
  ) -> Sections<Base.SectionID, Base.ItemID> where Base.Item == Volume {
    content(base).compactMap { section, items in
      let filter = base.section(for: section).map(sections) ?? .hidden
      let shown = filter == .whole ? items : items.filter { condition($0.1) }
      if filter == .hidden || (filter == .filtered && !keepsEmpty && shown.isEmpty) { return nil }
      return (section, shown)
    }
  }

  func sorted(_ base: Racks) -> Sections<Int, Int> {
    var result = content(base)
    for index in result.indices { result[index].items = stable(result[index].items, sortedOrder.less) }
    guard sectionsByTitle else { return result }
    func title(_ key: ListedID<Int>) -> String { base.section(for: key)?.title ?? "" }
    return result.enumerated().sorted {
      let (first, second) = (title($0.element.section), title($1.element.section))
      return first == second ? $0.offset < $1.offset : first < second
    }.map(\.element)
  }

  private func stable<Key>(_ items: [(Key, Volume)], _ less: ((Volume, Volume) -> Bool)?) -> [(Key, Volume)] {
    guard let less else { return items }
    return items.enumerated().sorted {
      less($0.element.1, $1.element.1)
        || (!less($1.element.1, $0.element.1) && $0.offset < $1.offset)
    }.map(\.element)
  }

  func groups<Base: SectionedDataSource, Group: Hashable & Sendable, ItemID: Hashable & Sendable>(
    _ base: Base, by groups: (Volume) -> [Group?], less: ((Group, Group) -> Bool)?, nilGroup: NilGroup,
    given: [Group?], items order: ((Volume, Volume) -> Bool)?,
    _ name: (ListedID<Base.ItemID>, Group?) -> ListedID<ItemID>
  ) -> Sections<Group?, ItemID> where Base.Item == Volume {
    var found: [Group?] = []
    var rows: [Group?: [(ListedID<ItemID>, Volume)]] = [:]
    for (key, book) in content(base).flatMap(\.items) {
      var known: Set<Group?> = []
      for group in groups(book) where known.insert(group).inserted {
        if rows[group] == nil { found.append(group) }
        rows[group, default: []].append((name(key, group), book))
      }
    }
    let givenOnce = given.reduce(into: [Group?]()) { if !$0.contains($1) { $0.append($1) } }
    var all: [Group?]
    if let less {
      // If groups compare as equal, the empty ones come first, then the others in the order of first appearance.
      let start = givenOnce.filter { rows[$0] == nil } + found
      let named = start.compactMap { $0 }.enumerated().sorted {
        less($0.element, $1.element) || (!less($1.element, $0.element) && $0.offset < $1.offset)
      }.map(\.element)
      let hasNil = start.contains(nil)
      all = (hasNil && nilGroup != .last ? [nil] : []) + named + (hasNil && nilGroup == .last ? [nil] : [])
    } else {
      all = givenOnce + found.filter { !givenOnce.contains($0) }
      if !givenOnce.contains(nil), all.contains(nil), nilGroup != .inOrder {
        all.removeAll { $0 == nil }
        if nilGroup == .first { all.insert(nil, at: 0) } else { all.append(nil) }
      }
    }
    if nilGroup == .hidden { all.removeAll { $0 == nil } }
    return all.map { (ListedID($0), stable(rows[$0] ?? [], order)) }
  }
}

extension FilteredDataSource {
  /// Whether empty sections must be shown, by the settings and whether a search is in progress.
  var keepsEmptyNow: Bool { isSearching ? keepsEmptySections : keepsEmptySectionsAtRest }
}
