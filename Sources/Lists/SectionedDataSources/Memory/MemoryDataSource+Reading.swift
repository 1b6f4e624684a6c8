import SectionedChanges

extension MemoryDataSource {
  /// The number of sections of the current list, which includes the edits since the last step.
  @inlinable
  public var numberOfSections: Int { list.order.sectionCount }

  /// The number of items in all sections of the current list.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var numberOfItems: Int { list.order.itemCount }

  /// The number of items of a section of the current list; 0 if there is no such section.
  @inlinable
  public func numberOfItems(inSection section: Int) -> Int {
    holdsSection(section) ? list.order.itemCount(at: section) : 0
  }

  @inlinable
  public func item(for id: ListedID<ItemID>) -> Item? {
    guard let slot = slot(of: id) else { return nil }
    return models[Int(slot)]
  }

  @inlinable
  public func section(for id: ListedID<SectionID>) -> Section? {
    guard let slot = sectionSlot(of: id) else { return nil }
    return sectionModels[Int(slot)]
  }

  @inlinable
  public func place(of id: ListedID<ItemID>) -> ItemPlace? { list.place(of: id) }

  @inlinable
  public func index(ofSection id: ListedID<SectionID>) -> Int? { list.index(ofSection: id) }

  /// The identifier of the item at a place of the current list; nil if there is none.
  @inlinable
  public func itemID(at place: ItemPlace) -> ListedID<ItemID>? {
    holds(place) ? list.items[list.order.itemSlot(at: place)] : nil
  }

  /// The identifier of the section at an index of the current list; nil if there is none.
  @inlinable
  public func sectionID(at index: Int) -> ListedID<SectionID>? {
    holdsSection(index) ? list.sections[list.order.sectionSlot(at: index)] : nil
  }

  /// The model of the item at a place of the current list; nil if there is none.
  @inlinable
  public func item(at place: ItemPlace) -> Item? {
    holds(place) ? models[Int(list.order.itemSlot(at: place))] : nil
  }

  /// The model of the section at an index of the current list; nil if there is none.
  @inlinable
  public func section(at index: Int) -> Section? {
    holdsSection(index) ? sectionModels[Int(list.order.sectionSlot(at: index))] : nil
  }

  /// The places of all items with an identifier in the current list, in display order.
  ///
  /// - Complexity: O(items with the identifier · log rows).
  @inlinable
  public func places(of id: ItemID) -> [ItemPlace] {
    copies.keys(id).compactMap { list.place(of: $0) }.sorted()
  }

  @inlinable
  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    guard holdsSection(section) else { return }
    let (order, items, models) = (list.order, list.items, models)
    order.forEachItem(at: section) { slot in if let model = models[Int(slot)] { body(items[slot], model) } }
  }

  /// The sections of the current list with their items.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public var content: [SectionContent<Section, Item>] {
    (0..<numberOfSections).compactMap { index in
      section(at: index).map { SectionContent($0, items: items(inSection: index)) }
    }
  }
}

extension MemoryDataSource {
  @inlinable
  func holdsSection(_ section: Int) -> Bool { section >= 0 && section < list.order.sectionCount }

  @inlinable
  func holds(_ place: ItemPlace) -> Bool {
    holdsSection(place.section) && place.item >= 0 && place.item < list.order.itemCount(at: place.section)
  }

  /// The slot of an item; nil if it is not in the current list.
  @inlinable
  func slot(of id: ListedID<ItemID>) -> Int32? {
    list.items.slot(of: id).flatMap { list.order.contains($0) ? $0 : nil }
  }

  @inlinable
  func sectionSlot(of id: ListedID<SectionID>) -> Int32? {
    list.sections.slot(of: id).flatMap { list.order.containsSection($0) ? $0 : nil }
  }

  @inlinable
  func checkedSlot(of id: ListedID<ItemID>, _ verb: String) throws -> Int32 {
    guard let slot = slot(of: id) else {
      throw anomaly(.unknownItem, "\(verb): item \(named: id) is not in the list.")
    }
    return slot
  }

  @inlinable
  func checkedSlot(ofSection id: ListedID<SectionID>, _ verb: String) throws -> Int32 {
    guard let slot = sectionSlot(of: id) else {
      throw anomaly(.unknownSection, "\(verb): section \(named: id) is not in the list.")
    }
    return slot
  }

  @inlinable
  func checkedSlot(at place: ItemPlace, _ verb: String) throws -> Int32 {
    try check(section: place.section, verb)
    guard holds(place) else {
      let count = list.order.itemCount(at: place.section)
      throw anomaly(.itemOutOfBounds, "\(verb): there is no item at \(place); section \(place.section) has \(count).")
    }
    return list.order.itemSlot(at: place)
  }

  @inlinable
  func check(section: Int, _ verb: String) throws {
    guard holdsSection(section) else {
      throw anomaly(
        .sectionOutOfBounds, "\(verb): there is no section \(section) in a list of \(list.order.sectionCount).")
    }
  }

  /// Checks a place at which an item is to be inserted.
  ///
  /// - Parameter missing: the number of items that the section will have lost before the insertion.
  @inlinable
  func check(insertionAt place: ItemPlace, missing: Int = 0, _ verb: String) throws {
    try check(section: place.section, verb)
    let count = list.order.itemCount(at: place.section) - missing
    guard place.item >= 0, place.item <= count else {
      throw anomaly(
        .itemOutOfBounds,
        "\(verb): an item cannot be at \(place): section \(place.section) has \(count) to stand between.")
    }
  }
}
