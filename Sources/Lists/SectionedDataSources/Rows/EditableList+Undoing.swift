import SectionedChanges

extension EditableList {
  /// An entry of the undo log: the state of one element before an edit changed it.
  @usableFromInline
  enum Undoing {
    /// An item, with its section's slot and its index before the edit; nil if it was not in the list.
    case item(Int32, (section: Int32, item: Int)?)
    /// A section, with its index before the edit; nil if it was not in the list.
    case section(Int32, Int?)
    /// An item, with its entry in `editedItems` before the edit; nil if it had none.
    case itemEdit(Int32, Bool?)
    case sectionEdit(Int32, Bool?)
    /// The whole list before it was replaced.
    indirect case all(EditableList)
  }

  /// Records the place of an item before an edit moves, inserts or removes it.
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
  /// - Parameter count: the length of the undo log afterwards.
  /// - Complexity: O(undone edits · log rows).
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
        // This edit added the key, so remove it. A key of the last step is still in the list, or still recorded as
        // edited.
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

  /// Inserts a section at an index, moves it there, or removes it if the index is nil. A section is empty when it is
  /// inserted or removed.
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
