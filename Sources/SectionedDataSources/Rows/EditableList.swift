import SectionedChanges

/// A list that is edited by places or by keys, any number of edits to a step, with the least changes of each step.
///
/// It has the list twice: as it was at the last step, and as the edits have made it since. So an edit needs no account
/// of those before it; what they touched is looked up in both at the end, by its slot. A step costs O(edits · log rows),
/// whatever the size of the list.
struct EditableList<SectionKey: Hashable & Sendable, ItemKey: Hashable & Sendable> {
  typealias Snapshot = SectionedSnapshot<SectionKey, ItemKey>
  typealias ChangeSet = SectionedChangeSet<SectionKey, ItemKey>

  private(set) var snapshot = Snapshot()
  /// As the edits have made it.
  private(set) var order = ListOrder()
  /// As of the last step.
  private var shown = ListOrder()
  private(set) var items = SlotTable<ItemKey>()
  private(set) var sections = SlotTable<SectionKey>()
  /// What was edited since the last step, and whether it changed itself.
  private var editedItems: [Int32: Bool] = [:]
  private var editedSections: [Int32: Bool] = [:]
  /// What the tables were before the whole list was replaced; nil where it was not, since the last step.
  private var replaced: (items: SlotTable<ItemKey>, sections: SlotTable<SectionKey>)?

  /// Whether nothing is in the list, or was since the last step.
  var isEmpty: Bool { order.sectionCount == 0 && snapshot.isEmpty && !isEdited }
  var isEdited: Bool { replaced != nil || !editedItems.isEmpty || !editedSections.isEmpty }

  init() {}

  /// Makes a list of what a builder was given.
  init(_ builder: ListBuilder<SectionKey, ItemKey>) {
    (items, sections) = (builder.items, builder.sections)
    order = ListOrder(items: builder.rows, sections: builder.counts)
    shown = order
    snapshot = Snapshot(order, items, sections)
  }
}

extension EditableList {
  /// Puts an item in, which must not be in the list. One that left since the last step comes back as the same one.
  ///
  /// - Returns: its slot.
  @discardableResult
  mutating func insert(_ key: ItemKey, at place: ItemPlace, isRevised: Bool = true) -> Int32 {
    let slot = items.slot(of: key) ?? items.add(key)
    order.insert(slot, at: place)
    touchItem(slot, isRevised: isRevised)
    return slot
  }

  mutating func remove(_ slot: Int32) {
    order.remove(slot)
    touchItem(slot)
  }

  /// - Parameter place: in the list without the item.
  mutating func move(_ slot: Int32, to place: ItemPlace) {
    order.remove(slot)
    order.insert(slot, at: place)
    touchItem(slot)
  }

  /// Notes that an item itself changed.
  mutating func touchItem(_ slot: Int32, isRevised: Bool = false) {
    editedItems[slot] = isRevised || (editedItems[slot] ?? false)
  }

  /// Puts an empty section in, which must not be in the list.
  @discardableResult
  mutating func insertSection(_ key: SectionKey, at index: Int, isRevised: Bool = true) -> Int32 {
    let slot = sections.slot(of: key) ?? sections.add(key)
    order.insertSection(slot, at: index)
    touchSection(slot, isRevised: isRevised)
    return slot
  }

  /// Takes a section out, with its items.
  mutating func removeSection(_ slot: Int32) {
    guard let index = order.index(ofSection: slot) else { return }
    for item in order.items(at: index) { remove(item) }
    order.removeSection(slot)
    touchSection(slot)
  }

  /// - Parameter index: in the list after the move.
  mutating func moveSection(_ slot: Int32, to index: Int) {
    order.moveSection(slot, to: index)
    touchSection(slot)
  }

  /// Notes that a section itself changed.
  mutating func touchSection(_ slot: Int32, isRevised: Bool = false) {
    editedSections[slot] = isRevised || (editedSections[slot] ?? false)
  }

  /// Where an item is; nil when it is not in the list.
  mutating func place(of key: ItemKey) -> ItemPlace? { items.slot(of: key).flatMap { order.place(of: $0) } }

  /// Where a section is; nil when it is not in the list.
  mutating func index(ofSection key: SectionKey) -> Int? {
    sections.slot(of: key).flatMap { order.index(ofSection: $0) }
  }
}

extension EditableList {
  /// Becomes the list that a builder was given, whose keys are to be compared with those of the last step.
  mutating func replaceAll(_ builder: ListBuilder<SectionKey, ItemKey>) {
    if replaced == nil { replaced = (items, sections) }
    // What an edit before this one changed has changed since the last step, whatever the builder compared it with.
    let revisedItems = editedItems.compactMap { $0.value ? builder.items.slot(of: items[$0.key]) : nil }
    let revisedSections = editedSections.compactMap { $0.value ? builder.sections.slot(of: sections[$0.key]) : nil }
    (items, sections) = (builder.items, builder.sections)
    order = ListOrder(items: builder.rows, sections: builder.counts)
    editedItems = Dictionary(uniqueKeysWithValues: revisedItems.map { ($0, true) })
    editedSections = Dictionary(uniqueKeysWithValues: revisedSections.map { ($0, true) })
  }

  /// Whether an item was in the list at the last step.
  func wasShown(_ key: ItemKey) -> Bool {
    (replaced?.items ?? items).slot(of: key).map { shown.contains($0) } ?? false
  }

  /// Whether a section was in the list at the last step.
  func wasShown(section key: SectionKey) -> Bool {
    (replaced?.sections ?? sections).slot(of: key).map { shown.containsSection($0) } ?? false
  }

  /// Whether an item is in the list.
  func holds(_ key: ItemKey) -> Bool { items.slot(of: key).map { order.contains($0) } ?? false }

  /// Whether a section is in the list.
  func holdsSection(_ key: SectionKey) -> Bool { sections.slot(of: key).map { order.containsSection($0) } ?? false }

  /// Ends the step: the edits are in the snapshot, too.
  ///
  /// - Returns: the least changes since the last step, and the slots that are free now; all that are not in use where the
  ///   whole list was replaced.
  /// - Complexity: O(edits · log rows); O(rows) where the whole list was replaced.
  mutating func commit() -> (changes: ChangeSet, freed: FreedSlots) {
    if replaced != nil { return commitReplacement() }
    var builder = ChangeSetBuilder<SectionKey, ItemKey>()
    for (slot, isRevised) in editedSections {
      let (old, new) = (shown.index(ofSection: slot), order.index(ofSection: slot))
      let isRevised = isRevised && old != nil && new != nil
      if isRevised { sections.revise(slot) }
      builder.touchSection(sections[slot], old: old, new: new, isRevised: isRevised)
    }
    for (slot, isRevised) in editedItems {
      let (old, new) = (shown.place(of: slot), order.place(of: slot))
      let isRevised = isRevised && old != nil && new != nil
      if isRevised { items.revise(slot) }
      builder.touchItem(items[slot], old: old, new: new, isRevised: isRevised)
    }
    let changes: ChangeSet
    do {
      changes = try builder.changeSet(old: shown.counts, new: order.counts)
      snapshot = try changes.apply(to: snapshot) { index in
        sections.element(order.sectionSlot(at: index))
      } itemAt: { place in
        items.element(order.itemSlot(at: place))
      }
    } catch {
      fatalError("The edits of a list do not fit it (\(error)). This is a fault of SectionedDataSources; report it.")
    }
    shown.follow(&order, items: editedItems.keys, sections: editedSections.keys)
    return (changes, forgetEdits())
  }

  private mutating func commitReplacement() -> (changes: ChangeSet, freed: FreedSlots) {
    for (slot, isRevised) in editedItems where isRevised && order.contains(slot) { items.revise(slot) }
    for (slot, isRevised) in editedSections where isRevised && order.containsSection(slot) { sections.revise(slot) }
    let freed = forgetEdits()
    replaced = nil
    let old = snapshot
    snapshot = Snapshot(order, items, sections)
    shown = order
    guard let changes = old.isEmpty ? .inserting(snapshot) : try? ChangeSet(from: old, to: snapshot) else {
      fatalError("A key stands twice in a list. This is a fault of SectionedDataSources; report it.")
    }
    return (changes, freed)
  }

  /// Takes the edits back.
  ///
  /// - Returns: the slots that are free now.
  /// - Complexity: O(edits · log rows).
  mutating func rollBack() -> FreedSlots {
    guard let replaced else {
      order.follow(&shown, items: editedItems.keys, sections: editedSections.keys)
      return forgetEdits()
    }
    (items, sections) = replaced
    order = shown
    (editedItems, editedSections, self.replaced) = ([:], [:], nil)
    return FreedSlots()
  }

  private mutating func forgetEdits() -> FreedSlots {
    var freed = FreedSlots()
    for slot in editedItems.keys where !order.contains(slot) {
      items.remove(slot)
      freed.items.append(slot)
    }
    for slot in editedSections.keys where !order.containsSection(slot) {
      sections.remove(slot)
      freed.sections.append(slot)
    }
    editedItems = [:]
    editedSections = [:]
    return freed
  }
}

/// Slots that nothing stands in any more.
struct FreedSlots {
  var items: [Int32] = []
  var sections: [Int32] = []
}
