import SectionedChanges

// The methods that set a whole list or a whole section. Elements that stay are recognized by their identifiers.
extension MemoryDataSource {
  /// Replaces the content. An element of both lists stays or moves, and is updated if its model differs.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func set(_ content: [SectionContent<Section, Item>]) {
    let ids = ContentIDs(content, identifySection, identifyItem)
    edit { replaceAll(with: content, ids) }
  }

  /// Replaces the items of a section.
  ///
  /// - Throws: `sectionOutOfBounds`.
  /// - Complexity: O(items of the section · log rows).
  @inlinable
  public func setItems(_ items: some Sequence<Item>, inSection section: Int) throws {
    let named = identified(items)
    try check(section: section, "setItems")
    edit { setItems(named, inSection: section, &$0) }
  }

  /// Replaces a section and its items.
  ///
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func setSection(_ section: Section, items: some Sequence<Item>, at index: Int) throws {
    let named = identified(SectionContent(section, items: Array(items)))
    try check(section: index, "setSection")
    edit {
      replaceSection(at: index, with: named.section, &$0)
      setItems(named.items, inSection: index, &$0)
    }
  }

  @inlinable
  func setItems(_ items: [NamedItem], inSection section: Int, _ replacements: inout Replacements) {
    clear(section)
    put(items, at: ItemPlace(section: section, item: 0), &replacements)
  }

  /// Sets the initial content.
  @inlinable
  func begin(with content: [SectionContent<Section, Item>]) {
    let built = build(content, ContentIDs(content, identifySection, identifyItem), following: nil)
    list = List(built.builder)
    (models, sectionModels) = (built.items, built.sections)
    let twice = settleCopies(isFirst: true)
    core.begin(with: list.snapshot)
    for anomaly in twice { anomalies.report(anomaly) }
  }

  @inlinable
  func replaceAll(with content: [SectionContent<Section, Item>], _ ids: ContentIDs) {
    let before = verbs
    var built = build(content, ids, following: followed)
    // If a closure that compares models has changed the list, the comparisons are void, and every model counts as
    // changed.
    if verbs != before { built = build(content, ids, following: followed, isCompared: false) }
    copies.noteAll()
    sectionCopies.noteAll()
    if depth > 0 { undo.entries.append(.all(items: models, sections: sectionModels)) }
    list.replaceAll(built.builder)
    (models, sectionModels) = (built.items, built.sections)
  }

  /// The list whose revisions a new list continues; nil if there was no content yet. An emptied list counts, because an
  /// element that is inserted again may have another model.
  @inlinable
  var followed: List? { list.isEmpty && !hasStepped ? nil : list }

  /// The identifiers of a content's sections and items, in order.
  @usableFromInline
  struct ContentIDs {
    @usableFromInline
    var sections: ContiguousArray<SectionID> = []
    @usableFromInline
    var items: ContiguousArray<ItemID> = []

    @inlinable
    init(
      _ content: [SectionContent<Section, Item>], _ section: (Section) -> SectionID, _ item: (Item) -> ItemID
    ) {
      sections.reserveCapacity(content.count)
      items.reserveCapacity(content.reduce(0) { $0 + $1.items.count })
      for part in content {
        sections.append(section(part.section))
        for model in part.items { items.append(item(model)) }
      }
    }
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

  /// Builds a list from a content.
  ///
  /// - Parameters:
  ///   - ids: the identifiers of the content.
  ///   - old: the list whose elements are compared with the new ones; nil if all elements are new.
  ///   - isCompared: whether models are compared; if not, all elements that are not new count as changed.
  @inlinable
  func build(
    _ content: [SectionContent<Section, Item>], _ ids: ContentIDs, following old: List?, isCompared: Bool = true
  ) -> Built {
    (copies.taken, sectionCopies.taken) = ([:], [:])
    // Copied now, because a comparison may change them.
    let (oldItems, oldSections) = old == nil ? ([], []) : (models, sectionModels)
    let (sameItems, sameSections) = isCompared ? (areSameItems, areSameSections) : (nil, nil)
    func isRevised(section key: ListedID<SectionID>, _ model: Section) -> Bool {
      guard let sameSections, let slot = old?.sections.slot(of: key), let before = oldSections[Int(slot)] else {
        return true
      }
      return !sameSections(before, model)
    }
    func isRevised(_ key: ListedID<ItemID>, _ model: Item) -> Bool {
      guard let sameItems, let slot = old?.items.slot(of: key), let before = oldItems[Int(slot)] else { return true }
      return !sameItems(before, model)
    }
    var built = Built(ListBuilder(replacing: old))
    built.items.reserveCapacity(ids.items.count)
    if old == nil, beginAtOnce(content, ids, &built) { return built }
    built.builder.reserveCapacity(items: ids.items.count)
    var next = 0
    for (index, part) in content.enumerated() {
      var key = ListedID(ids.sections[index])
      if !built.builder.appendSection(key, isRevised: isRevised(section: key, part.section)) {
        key = sectionCopies.lowestFree(key.id) { built.builder.sections.slot(of: $0) != nil }
        _ = built.builder.appendSection(key, isRevised: isRevised(section: key, part.section))
      }
      built.sections.append(part.section)
      for item in part.items {
        var key = ListedID(ids.items[next])
        next += 1
        if !built.builder.append(key, isRevised: isRevised(key, item)) {
          key = copies.lowestFree(key.id) { built.builder.items.slot(of: $0) != nil }
          _ = built.builder.append(key, isRevised: isRevised(key, item))
        }
        built.items.append(item)
      }
    }
    return built
  }

  /// Builds a first list, if no identifier occurs twice.
  ///
  /// - Returns: whether no identifier occurs twice. If one does, nothing has changed.
  @inlinable
  func beginAtOnce(
    _ content: [SectionContent<Section, Item>], _ ids: ContentIDs, _ built: inout Built
  ) -> Bool {
    var made = built
    for id in ids.sections { guard made.builder.appendSection(ListedID(id), isRevised: true) else { return false } }
    let keys = ContiguousArray(ids.items.lazy.map { ListedID<ItemID>?.some(ListedID($0)) })
    guard made.builder.begin(keys, counts: content.lazy.map(\.items.count)) else { return false }
    for part in content {
      made.sections.append(part.section)
      for item in part.items { made.items.append(item) }
    }
    built = made
    return true
  }
}
