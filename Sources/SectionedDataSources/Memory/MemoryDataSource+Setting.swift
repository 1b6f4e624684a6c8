import SectionedChanges

// The verbs that give a whole list, or a whole section, anew. What stays is found by identifiers.
extension MemoryDataSource {
  /// Shows other content. What is in both lists stays, or moves; what is the same by its identifier and has another
  /// model is updated.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func set(_ content: [SectionContent<Section, Item>]) {
    edit { replaceAll(with: content) }
  }

  /// Shows other items in a section.
  ///
  /// - Throws: `sectionOutOfBounds`.
  /// - Complexity: O(items of the section · log rows).
  @inlinable
  public func setItems(_ items: some Sequence<Item>, inSection section: Int) throws {
    let items = Array(items)
    try check(section: section, "setItems")
    edit {
      clear(section)
      put(items, at: ItemPlace(section: section, item: 0))
    }
  }

  /// Shows another section with other items in the place of one.
  ///
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func setSection(_ section: Section, items: some Sequence<Item>, at index: Int) throws {
    let items = Array(items)
    try performUpdates {
      try replaceSection(at: index, with: section)
      try setItems(items, inSection: index)
    }
  }

  /// The content to begin with.
  @inlinable
  func begin(with content: [SectionContent<Section, Item>]) {
    let built = build(content, following: nil)
    list = List(built.builder)
    (models, sectionModels) = (built.items, built.sections)
    let twice = settleCopies(isFirst: true)
    core.begin(with: list.snapshot)
    for anomaly in twice { anomalies.report(anomaly) }
  }

  @inlinable
  func replaceAll(with content: [SectionContent<Section, Item>]) {
    (copies.taken, sectionCopies.taken) = ([:], [:])
    // A list that was emptied goes on counting revisions: what comes back may have another model.
    let built = build(content, following: list.isEmpty && !hasStepped ? nil : list)
    copies.noteAll()
    sectionCopies.noteAll()
    if depth > 0 { undo.entries.append(.all(items: models, sections: sectionModels)) }
    list.replaceAll(built.builder)
    (models, sectionModels) = (built.items, built.sections)
  }

  @usableFromInline
  struct Built {
    @usableFromInline
    var builder: ListBuilder<ListedID<SectionID>, ListedID<ItemID>>
    @usableFromInline
    var items: ContiguousArray<Item?> = []
    @usableFromInline
    var sections: ContiguousArray<Section?> = []

    @inlinable
    init(_ builder: ListBuilder<ListedID<SectionID>, ListedID<ItemID>>) { self.builder = builder }
  }

  /// - Parameter old: the list whose elements are compared with the new ones; nil where all are new.
  @inlinable
  func build(_ content: [SectionContent<Section, Item>], following old: List?) -> Built {
    var built = Built(ListBuilder(replacing: old))
    let count = content.reduce(0) { $0 + $1.items.count }
    built.builder.reserveCapacity(items: count)
    built.items.reserveCapacity(count)
    for part in content {
      func isRevised(_ key: ListedID<SectionID>) -> Bool {
        guard let slot = old?.sections.slot(of: key) else { return true }
        return !isSameSection(sectionModels[Int(slot)], part.section)
      }
      var key = ListedID(identifySection(part.section))
      if !built.builder.appendSection(key, isRevised: isRevised(key)) {
        key = sectionCopies.lowestFree(key.id) { built.builder.sections.slot(of: $0) != nil }
        _ = built.builder.appendSection(key, isRevised: isRevised(key))
      }
      built.sections.append(part.section)
      for item in part.items { append(item, to: &built, following: old) }
    }
    return built
  }

  @inlinable
  func append(_ item: Item, to built: inout Built, following old: List?) {
    func isRevised(_ key: ListedID<ItemID>) -> Bool {
      guard let slot = old?.items.slot(of: key) else { return true }
      return !isSame(models[Int(slot)], item)
    }
    var key = ListedID(identifyItem(item))
    if !built.builder.append(key, isRevised: isRevised(key)) {
      key = copies.lowestFree(key.id) { built.builder.items.slot(of: $0) != nil }
      _ = built.builder.append(key, isRevised: isRevised(key))
    }
    built.items.append(item)
  }
}
