import SectionedChanges

/// Computes the least change set, as law 3 of `ChangeLaws` defines it. It tries every subset of elements that could
/// stay put, so it is only for short lists.
package enum LeastChangeOracle {
  /// - Complexity: exponential in the number of elements of a section, and of sections.
  package static func changeSet(
    from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>
  ) -> SectionedChangeSet<Int, Int> {
    let oldSections = old.sections.map { $0.element }
    let newSections = new.sections.map { $0.element }
    var oldItems: [Int: (place: ItemPlace, revision: Int)] = [:]
    var newItems: [Int: (place: ItemPlace, revision: Int)] = [:]
    forEachItem(of: old) { oldItems[$1.id] = ($0, $1.revision) }
    forEachItem(of: new) { newItems[$1.id] = ($0, $1.revision) }

    var changes = SectionedChangeSet<Int, Int>()
    var newIndex: [Int: Int] = [:]
    for (index, section) in newSections.enumerated() { newIndex[section.id] = index }
    let oldIDs = Set(oldSections.map { $0.id })

    // Sections.
    var common: [Common] = []
    for (index, section) in oldSections.enumerated() {
      guard let new = newIndex[section.id] else {
        changes.sections.deleted.append(PlacedID(index, section.id))
        continue
      }
      common.append(Common(old: index, new: new, isUnchanged: section.revision == newSections[new].revision))
    }
    for (index, section) in newSections.enumerated() where !oldIDs.contains(section.id) {
      changes.sections.inserted.append(PlacedID(index, section.id))
    }
    let stayingSections = staying(common)
    for section in common {
      let keys: Set<String>? = section.isUnchanged ? [] : nil
      if !stayingSections.contains(section.old) {
        changes.sections.moved.append(ListMove(from: section.old, to: section.new, keys: keys))
      } else if !section.isUnchanged {
        changes.sections.updated.append(ListUpdate(old: section.old, new: section.new, keys: keys))
      }
    }

    // Items.
    forEachItem(of: new) { place, item in
      guard oldItems[item.id] == nil else { return }
      if oldIDs.contains(newSections[place.section].id) {
        changes.items.inserted.append(PlacedID(place, item.id))
      } else {
        changes.itemsBrought.append(PlacedID(place, item.id))
      }
    }
    for (index, section) in oldSections.enumerated() {
      let target = newIndex[section.id]
      var common: [Common] = []
      for (item, element) in old.sections[index].items.enumerated() {
        if let new = newItems[element.id], new.place.section == target {
          common.append(Common(old: item, new: new.place.item, isUnchanged: new.revision == element.revision))
        }
      }
      let stayingItems = staying(common)
      for (item, element) in old.sections[index].items.enumerated() {
        let place = ItemPlace(section: index, item: item)
        guard let new = newItems[element.id] else {
          if target == nil {
            changes.itemsTaken.append(PlacedID(place, element.id))
          } else {
            changes.items.deleted.append(PlacedID(place, element.id))
          }
          continue
        }
        let keys: Set<String>? = new.revision == element.revision ? [] : nil
        if new.place.section != target || !stayingItems.contains(item) {
          changes.items.moved.append(ListMove(from: place, to: new.place, keys: keys))
        } else if keys == nil {
          changes.items.updated.append(ListUpdate(old: place, new: new.place, keys: nil))
        }
      }
    }
    return changes
  }

  private static func forEachItem(
    of list: SectionedSnapshot<Int, Int>, _ body: (ItemPlace, ListElement<Int>) -> Void
  ) {
    for (section, content) in list.sections.enumerated() {
      for (item, element) in content.items.enumerated() { body(ItemPlace(section: section, item: item), element) }
    }
  }

  /// An element of one section, or a section, that is in both lists.
  package struct Common {
    package var old: Int
    package var new: Int
    package var isUnchanged: Bool

    package init(old: Int, new: Int, isUnchanged: Bool) {
      self.old = old
      self.new = new
      self.isUnchanged = isUnchanged
    }
  }

  /// Returns the old indices of the elements that stay put.
  ///
  /// - Parameter common: ascending by old index, at most 20.
  package static func staying(_ common: [Common]) -> [Int] {
    guard common.count <= 20 else { fatalError("Trying all subsets of \(common.count) elements would take too long.") }
    var best: (unchanged: Int, old: [Int]) = (0, [])
    for subset in 0..<(1 << common.count) {
      var unchanged = 0
      var old: [Int] = []
      var last = -1
      var isIncreasing = true
      for (bit, element) in common.enumerated() where subset & (1 << bit) != 0 {
        if element.new < last { isIncreasing = false }
        last = element.new
        old.append(element.old)
        if element.isUnchanged { unchanged += 1 }
      }
      guard isIncreasing else { continue }
      if (unchanged, old.count) > (best.unchanged, best.old.count)
        || (unchanged, old.count) == (best.unchanged, best.old.count) && old.lexicographicallyPrecedes(best.old)
      {
        best = (unchanged, old)
      }
    }
    return best.old
  }
}
