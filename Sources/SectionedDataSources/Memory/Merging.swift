import SectionedChanges

/// How items that come are merged with those that are there.
///
/// An identifier that comes twice is one item: the last of them, where the first of them stands. Only
/// ``additive`` takes what comes as it is.
public enum MergeStrategy: String, Hashable, Sendable, CaseIterable {
  /// What comes stands behind what is there, whatever its identifiers are.
  case additive
  /// What is there already is replaced in its place; the rest comes behind.
  case updateInPlace
  /// What is there already goes; all that comes stands behind, in its own order.
  case replaceOlder
}

extension MergeStrategy {
  /// Merges items with those that are there.
  ///
  /// Where an identifier stands in `old` more than once, ``updateInPlace`` replaces the first of its items and leaves
  /// the others, and ``replaceOlder`` takes all of them out.
  ///
  /// - Parameters:
  ///   - new: the items that come.
  ///   - old: the items that are there.
  ///   - id: what identifies an item.
  /// - Returns: the merged items.
  /// - Complexity: O(old + new).
  public func merging<Item, ID: Hashable>(
    _ new: some Sequence<Item>, into old: [Item], identifiedBy id: (Item) -> ID
  ) -> [Item] {
    merging(
      [SectionContent((), items: Array(new))], into: [SectionContent((), items: old)], sectionID: { 0 }, itemID: id
    )
    .flatMap(\.items)
  }

  /// Merges sections and their items with those that are there. A section that comes is one of those that are there, or
  /// it stands behind them; an item is found in whichever section it is.
  ///
  /// - Parameters:
  ///   - new: the sections that come. The model of one that is there takes the place of the old one.
  ///   - old: the sections that are there.
  ///   - sectionID: what identifies a section.
  ///   - itemID: what identifies an item.
  /// - Returns: the merged sections.
  /// - Complexity: O(old + new).
  public func merging<Section, SectionID: Hashable, Item, ItemID: Hashable>(
    _ new: [SectionContent<Section, Item>], into old: [SectionContent<Section, Item>],
    sectionID: (Section) -> SectionID, itemID: (Item) -> ItemID
  ) -> [SectionContent<Section, Item>] {
    var result = old
    var sections: [SectionID: Int] = [:]
    for (index, part) in old.enumerated().reversed() { sections[sectionID(part.section)] = index }
    let new = self == .additive ? new : Self.withoutRepetitions(new, itemID)
    if self == .replaceOlder {
      let coming = Set(new.flatMap { $0.items.map(itemID) })
      for index in result.indices { result[index].items.removeAll { coming.contains(itemID($0)) } }
    }
    var places: [ItemID: (section: Int, item: Int)] = [:]
    if self == .updateInPlace {
      for (section, part) in old.enumerated().reversed() {
        for (item, model) in part.items.enumerated().reversed() { places[itemID(model)] = (section, item) }
      }
    }
    for part in new {
      let index: Int
      if let known = sections[sectionID(part.section)] {
        index = known
        result[index].section = part.section
      } else {
        index = result.count
        sections[sectionID(part.section)] = index
        result.append(SectionContent(part.section))
      }
      for item in part.items {
        if let place = places[itemID(item)] {
          result[place.section].items[place.item] = item
        } else {
          result[index].items.append(item)
        }
      }
    }
    return result
  }

  /// Of items with one identifier, the last stands where the first of them stood.
  static func withoutRepetitions<Section, Item, ItemID: Hashable>(
    _ content: [SectionContent<Section, Item>], _ id: (Item) -> ItemID
  ) -> [SectionContent<Section, Item>] {
    var last: [ItemID: Item] = [:]
    for part in content { for item in part.items { last[id(item)] = item } }
    return content.map { part in
      SectionContent(part.section, items: part.items.compactMap { last.removeValue(forKey: id($0)) })
    }
  }
}

extension MemoryDataSource {
  /// Merges items with those of the list. What stands behind the others then stands in one section.
  ///
  /// - Parameters:
  ///   - items: the items that come.
  ///   - section: the section for those that stand behind the others.
  ///   - strategy: what is done with items that are there.
  /// - Throws: `sectionOutOfBounds`.
  /// - Complexity: O(items · log rows).
  public func merge(_ items: some Sequence<Item>, intoSection section: Int, by strategy: MergeStrategy) throws {
    let items = identified(items)
    try check(section: section, "merge")
    edit { replacements in
      guard strategy != .additive else { return mergeAdditively(items, intoSection: section, &replacements) }
      for part in MergeStrategy.withoutRepetitions([SectionContent((), items: items)], { $0.id }) {
        if strategy == .replaceOlder { dropOlder(part.items) }
        merge(part.items, section, &replacements)
      }
    }
  }

  /// Merges sections and their items with those of the list, as
  /// ``MergeStrategy/merging(_:into:sectionID:itemID:)`` does.
  ///
  /// - Complexity: O(items · log rows).
  public func merge(_ content: [SectionContent<Section, Item>], by strategy: MergeStrategy) {
    let named = content.map { identified($0) }
    edit { replacements in
      let content = strategy == .additive ? named : MergeStrategy.withoutRepetitions(named) { $0.id }
      // Together, so that what goes has gone wherever it stood before anything comes.
      if strategy == .replaceOlder { for part in content { dropOlder(part.items) } }
      for part in content {
        let key = firstSectionKey(part.section.id)
        let index: Int
        if let known = list.index(ofSection: key), let slot = sectionSlot(of: key) {
          index = known
          update(section: slot, to: part.section.section, &replacements)
        } else {
          index = list.order.sectionCount
          putSection(SectionContent(part.section), at: index, &replacements)
        }
        if strategy == .additive {
          mergeAdditively(part.items, intoSection: index, &replacements)
        } else {
          merge(part.items, index, &replacements)
        }
      }
    }
  }

  private func mergeAdditively(_ items: [NamedItem], intoSection section: Int, _ replacements: inout Replacements) {
    put(items, at: ItemPlace(section: section, item: list.order.itemCount(at: section)), &replacements)
  }

  private func merge(_ items: [NamedItem], _ section: Int, _ replacements: inout Replacements) {
    for named in items {
      if let slot = places(of: named.id).first.map({ list.order.itemSlot(at: $0) }) {
        update(slot, to: named.item, &replacements)
      } else {
        mergeAdditively([named], intoSection: section, &replacements)
      }
    }
  }

  private func dropOlder(_ items: [NamedItem]) {
    for named in items {
      for place in places(of: named.id).reversed() {
        let slot = list.order.itemSlot(at: place)
        list.remove(slot)
        noteCopy(slot)
      }
    }
  }
}
