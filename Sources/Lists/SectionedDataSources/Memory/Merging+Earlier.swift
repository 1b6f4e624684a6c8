import SectionedChanges

// The merging of pages that come before the existing content.
extension MergeStrategy {
  /// Merges sections and items that come before the existing ones. New items are inserted before the first item of
  /// their section, new sections before the first section; both keep their order.
  ///
  /// With ``additive``, all items are new. ``updateInPlace`` replaces existing items where they are, and
  /// ``replaceOlder`` removes existing items first.
  ///
  /// - Parameters:
  ///   - new: the new sections. If a section exists already, its new model replaces the old one.
  ///   - old: the existing sections.
  ///   - sectionID: returns the identifier of a section.
  ///   - itemID: returns the identifier of an item.
  /// - Returns: the merged sections.
  /// - Complexity: O(old + new).
  public func mergingEarlier<Section, SectionID: Hashable, Item, ItemID: Hashable>(
    _ new: [SectionContent<Section, Item>], into old: [SectionContent<Section, Item>],
    sectionID: (Section) -> SectionID, itemID: (Item) -> ItemID
  ) -> [SectionContent<Section, Item>] {
    let new = self == .additive ? new : Self.withoutRepetitions(new, itemID)
    var known: [SectionID: Int] = [:]
    for (index, part) in old.enumerated().reversed() { known[sectionID(part.section)] = index }
    // `places` has the items that are updated in place. All other new items are inserted last: `coming` has those of
    // existing sections, and `before` those of new sections.
    var (before, coming) = ([SectionContent<Section, Item>](), [Int: [Item]]())
    let ids = Set(new.flatMap { $0.items.map(itemID) })
    var (result, places) = (old, [ItemID: (section: Int, item: Int)]())
    if self == .replaceOlder { for index in old.indices { result[index].items.removeAll { ids.contains(itemID($0)) } } }
    if self == .updateInPlace {
      for (section, part) in old.enumerated().reversed() {
        for (item, model) in part.items.enumerated().reversed() where ids.contains(itemID(model)) {
          places[itemID(model)] = (section, item)
        }
      }
    }
    var added: [SectionID: Int] = [:]
    for part in new {
      var items: [Item] = []
      for item in part.items {
        if let place = places[itemID(item)] {
          result[place.section].items[place.item] = item
        } else {
          items.append(item)
        }
      }
      let id = sectionID(part.section)
      if let index = known[id] {
        result[index].section = part.section
        coming[index, default: []] += items
      } else if let index = added[id] {
        before[index].section = part.section
        before[index].items += items
      } else {
        added[id] = before.count
        before.append(SectionContent(part.section, items: items))
      }
    }
    for (index, items) in coming { result[index].items.insert(contentsOf: items, at: 0) }
    return before + result
  }
}

extension MemoryDataSource {
  /// Merges sections and items that come before those of the list, as
  /// ``MergeStrategy/mergingEarlier(_:into:sectionID:itemID:)`` does.
  ///
  /// - Parameters:
  ///   - content: the sections.
  ///   - strategy: the way in which items are merged.
  /// - Complexity: O(items · log rows).
  public func mergeEarlier(_ content: [SectionContent<Section, Item>], by strategy: MergeStrategy) {
    let named = content.map { identified($0) }
    edit { replacements in
      let content = strategy == .additive ? named : MergeStrategy.withoutRepetitions(named) { $0.id }
      if strategy == .replaceOlder { for part in content { dropOlder(part.items) } }
      var (sections, items) = (0, [ListedID<SectionID>: Int]())
      for part in content {
        let key = firstSectionKey(part.section.id)
        var index = sections
        if let known = list.index(ofSection: key), let slot = sectionSlot(of: key) {
          index = known
          update(section: slot, to: part.section.section, &replacements)
        } else {
          putSection(SectionContent(part.section), at: index, &replacements)
          sections += 1
        }
        items[key, default: 0] += mergeEarlier(
          part.items, at: ItemPlace(section: index, item: items[key] ?? 0), by: strategy, &replacements)
      }
    }
  }

  /// Merges items that come before those of one section.
  ///
  /// - Parameters:
  ///   - items: the new items.
  ///   - section: the index, in the current list, of the section at whose beginning new items are inserted.
  ///   - strategy: the way in which items are merged.
  /// - Throws: `sectionOutOfBounds`.
  /// - Complexity: O(items · log rows).
  public func mergeEarlier(_ items: some Sequence<Item>, intoSection section: Int, by strategy: MergeStrategy) throws {
    let items = identified(items)
    try check(section: section, "mergeEarlier")
    edit { replacements in
      let parts = [SectionContent((), items: items)]
      let once = strategy == .additive ? parts : MergeStrategy.withoutRepetitions(parts) { $0.id }
      for part in once {
        if strategy == .replaceOlder { dropOlder(part.items) }
        _ = mergeEarlier(part.items, at: ItemPlace(section: section, item: 0), by: strategy, &replacements)
      }
    }
  }

  /// Merges the items of one section.
  ///
  /// - Parameter place: the place of the first new item.
  /// - Returns: the number of items that are new.
  private func mergeEarlier(
    _ items: [NamedItem], at place: ItemPlace, by strategy: MergeStrategy, _ replacements: inout Replacements
  ) -> Int {
    var next = place
    for named in items {
      if strategy != .additive, let slot = places(of: named.id).first.map({ list.order.itemSlot(at: $0) }) {
        update(slot, to: named.item, &replacements)
      } else {
        put([named], at: next, &replacements)
        next.item += 1
      }
    }
    return next.item - place.item
  }
}
