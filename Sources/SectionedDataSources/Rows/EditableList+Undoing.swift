import SectionedChanges

extension EditableList {
  /// What takes back a part of an edit.
  @usableFromInline
  enum Undoing {
    /// An item goes back to where it was: nowhere, or a place in the section of a slot.
    case item(Int32, (section: Int32, item: Int)?)
    /// A section goes back to its index, or out of the list.
    case section(Int32, Int?)
    /// What had been noted of an item, or nothing.
    case itemEdit(Int32, Bool?)
    case sectionEdit(Int32, Bool?)
    /// The list before it was replaced.
    indirect case all(EditableList)
  }

  /// Notes where an item is, before it goes elsewhere.
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

  /// Takes edits back, the last one first.
  ///
  /// - Parameter count: how many undoings stay.
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
        // It came with this edit: an item that was shown is still there, or noted as edited.
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

  /// Puts a section, which is empty unless it is in the list, at an index or out of the list.
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
