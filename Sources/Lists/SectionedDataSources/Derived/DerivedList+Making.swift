import SectionedChanges

// Building the whole list, in the order of the base.
extension DerivedList {
  /// An item of a list that is being built.
  @usableFromInline
  struct Row {
    @usableFromInline
    let key: ItemKey
    @usableFromInline
    let baseKey: BaseKey
    /// The item's model if items have an order of their own; otherwise nil.
    @usableFromInline
    let item: Base.Item?

    @inlinable
    init(key: ItemKey, baseKey: BaseKey, item: Base.Item?) {
      self.key = key
      self.baseKey = baseKey
      self.item = item
    }
  }

  /// The first item of a section in the order of the base.
  @usableFromInline
  struct First {
    @usableFromInline
    let key: BaseKey
    @usableFromInline
    let place: ItemPlace
    /// The index of the section among the sections of the item.
    @usableFromInline
    let number: Int

    @inlinable
    init(key: BaseKey, place: ItemPlace, number: Int) {
      self.key = key
      self.place = place
      self.number = number
    }
  }

  /// A whole list that is built from the base.
  @usableFromInline
  struct Content {
    @usableFromInline
    var indices: [SectionKey: Int] = [:]
    @usableFromInline
    var sections: [(key: SectionKey, rows: [Row], first: First?)] = []
    /// The sections of each item, if items may be in several.
    @usableFromInline
    var memberships: [BaseKey: [SectionKey]] = [:]
    /// The items that are in other sections than in the present list.
    @usableFromInline
    var differing: [Answer] = []

    @inlinable
    mutating func index(of section: SectionKey) -> Int {
      if let index = indices[section] { return index }
      indices[section] = sections.count
      sections.append((section, [], nil))
      return sections.count - 1
    }

    @inlinable
    init() {}
  }

  /// The items of the base for which the rules are called.
  @usableFromInline
  enum Asking {
    case all
    /// All items, and the results are compared with the list. The base must be as at the last step.
    case allAndCompare
    /// The touched items. All other items remain in their sections.
    case touched(Touches)
  }

  /// Builds the list. The present list is not edited meanwhile.
  ///
  /// - Complexity: O(rows of the base).
  @inlinable
  func gather(_ asking: Asking) -> Content {
    var content = Content()
    let ordersItems = rules.itemOrder != nil
    for section in rules.givenSections where rules.keepsEmpty(section) { _ = content.index(of: section) }
    let answers = isAboutAll(asking) ? rules.answers(about: allBaseItems) : nil
    var first = 0
    for (index, element) in base.snapshot.sections.enumerated() {
      let section = element.id
      var shown = ShownItems(self, index: index, of: section)
      // The last section looked up, because most items follow an item of the same section.
      var last: (key: SectionKey, index: Int)?
      if let own = rules.sectionKey(for: section), rules.keepsEmpty(own) { _ = content.index(of: own) }
      if isAboutAll(asking), let own = rules.sectionKey(for: section),
        let test = rules.test(ofSection: section, answers)
      {
        first += gather(element, at: index, first: first, own, asking, test, &shown, &content)
        continue
      }
      var number = 0
      forEachBaseItem(inSection: index, element) { key, item in
        let membership: Membership<SectionKey>
        switch asking {
        case .all:
          membership = rules.membership(of: key, item, inSection: section)
        case .allAndCompare:
          let before = shown.membership(key) ?? remembered(key, in: section)
          membership = rules.membership(of: key, item, inSection: section)
          if membership != before { content.differing.append((key, membership)) }
        case .touched(let touches):
          membership =
            touches.asks(key)
            ? rules.membership(of: key, item, inSection: section) : remembered(key, in: section)
        }
        func put(_ target: SectionKey, _ which: Int = 0) {
          if last?.key != target { last = (target, content.index(of: target)) }
          guard let last else { return }
          if content.sections[last.index].rows.isEmpty {
            let place = ItemPlace(section: index, item: number)
            content.sections[last.index].first = First(key: key, place: place, number: which)
          }
          content.sections[last.index].rows.append(
            Row(key: rules.key(for: key, in: target), baseKey: key, item: ordersItems ? item : nil))
        }
        switch membership {
        case .none: break
        case .one(let section): put(section)
        case .several(let sections):
          content.memberships[key] = sections
          for (which, section) in sections.enumerated() { put(section, which) }
        }
        number += 1
      }
    }
    arrange(&content)
    return content
  }

  @inlinable
  func isAboutAll(_ asking: Asking) -> Bool {
    switch asking {
    case .all, .allAndCompare: true
    case .touched: false
    }
  }

  /// The models of the items of the base, in order.
  @inlinable
  func allBaseItems() -> [Base.Item] {
    var items: [Base.Item] = []
    items.reserveCapacity(base.snapshot.numberOfItems)
    for (index, section) in base.snapshot.sections.enumerated() {
      forEachBaseItem(inSection: index, section) { items.append($1) }
    }
    return items
  }

  /// Builds a section whose items are either in this section or not shown.
  ///
  /// - Parameters:
  ///   - first: the number of items tested in the sections before.
  ///   - own: the key of the section in this list.
  /// - Returns: the number of items tested. Items without a model are skipped.
  @inlinable
  func gather(
    _ section: Base.Snapshot.Section, at index: Int, first: Int, _ own: SectionKey, _ asking: Asking,
    _ test: (_ key: BaseKey, _ item: Base.Item, _ number: Int) -> Bool, _ shown: inout ShownItems,
    _ content: inout Content
  ) -> Int {
    let compares = if case .allAndCompare = asking { true } else { false }
    let ordersItems = rules.itemOrder != nil
    var rows: [Row] = []
    var differing: [Answer] = []
    var number = 0
    var place: First?
    forEachBaseItem(inSection: index, section) { key, item in
      let isMember = test(key, item, first + number)
      if compares {
        let wasMember = shown.isWalked ? shown.holds(key) : remembered(key, in: section.id) != .none
        if isMember != wasMember { differing.append((key, isMember ? .one(own) : .none)) }
      }
      if isMember {
        if rows.isEmpty { place = First(key: key, place: ItemPlace(section: index, item: number), number: 0) }
        rows.append(Row(key: rules.key(for: key, in: own), baseKey: key, item: ordersItems ? item : nil))
      }
      number += 1
    }
    content.differing += differing
    guard !rows.isEmpty else { return number }
    let target = content.index(of: own)
    if content.sections[target].rows.isEmpty { content.sections[target].first = place }
    content.sections[target].rows += rows
    return number
  }

  /// Calls a closure with each item of a section of the base, as of the base's last step.
  @inlinable
  func forEachBaseItem(
    inSection index: Int, _ section: Base.Snapshot.Section, _ body: (BaseKey, Base.Item) -> Void
  ) {
    if models.isNear, !base.core.isHeld { return base.forEachItem(inSection: index, body) }
    for element in section.items { if let item = baseItem(element.id) { body(element.id, item) } }
  }

  /// Sorts the sections and items, which are in the order of the base until then.
  @inlinable
  func arrange(_ content: inout Content) {
    if let order = rules.itemOrder {
      for index in content.sections.indices {
        content.sections[index].rows = content.sections[index].rows.enumerated().sorted {
          guard let first = $0.element.item, let second = $1.element.item else { return $0.offset < $1.offset }
          if order(first, second) { return true }
          return order(second, first) ? false : $0.offset < $1.offset
        }.map(\.element)
      }
    }
    if rules.ordersSections {
      func rank(_ section: (key: SectionKey, rows: [Row], first: First?)) -> RankedSection<Rules.SectionID> {
        RankedSection(key: section.key, first: section.first?.place, number: section.first?.number ?? 0)
      }
      content.sections.sort { rules.precedes(rank($0), rank($1)) }
    }
  }

  /// Replaces the list by a new content.
  @inlinable
  func replace(by content: Content) {
    list.replaceAll(builder(for: content, replacing: list))
  }

  @inlinable
  func builder(
    for content: Content, replacing old: EditableList<SectionKey, ItemKey>?
  ) -> ListBuilder<SectionKey, ItemKey> {
    var builder = ListBuilder(replacing: old)
    builder.reserveCapacity(items: content.sections.reduce(0) { $0 + $1.rows.count })
    let notesFirst = rules.ranksSectionsByItems && rules.itemOrder != nil
    memberships = content.memberships
    firsts = [:]
    for section in content.sections {
      _ = builder.appendSection(section.key, isRevised: revisedSections.contains(section.key))
      if notesFirst { firsts[section.key] = section.first?.key }
      for row in section.rows {
        _ = builder.append(row.key, isRevised: revised.contains(row.baseKey))
      }
    }
    return builder
  }

  /// A walk through the shown items of a section, in parallel with all items of the base's section. Both must have the
  /// same order.
  @usableFromInline
  struct ShownItems {
    @usableFromInline
    let list: DerivedList?
    @usableFromInline
    var slots: ContiguousArray<Int32> = []
    @usableFromInline
    var next = 0
    @usableFromInline
    let section: SectionKey?

    @inlinable
    init(_ list: DerivedList, index: Int, of section: BaseSectionKey) {
      // The walk works only if the items of a section are in the order of the base.
      guard let key = list.rules.sectionKey(for: section), list.rules.itemOrder == nil else {
        (self.list, self.section) = (nil, nil)
        return
      }
      (self.list, self.section) = (list, key)
      if let index = list.list.index(ofSection: key) { slots = list.list.order.items(at: index) }
    }

    /// Whether the items are in the order of the base, so that the walk works.
    @inlinable
    var isWalked: Bool { section != nil }

    /// Returns the present section of the next item; nil if the walk does not work and the section has to be looked up.
    @inlinable
    mutating func membership(_ key: BaseKey) -> Membership<SectionKey>? {
      guard section != nil else { return nil }
      return holds(key) ? section.map { .one($0) } : Membership.none
    }

    /// Whether the section shows the next item. Only valid if the walk works.
    @inlinable
    mutating func holds(_ key: BaseKey) -> Bool {
      guard let list else { return false }
      guard next < slots.count, list.rules.baseKey(of: list.list.items[slots[next]]) == key else { return false }
      next += 1
      return true
    }
  }
}
