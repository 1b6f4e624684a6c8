import SectionedChanges

// The editing methods for items. Places refer to the current list, which includes the edits since the last step.
//
// A method reads a given sequence and identifies its items before it does anything else, because the sequence may be
// computed from the list, and reading or identifying may change the list. Models are compared last, for the same
// reason.
extension MemoryDataSource {
  /// Appends an item to a section.
  ///
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func append(_ item: Item, toSection section: Int) throws {
    let named = CollectionOfOne(identified(item))
    try check(section: section, "append")
    edit { put(named, at: ItemPlace(section: section, item: list.order.itemCount(at: section)), &$0) }
  }

  /// Appends items to a section, in order.
  ///
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func append(contentsOf items: some Sequence<Item>, toSection section: Int) throws {
    let named = identified(items)
    try check(section: section, "append")
    edit { put(named, at: ItemPlace(section: section, item: list.order.itemCount(at: section)), &$0) }
  }

  /// Inserts an item.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - place: the place of the item after the insertion; its index is at most the number of items of the section.
  /// - Throws: `sectionOutOfBounds`, `itemOutOfBounds`.
  @inlinable
  public func insert(_ item: Item, at place: ItemPlace) throws {
    let named = CollectionOfOne(identified(item))
    try check(insertionAt: place, "insert")
    edit { put(named, at: place, &$0) }
  }

  /// Inserts items at consecutive places.
  ///
  /// - Parameters:
  ///   - items: the items, in order.
  ///   - place: the place of the first item after the insertion.
  /// - Throws: `sectionOutOfBounds`, `itemOutOfBounds`.
  @inlinable
  public func insert(contentsOf items: some Sequence<Item>, at place: ItemPlace) throws {
    let named = identified(items)
    try check(insertionAt: place, "insert")
    edit { put(named, at: place, &$0) }
  }

  /// Inserts items at individual places.
  ///
  /// - Parameters:
  ///   - items: the items.
  ///   - places: the places of the items after all insertions, in any order, one for each item.
  /// - Throws: `countMismatch`, `sectionOutOfBounds`, `itemOutOfBounds` (for a place with a gap before it, or a place
  ///   that is given twice).
  @inlinable
  public func insert(_ items: [Item], at places: [ItemPlace]) throws {
    guard items.count == places.count else {
      throw anomaly(.countMismatch, "insert: there are \(items.count) items and \(places.count) places.")
    }
    let sorted = zip(places, identified(items)).sorted { $0.0 < $1.0 }
    var added: [Int: Int] = [:]
    for (index, entry) in sorted.enumerated() {
      try check(insertionAt: entry.0, missing: -added[entry.0.section, default: 0], "insert")
      if index > 0, sorted[index - 1].0 == entry.0 {
        throw anomaly(.itemOutOfBounds, "insert: two items cannot both be at \(entry.0).")
      }
      added[entry.0.section, default: 0] += 1
    }
    edit { replacements in
      for (place, named) in sorted { put(CollectionOfOne(named), at: place, &replacements) }
    }
  }

  /// Removes an item.
  ///
  /// - Returns: its model.
  /// - Throws: `unknownItem`.
  @discardableResult
  @inlinable
  public func remove(_ id: ListedID<ItemID>) throws -> Item? { take(try checkedSlot(of: id, "remove")) }

  /// Removes the item with an identifier; of several, the one with the lowest occurrence number.
  ///
  /// - Returns: its model.
  /// - Throws: `unknownItem`.
  @discardableResult
  @inlinable
  public func remove(_ id: ItemID) throws -> Item? { try remove(firstKey(id)) }

  /// Removes the item at a place.
  ///
  /// - Returns: its model.
  /// - Throws: `sectionOutOfBounds`, `itemOutOfBounds`.
  @discardableResult
  @inlinable
  public func remove(at place: ItemPlace) throws -> Item? { take(try checkedSlot(at: place, "remove")) }

  /// Removes the items with given identifiers; of several with one identifier, the one with the lowest occurrence
  /// number. An identifier that is not in the list is reported and skipped.
  @inlinable
  public func remove(contentsOf ids: some Sequence<ItemID>) {
    let ids = Array(ids)
    edit {
      var seen: Set<ItemID> = []
      for id in ids where seen.insert(id).inserted {
        if let slot = slot(of: firstKey(id)) {
          list.remove(slot)
          noteCopy(slot)
        } else {
          anomalies.report(.init(.unknownItem, "remove: item \(named: id) is not in the list."))
        }
      }
    }
  }

  /// Removes the items at places of the current list. A place that is given twice counts once. A place without an item
  /// is reported and skipped.
  @inlinable
  public func remove(at places: some Sequence<ItemPlace>) {
    let places = Array(places)
    edit { takeOut(places.compactMap { place in (try? checkedSlot(at: place, "remove")).map { list.items[$0] } }) }
  }

  /// Removes the items for which a condition holds.
  ///
  /// The condition is called for the items that are in the list when this method is called. The condition may change
  /// the list, as part of the same step.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func removeItems(where condition: (Item) throws -> Bool) rethrows {
    try edit { try takeOut(keys(where: condition)) }
  }

  /// Removes all items of a section, and keeps the section.
  ///
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func removeItems(inSection section: Int) throws {
    try check(section: section, "removeItems")
    edit { clear(section) }
  }

  /// Removes all items, and keeps the sections.
  @inlinable
  public func removeAllItems() { edit { for section in 0..<list.order.sectionCount { clear(section) } } }
}

extension MemoryDataSource {
  /// Moves an item.
  ///
  /// - Parameters:
  ///   - id: the identifier of the item.
  ///   - place: the place of the item after the move.
  /// - Throws: `unknownItem`, `sectionOutOfBounds`, `itemOutOfBounds`.
  @inlinable
  public func move(_ id: ListedID<ItemID>, to place: ItemPlace) throws {
    try move(try checkedSlot(of: id, "move"), to: place)
  }

  /// Moves the item with an identifier; of several, the one with the lowest occurrence number.
  ///
  /// - Parameters:
  ///   - id: the identifier.
  ///   - place: the place of the item after the move.
  /// - Throws: `unknownItem`, `sectionOutOfBounds`, `itemOutOfBounds`.
  @inlinable
  public func move(_ id: ItemID, to place: ItemPlace) throws { try move(firstKey(id), to: place) }

  /// Moves the item at a place.
  ///
  /// - Parameters:
  ///   - old: the current place of the item.
  ///   - new: the place of the item after the move.
  /// - Throws: `sectionOutOfBounds`, `itemOutOfBounds`.
  @inlinable
  public func move(from old: ItemPlace, to new: ItemPlace) throws {
    try move(try checkedSlot(at: old, "move"), to: new)
  }

  @inlinable
  func move(_ slot: Int32, to place: ItemPlace) throws {
    let isThere =
      list.order.location(of: slot)?.section
      == (holdsSection(place.section) ? list.order.sectionSlot(at: place.section) : -1)
    try check(insertionAt: place, missing: isThere ? 1 : 0, "move")
    edit { list.move(slot, to: place) }
  }

  /// Replaces an item by another. If both have the same identifier, the item is updated.
  ///
  /// - Throws: `unknownItem`.
  @inlinable
  public func replace(_ id: ListedID<ItemID>, with item: Item) throws {
    let named = identified(item)
    try replace(id, with: named)
  }

  @inlinable
  func replace(_ id: ListedID<ItemID>, with named: NamedItem, _ verb: String = "replace") throws {
    let slot = try checkedSlot(of: id, verb)
    edit {
      if named.id == id.id {
        update(slot, to: named.item, &$0)
      } else if let place = list.place(of: id) {
        list.remove(slot)
        noteCopy(slot)
        put(CollectionOfOne(named), at: place, &$0)
      }
    }
  }

  /// Replaces the item with an identifier by another; of several, the one with the lowest occurrence number.
  ///
  /// - Throws: `unknownItem`.
  @inlinable
  public func replace(_ id: ItemID, with item: Item) throws {
    let named = identified(item)
    try replace(firstKey(id), with: named)
  }

  /// Updates the model of the item that has the same identifier; of several, the one with the lowest occurrence number.
  ///
  /// - Throws: `unknownItem`.
  @inlinable
  public func update(_ item: Item) throws {
    let named = identified(item)
    try replace(firstKey(named.id), with: named, "update")
  }

  /// Reports the item with an identifier as changed, even if its model is the same; of several, the one with the lowest
  /// occurrence number.
  ///
  /// - Throws: `unknownItem`.
  @inlinable
  public func reload(_ id: ItemID) throws { try reload(firstKey(id)) }

  /// Reports an item as changed, even if its model is the same.
  ///
  /// - Throws: `unknownItem`.
  @inlinable
  public func reload(_ id: ListedID<ItemID>) throws {
    let slot = try checkedSlot(of: id, "reload")
    edit { list.touchItem(slot, isRevised: true) }
  }
}

extension MemoryDataSource {
  /// The name of the item with an identifier; of several, the one with the lowest occurrence number.
  @inlinable
  func firstKey(_ id: ItemID) -> ListedID<ItemID> { copies.keys(id).first { list.holds($0) } ?? ListedID(id) }

  /// Inserts items at consecutive places.
  @inlinable
  func put(_ items: some Sequence<NamedItem>, at place: ItemPlace, _ replacements: inout Replacements) {
    var place = place
    for (id, item) in items {
      let key = copies.lowestFree(id) { list.holds($0) }
      insert(item, named: key, at: place, &replacements)
      place.item += 1
    }
  }

  @inlinable
  func take(_ slot: Int32) -> Item? {
    edit {
      list.remove(slot)
      noteCopy(slot)
      return models[Int(slot)]
    }
  }

  /// The keys of the items for which a condition holds, in the current list.
  @inlinable
  func keys(where condition: (Item) throws -> Bool) rethrows -> [ListedID<ItemID>] {
    let (order, items, models) = (list.order, list.items, models)
    var keys: [ListedID<ItemID>] = []
    for section in 0..<order.sectionCount {
      for slot in order.items(at: section) {
        if let model = models[Int(slot)], try condition(model) { keys.append(items[slot]) }
      }
    }
    return keys
  }

  /// Removes the items with keys that are in the list. The parameter has keys and not slots, because a closure of the
  /// program may have replaced the list since, which changes slots.
  @inlinable
  func takeOut(_ keys: [ListedID<ItemID>]) {
    for key in keys {
      guard let slot = slot(of: key) else { continue }
      list.remove(slot)
      noteCopy(slot)
    }
  }

  @inlinable
  func clear(_ section: Int) {
    for slot in list.order.items(at: section) {
      list.remove(slot)
      noteCopy(slot)
    }
  }

  @inlinable
  func update(_ slot: Int32, to item: Item, _ replacements: inout Replacements) {
    let isAsked = replacements.note(list.items[slot], from: models[Int(slot)], to: item, areSameItems)
    list.touchItem(slot, isRevised: !isAsked)
    setModel(item, at: slot)
  }

  /// Records that an item was removed, so that its occurrence number may be free now.
  @inlinable
  func noteCopy(_ slot: Int32) { copies.note(list.items[slot].id) }
}
