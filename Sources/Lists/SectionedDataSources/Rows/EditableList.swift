import SectionedChanges

/// A list that is edited by places or by keys. It collects any number of edits into one step, and reports the smallest
/// changes of each step.
///
/// It keeps the order twice: as of the last step, and with the edits since. So an edit need not be merged with the
/// edits before it. At the end of the step, each edited slot is looked up in both orders. A step costs O(edits · log
/// rows), whatever the size of the list.
@usableFromInline
struct EditableList<SectionKey: Hashable & Sendable, ItemKey: Hashable & Sendable> {
  @usableFromInline
  typealias Snapshot = SectionedSnapshot<SectionKey, ItemKey>
  @usableFromInline
  typealias ChangeSet = SectionedChangeSet<SectionKey, ItemKey>

  @usableFromInline
  var snapshot = Snapshot()
  /// The order with the edits since the last step.
  @usableFromInline
  var order = ListOrder()
  /// The order as of the last step.
  @usableFromInline
  var shown = ListOrder()
  @usableFromInline
  var items = SlotTable<ItemKey>()
  @usableFromInline
  var sections = SlotTable<SectionKey>()
  /// The items edited since the last step, by slot. The value is true if the item itself changed.
  @usableFromInline
  var editedItems: [Int32: Bool] = [:]
  @usableFromInline
  var editedSections: [Int32: Bool] = [:]
  /// The tables as of the last step, if the whole list was replaced since; otherwise nil.
  @usableFromInline
  var replaced: (items: SlotTable<ItemKey>, sections: SlotTable<SectionKey>)?
  /// The undo log of the edits, oldest first; empty unless ``keepsUndoings``.
  @usableFromInline
  var undoings: [Undoing] = []
  /// Whether edits are recorded in the undo log.
  @usableFromInline
  var keepsUndoings = false

  /// Whether the list is empty, was empty at the last step, and has not been edited since.
  @inlinable
  var isEmpty: Bool { order.sectionCount == 0 && snapshot.isEmpty && !isEdited }
  @inlinable
  var isEdited: Bool { replaced != nil || !editedItems.isEmpty || !editedSections.isEmpty }

  @inlinable
  init() {}

  /// Makes a list with the content of a builder, as of its first step.
  @inlinable
  init(_ builder: ListBuilder<SectionKey, ItemKey>) {
    (items, sections) = (builder.items, builder.sections)
    order = ListOrder(items: builder.rows, sections: builder.counts)
    shown = order
    snapshot = Snapshot(order, items, sections)
  }
}

extension EditableList {
  /// Inserts an item that is not in the list. An item that was removed since the last step keeps its slot.
  ///
  /// - Returns: the item's slot.
  @discardableResult
  @inlinable
  mutating func insert(_ key: ItemKey, at place: ItemPlace, isRevised: Bool = true) -> Int32 {
    let slot = items.slot(of: key) ?? items.add(key)
    touchItem(slot, isRevised: isRevised)
    noteItem(slot)
    order.insert(slot, at: place)
    return slot
  }

  @inlinable
  mutating func remove(_ slot: Int32) {
    touchItem(slot)
    noteItem(slot)
    order.remove(slot)
  }

  /// - Parameter place: the place after the move, so in the list without the item.
  @inlinable
  mutating func move(_ slot: Int32, to place: ItemPlace) {
    touchItem(slot)
    noteItem(slot)
    order.remove(slot)
    order.insert(slot, at: place)
  }

  /// Records that an item was edited.
  ///
  /// - Parameter isRevised: whether the item itself changed, so that it gets a new revision.
  @inlinable
  mutating func touchItem(_ slot: Int32, isRevised: Bool = false) {
    if keepsUndoings { undoings.append(.itemEdit(slot, editedItems[slot])) }
    editedItems[slot] = isRevised || (editedItems[slot] ?? false)
  }

  /// Inserts an empty section that is not in the list.
  @discardableResult
  @inlinable
  mutating func insertSection(_ key: SectionKey, at index: Int, isRevised: Bool = true) -> Int32 {
    let slot = sections.slot(of: key) ?? sections.add(key)
    touchSection(slot, isRevised: isRevised)
    noteSection(slot)
    order.insertSection(slot, at: index)
    return slot
  }

  /// Removes a section and its items.
  @inlinable
  mutating func removeSection(_ slot: Int32) {
    guard let index = order.index(ofSection: slot) else { return }
    for item in order.items(at: index) { remove(item) }
    touchSection(slot)
    noteSection(slot)
    order.removeSection(slot)
  }

  /// - Parameter index: the index in the list after the move.
  @inlinable
  mutating func moveSection(_ slot: Int32, to index: Int) {
    touchSection(slot)
    noteSection(slot)
    order.moveSection(slot, to: index)
  }

  /// Records that a section was edited.
  ///
  /// - Parameter isRevised: whether the section itself changed, so that it gets a new revision.
  @inlinable
  mutating func touchSection(_ slot: Int32, isRevised: Bool = false) {
    if keepsUndoings { undoings.append(.sectionEdit(slot, editedSections[slot])) }
    editedSections[slot] = isRevised || (editedSections[slot] ?? false)
  }

  /// The place of an item in the edited list; nil if it is not in it.
  @inlinable
  mutating func place(of key: ItemKey) -> ItemPlace? { items.slot(of: key).flatMap { order.place(of: $0) } }

  /// The index of a section in the edited list; nil if it is not in it.
  @inlinable
  mutating func index(ofSection key: SectionKey) -> Int? {
    sections.slot(of: key).flatMap { order.index(ofSection: $0) }
  }
}

extension EditableList {
  /// Replaces the list by the content of a builder. The next step compares the content with the list of the last step.
  @inlinable
  mutating func replaceAll(_ builder: ListBuilder<SectionKey, ItemKey>) {
    if keepsUndoings { noteAll() }
    if replaced == nil { replaced = (items, sections) }
    // Edits of this step revised these keys, so they have changed since the last step, even if the builder found them
    // unchanged.
    let revisedItems = editedItems.compactMap { $0.value ? builder.items.slot(of: items[$0.key]) : nil }
    let revisedSections = editedSections.compactMap { $0.value ? builder.sections.slot(of: sections[$0.key]) : nil }
    (items, sections) = (builder.items, builder.sections)
    order = ListOrder(items: builder.rows, sections: builder.counts)
    editedItems = Dictionary(uniqueKeysWithValues: revisedItems.map { ($0, true) })
    editedSections = Dictionary(uniqueKeysWithValues: revisedSections.map { ($0, true) })
  }

  /// Whether an item was in the list at the last step.
  @inlinable
  func wasShown(_ key: ItemKey) -> Bool {
    (replaced?.items ?? items).slot(of: key).map { shown.contains($0) } ?? false
  }

  /// Whether a section was in the list at the last step.
  @inlinable
  func wasShown(section key: SectionKey) -> Bool {
    (replaced?.sections ?? sections).slot(of: key).map { shown.containsSection($0) } ?? false
  }

  /// Whether an item is in the edited list.
  @inlinable
  func holds(_ key: ItemKey) -> Bool { items.slot(of: key).map { order.contains($0) } ?? false }

  /// Whether a section is in the edited list.
  @inlinable
  func holdsSection(_ key: SectionKey) -> Bool { sections.slot(of: key).map { order.containsSection($0) } ?? false }

  /// Ends the step. The snapshot then contains the edits.
  ///
  /// - Returns: the smallest changes since the last step, and the slots that became free. If the whole list was
  ///   replaced, these are only the slots that edits freed after the replacement.
  /// - Complexity: O(edits · log rows); O(rows) if the whole list was replaced.
  @inlinable
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

  @inlinable
  mutating func commitReplacement() -> (changes: ChangeSet, freed: FreedSlots) {
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

  @inlinable
  mutating func forgetEdits() -> FreedSlots {
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

/// Slots that are no longer in use.
@usableFromInline
struct FreedSlots {
  @usableFromInline
  var items: [Int32] = []
  @usableFromInline
  var sections: [Int32] = []

  @inlinable
  init() {}
}
