import SectionedChanges

/// The way in which new items are merged with existing ones.
///
/// If several new items have the same identifier, only the last one is merged, at the place of the first one. Only
/// ``additive`` merges all of them.
public enum MergeStrategy: String, Hashable, Sendable, CaseIterable {
  /// New items are appended, whatever their identifiers are.
  case additive
  /// Existing items are replaced where they are; the other new items are appended.
  case updateInPlace
  /// Existing items that have the identifier of a new item are removed; all new items are appended in their own order.
  case replaceOlder
}

extension MergeStrategy {
  /// Merges new items with existing ones.
  ///
  /// If an identifier occurs in `old` more than once, ``updateInPlace`` replaces the first of its items and keeps the
  /// rest, and ``replaceOlder`` removes all of them.
  ///
  /// - Parameters:
  ///   - new: the new items.
  ///   - old: the existing items.
  ///   - id: returns the identifier of an item.
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

  /// Merges new sections and their items with existing ones. A new section is merged with the existing section that has
  /// its identifier, or appended. An existing item is found in any section.
  ///
  /// - Parameters:
  ///   - new: the new sections. If a section exists already, its new model replaces the old one.
  ///   - old: the existing sections.
  ///   - sectionID: returns the identifier of a section.
  ///   - itemID: returns the identifier of an item.
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

  /// Removes repeated items: of several items with one identifier, keeps the last one, at the place of the first one.
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
  /// Merges items with all items of the list. Items that are appended are appended to one section.
  ///
  /// - Parameters:
  ///   - items: the new items.
  ///   - section: the index, in the current list, of the section to which items are appended.
  ///   - strategy: the way in which items are merged.
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
      // All at once, so that the old items of every section are removed before a new one is inserted.
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

  func dropOlder(_ items: [NamedItem]) {
    for named in items {
      for place in places(of: named.id).reversed() {
        let slot = list.order.itemSlot(at: place)
        list.remove(slot)
        noteCopy(slot)
      }
    }
  }
}
