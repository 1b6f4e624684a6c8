import SectionedChanges

/// A list that is edited by places or by keys, any number of edits to a step, with the least changes of each step.
///
/// It has the list twice: as it was at the last step, and as the edits have made it since. So an edit needs no account
/// of those before it; what they touched is looked up in both at the end, by its slot. A step costs O(edits · log rows),
/// whatever the size of the list.
@usableFromInline
struct EditableList<SectionKey: Hashable & Sendable, ItemKey: Hashable & Sendable> {
  @usableFromInline
  typealias Snapshot = SectionedSnapshot<SectionKey, ItemKey>
  @usableFromInline
  typealias ChangeSet = SectionedChangeSet<SectionKey, ItemKey>

  @usableFromInline
  var snapshot = Snapshot()
  /// As the edits have made it.
  @usableFromInline
  var order = ListOrder()
  /// As of the last step.
  @usableFromInline
  var shown = ListOrder()
  @usableFromInline
  var items = SlotTable<ItemKey>()
  @usableFromInline
  var sections = SlotTable<SectionKey>()
  /// What was edited since the last step, and whether it changed itself.
  @usableFromInline
  var editedItems: [Int32: Bool] = [:]
  @usableFromInline
  var editedSections: [Int32: Bool] = [:]
  /// What the tables were before the whole list was replaced; nil where it was not, since the last step.
  @usableFromInline
  var replaced: (items: SlotTable<ItemKey>, sections: SlotTable<SectionKey>)?
  /// What takes the edits back, the last one at the end; empty unless ``keepsUndoings``.
  @usableFromInline
  var undoings: [Undoing] = []
  /// Whether edits may have to be taken back.
  @usableFromInline
  var keepsUndoings = false

  /// Whether nothing is in the list, or was since the last step.
  @inlinable
  var isEmpty: Bool { order.sectionCount == 0 && snapshot.isEmpty && !isEdited }
  @inlinable
  var isEdited: Bool { replaced != nil || !editedItems.isEmpty || !editedSections.isEmpty }

  @inlinable
  init() {}

  /// Makes a list of what a builder was given.
  @inlinable
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

  /// - Parameter place: in the list without the item.
  @inlinable
  mutating func move(_ slot: Int32, to place: ItemPlace) {
    touchItem(slot)
    noteItem(slot)
    order.remove(slot)
    order.insert(slot, at: place)
  }

  /// Notes that an item itself changed.
  @inlinable
  mutating func touchItem(_ slot: Int32, isRevised: Bool = false) {
    if keepsUndoings { undoings.append(.itemEdit(slot, editedItems[slot])) }
    editedItems[slot] = isRevised || (editedItems[slot] ?? false)
  }

  /// Puts an empty section in, which must not be in the list.
  @discardableResult
  @inlinable
  mutating func insertSection(_ key: SectionKey, at index: Int, isRevised: Bool = true) -> Int32 {
    let slot = sections.slot(of: key) ?? sections.add(key)
    touchSection(slot, isRevised: isRevised)
    noteSection(slot)
    order.insertSection(slot, at: index)
    return slot
  }

  /// Takes a section out, with its items.
  @inlinable
  mutating func removeSection(_ slot: Int32) {
    guard let index = order.index(ofSection: slot) else { return }
    for item in order.items(at: index) { remove(item) }
    touchSection(slot)
    noteSection(slot)
    order.removeSection(slot)
  }

  /// - Parameter index: in the list after the move.
  @inlinable
  mutating func moveSection(_ slot: Int32, to index: Int) {
    touchSection(slot)
    noteSection(slot)
    order.moveSection(slot, to: index)
  }

  /// Notes that a section itself changed.
  @inlinable
  mutating func touchSection(_ slot: Int32, isRevised: Bool = false) {
    if keepsUndoings { undoings.append(.sectionEdit(slot, editedSections[slot])) }
    editedSections[slot] = isRevised || (editedSections[slot] ?? false)
  }

  /// Where an item is; nil when it is not in the list.
  @inlinable
  mutating func place(of key: ItemKey) -> ItemPlace? { items.slot(of: key).flatMap { order.place(of: $0) } }

  /// Where a section is; nil when it is not in the list.
  @inlinable
  mutating func index(ofSection key: SectionKey) -> Int? {
    sections.slot(of: key).flatMap { order.index(ofSection: $0) }
  }
}

extension EditableList {
  /// Becomes the list that a builder was given, whose keys are to be compared with those of the last step.
  @inlinable
  mutating func replaceAll(_ builder: ListBuilder<SectionKey, ItemKey>) {
    if keepsUndoings { noteAll() }
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
  @inlinable
  func wasShown(_ key: ItemKey) -> Bool {
    (replaced?.items ?? items).slot(of: key).map { shown.contains($0) } ?? false
  }

  /// Whether a section was in the list at the last step.
  @inlinable
  func wasShown(section key: SectionKey) -> Bool {
    (replaced?.sections ?? sections).slot(of: key).map { shown.containsSection($0) } ?? false
  }

  /// Whether an item is in the list.
  @inlinable
  func holds(_ key: ItemKey) -> Bool { items.slot(of: key).map { order.contains($0) } ?? false }

  /// Whether a section is in the list.
  @inlinable
  func holdsSection(_ key: SectionKey) -> Bool { sections.slot(of: key).map { order.containsSection($0) } ?? false }

  /// Ends the step: the edits are in the snapshot, too.
  ///
  /// - Returns: the least changes since the last step, and the slots that are free now; all that are not in use where the
  ///   whole list was replaced.
  /// - Complexity: O(edits · log rows); O(rows) where the whole list was replaced.
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

/// Slots that nothing stands in any more.
@usableFromInline
struct FreedSlots {
  @usableFromInline
  var items: [Int32] = []
  @usableFromInline
  var sections: [Int32] = []

  @inlinable
  init() {}
}
