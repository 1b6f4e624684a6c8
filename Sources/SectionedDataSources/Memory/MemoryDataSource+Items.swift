import SectionedChanges

// The verbs for items. Places are those of the list as the verbs before have left it.
//
// A sequence is read, and its items are identified, before anything else is done: what is in it may follow from the list,
// which changes then, and reading or identifying may change the list. Models are compared last, for the same reason.
extension MemoryDataSource {
  /// Puts an item behind the others of a section.
  ///
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func append(_ item: Item, toSection section: Int) throws {
    let named = CollectionOfOne(identified(item))
    try check(section: section, "append")
    edit { put(named, at: ItemPlace(section: section, item: list.order.itemCount(at: section)), &$0) }
  }

  /// Puts items behind the others of a section, in order.
  ///
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func append(contentsOf items: some Sequence<Item>, toSection section: Int) throws {
    let named = identified(items)
    try check(section: section, "append")
    edit { put(named, at: ItemPlace(section: section, item: list.order.itemCount(at: section)), &$0) }
  }

  /// Puts an item in.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - place: where it stands then; at most behind the last item of the section.
  /// - Throws: `sectionOutOfBounds`, `itemOutOfBounds`.
  @inlinable
  public func insert(_ item: Item, at place: ItemPlace) throws {
    let named = CollectionOfOne(identified(item))
    try check(insertionAt: place, "insert")
    edit { put(named, at: place, &$0) }
  }

  /// Puts items in, one behind the other.
  ///
  /// - Parameters:
  ///   - items: the items, in order.
  ///   - place: where the first of them stands then.
  /// - Throws: `sectionOutOfBounds`, `itemOutOfBounds`.
  @inlinable
  public func insert(contentsOf items: some Sequence<Item>, at place: ItemPlace) throws {
    let named = identified(items)
    try check(insertionAt: place, "insert")
    edit { put(named, at: place, &$0) }
  }

  /// Puts items in at places of their own.
  ///
  /// - Parameters:
  ///   - items: the items.
  ///   - places: where each of them stands when all are in, in any order, as many as there are items.
  /// - Throws: `countMismatch`, `sectionOutOfBounds`, `itemOutOfBounds` (a place that nothing would stand before, or that
  ///   is named twice).
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

  /// Takes an item out.
  ///
  /// - Returns: its model.
  /// - Throws: `unknownItem`.
  @discardableResult
  @inlinable
  public func remove(_ id: ListedID<ItemID>) throws -> Item? { take(try checkedSlot(of: id, "remove")) }

  /// Takes an item out, the first of those with an identifier.
  ///
  /// - Returns: its model.
  /// - Throws: `unknownItem`.
  @discardableResult
  @inlinable
  public func remove(_ id: ItemID) throws -> Item? { try remove(firstKey(id)) }

  /// Takes the item at a place out.
  ///
  /// - Returns: its model.
  /// - Throws: `sectionOutOfBounds`, `itemOutOfBounds`.
  @discardableResult
  @inlinable
  public func remove(at place: ItemPlace) throws -> Item? { take(try checkedSlot(at: place, "remove")) }

  /// Takes items out. Those that are not in the list are reported and passed over.
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
          anomalies.report(.init(.unknownItem, "remove: item \(id) is not in the list."))
        }
      }
    }
  }

  /// Takes the items at some places out, all of the list as it is now. A place that is named twice counts once; one
  /// without an item is reported and passed over.
  @inlinable
  public func remove(at places: some Sequence<ItemPlace>) {
    let places = Array(places)
    edit { takeOut(places.compactMap { place in (try? checkedSlot(at: place, "remove")).map { list.items[$0] } }) }
  }

  /// Takes out the items for which a condition holds.
  ///
  /// The condition is asked about the list as it is at the call. It may change that, which belongs to the same step:
  /// what it has taken out by then is passed over.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func removeItems(where condition: (Item) throws -> Bool) rethrows {
    try edit { try takeOut(keys(where: condition)) }
  }

  /// Takes all items of a section out; the section stays.
  ///
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func removeItems(inSection section: Int) throws {
    try check(section: section, "removeItems")
    edit { clear(section) }
  }

  /// Takes all items out; the sections stay.
  @inlinable
  public func removeAllItems() { edit { for section in 0..<list.order.sectionCount { clear(section) } } }
}

extension MemoryDataSource {
  /// Moves an item.
  ///
  /// - Parameters:
  ///   - id: names the item.
  ///   - place: where it stands then.
  /// - Throws: `unknownItem`, `sectionOutOfBounds`, `itemOutOfBounds`.
  @inlinable
  public func move(_ id: ListedID<ItemID>, to place: ItemPlace) throws {
    try move(try checkedSlot(of: id, "move"), to: place)
  }

  /// Moves an item, the first of those with an identifier.
  ///
  /// - Parameters:
  ///   - id: names the item.
  ///   - place: where it stands then.
  /// - Throws: `unknownItem`, `sectionOutOfBounds`, `itemOutOfBounds`.
  @inlinable
  public func move(_ id: ItemID, to place: ItemPlace) throws { try move(firstKey(id), to: place) }

  /// Moves the item at a place.
  ///
  /// - Parameters:
  ///   - old: where it is.
  ///   - new: where it stands then.
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

  /// Puts an item in the place of another. With the same identifier it is an update.
  ///
  /// - Throws: `unknownItem`.
  @inlinable
  public func replace(_ id: ListedID<ItemID>, with item: Item) throws {
    let named = identified(item)
    try replace(id, with: named)
  }

  @inlinable
  func replace(_ id: ListedID<ItemID>, with named: NamedItem) throws {
    let slot = try checkedSlot(of: id, "replace")
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

  /// Puts an item in the place of another, the first of those with an identifier.
  ///
  /// - Throws: `unknownItem`.
  @inlinable
  public func replace(_ id: ItemID, with item: Item) throws {
    let named = identified(item)
    try replace(firstKey(id), with: named)
  }

  /// Takes the new state of an item that is in the list.
  ///
  /// - Throws: `unknownItem`.
  @inlinable
  public func update(_ item: Item) throws {
    let named = identified(item)
    try replace(firstKey(named.id), with: named)
  }

  /// Reports that an item has changed, whether or not its model says so.
  ///
  /// - Throws: `unknownItem`.
  @inlinable
  public func reload(_ id: ItemID) throws { try reload(firstKey(id)) }

  /// Reports that an item has changed, whether or not its model says so.
  ///
  /// - Throws: `unknownItem`.
  @inlinable
  public func reload(_ id: ListedID<ItemID>) throws {
    let slot = try checkedSlot(of: id, "reload")
    edit { list.touchItem(slot, isRevised: true) }
  }
}

extension MemoryDataSource {
  /// The first appearance of an identifier.
  @inlinable
  func firstKey(_ id: ItemID) -> ListedID<ItemID> { copies.keys(id).first { list.holds($0) } ?? ListedID(id) }

  /// Puts items in, one behind the other.
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

  /// What names the items for which a condition holds, in the list as it is now.
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

  /// Takes items out, as far as they are there. By their names: a closure of the program's may have replaced the list
  /// since, and they have other slots then.
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

  /// An identifier may have a free number now.
  @inlinable
  func noteCopy(_ slot: Int32) { copies.note(list.items[slot].id) }
}
