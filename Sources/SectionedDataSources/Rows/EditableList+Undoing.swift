import SectionedChanges

extension EditableList {
  /// An entry of the undo log: the state that one part of an edit replaced.
  @usableFromInline
  enum Undoing {
    /// An item, with the section slot and the index that it had; nil where it was not in the list.
    case item(Int32, (section: Int32, item: Int)?)
    /// A section, with the index that it had; nil where it was not in the list.
    case section(Int32, Int?)
    /// An item, with its entry in `editedItems` before the edit; nil for none.
    case itemEdit(Int32, Bool?)
    case sectionEdit(Int32, Bool?)
    /// The list before it was replaced.
    indirect case all(EditableList)
  }

  /// Records the place of an item before it moves or leaves.
  @inlinable
  mutating func noteItem(_ slot: Int32) {
    if keepsUndoings { undoings.append(.item(slot, order.location(of: slot))) }
  }

  @inlinable
  mutating func noteSection(_ slot: Int32) {
    if keepsUndoings { undoings.append(.section(slot, order.index(ofSection: slot))) }
  }

  @inlinable
  mutating func noteAll() {
    var list = self
    list.undoings = []
    undoings.append(.all(list))
  }

  /// Undoes edits, the last one first.
  ///
  /// - Parameter count: the number of undoings to keep.
  /// - Complexity: O(edits · log rows).
  @inlinable
  mutating func undo(downTo count: Int) {
    while undoings.count > count {
      switch undoings.removeLast() {
      case .item(let slot, let location):
        order.remove(slot)
        if let location { order.insert(slot, at: location.item, ofSection: location.section) }
      case .section(let slot, let index):
        put(section: slot, at: index)
      case .itemEdit(let slot, let isRevised):
        editedItems[slot] = isRevised
        // It was inserted by this edit: an item that was shown is still in the list, or recorded as edited.
        if isRevised == nil, !order.contains(slot) { items.remove(slot) }
      case .sectionEdit(let slot, let isRevised):
        editedSections[slot] = isRevised
        if isRevised == nil, !order.containsSection(slot) { sections.remove(slot) }
      case .all(let list):
        let undoings = undoings
        self = list
        self.undoings = undoings
      }
    }
  }

  /// Moves or inserts a section at an index, or removes it (nil). It is empty unless it is in the list.
  @inlinable
  mutating func put(section slot: Int32, at index: Int?) {
    switch (order.index(ofSection: slot), index) {
    case (nil, let index?): order.insertSection(slot, at: index)
    case (_?, nil): order.removeSection(slot)
    case (let old?, let new?): if old != new { order.moveSection(slot, to: new) }
    case (nil, nil): break
    }
  }
}
