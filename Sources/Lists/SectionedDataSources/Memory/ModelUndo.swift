/// The undo log of models: the models that edits replaced, in the order of the edits.
@usableFromInline
struct ModelUndo<Section, Item> {
  @usableFromInline
  enum Entry {
    case item(Int32, Item?)
    case section(Int32, Section?)
    /// All models before the whole list was replaced.
    case all(items: ContiguousArray<Item?>, sections: ContiguousArray<Section?>)
  }

  @usableFromInline
  var entries: [Entry] = []

  @inlinable
  init() {}

  /// Restores replaced models, the last one first.
  ///
  /// - Parameter count: the number of entries to keep.
  @inlinable
  mutating func undo(
    downTo count: Int, _ items: inout ContiguousArray<Item?>, _ sections: inout ContiguousArray<Section?>
  ) {
    while entries.count > count {
      switch entries.removeLast() {
      case .item(let slot, let model): items[Int(slot)] = model
      case .section(let slot, let model): sections[Int(slot)] = model
      case .all(let oldItems, let oldSections): (items, sections) = (oldItems, oldSections)
      }
    }
  }
}
