import SectionedChanges

/// Replays change sets on plain arrays. It uses only the definition of the two index spaces, so that tests can compare
/// it with ``SectionedChangeSet/apply(to:contentOf:)``.
package enum NaiveReplay {
  package typealias Rows = [ListElement<Int>]

  /// Returns the list after the changes. Inserted, moved and updated elements are taken from `new`.
  package static func apply(
    _ changes: SectionedChangeSet<Int, Int>, to old: SectionedSnapshot<Int, Int>,
    contentOf new: SectionedSnapshot<Int, Int>
  ) -> SectionedSnapshot<Int, Int> {
    let newSections = Array(new.sections)
    let oldSections = Array(old.sections)

    // For each new section, the old section that it continues.
    var origins: [Int?] = Array(repeating: nil, count: newSections.count)
    var taken = Array(repeating: false, count: newSections.count)
    var stays = Array(repeating: true, count: oldSections.count)
    for change in changes.sections.deleted { stays[change.place] = false }
    for change in changes.sections.inserted { taken[change.place] = true }
    for move in changes.sections.moved {
      stays[move.from] = false
      taken[move.to] = true
      origins[move.to] = move.from
    }
    var free = newSections.indices.filter { !taken[$0] }[...]
    // Old sections that no change deletes, but for which the new list has no free place.
    var surplus: [Int] = []
    for index in oldSections.indices where stays[index] {
      if let place = free.popFirst() { origins[place] = index } else { surplus.append(index) }
    }

    let inserted = Set(changes.sections.inserted.map { $0.place })
    let brought = Set(changes.itemsBrought.map { $0.place } + changes.items.moved.map { $0.to })
    let updatedSections = Set(changes.sections.updated.map { $0.new } + changes.sections.moved.map { $0.to })
    var result: [SectionedSnapshot<Int, Int>.Section] = []
    for (index, origin) in origins.enumerated() {
      guard let origin else {
        // Leave out a new section that no change inserts.
        guard inserted.contains(index) else { continue }
        let rows = newSections[index].items.enumerated().filter {
          brought.contains(ItemPlace(section: index, item: $0.offset))
        }
        result.append(.init(newSections[index].element, items: ChunkedArray(rows.map { $0.element })))
        continue
      }
      let element = updatedSections.contains(index) ? newSections[index].element : oldSections[origin].element
      let items = self.items(
        Array(oldSections[origin].items), origin, Array(newSections[index].items), index, changes.items)
      result.append(.init(element, items: ChunkedArray(items)))
    }
    return SectionedSnapshot(sections: result + surplus.map { oldSections[$0] })
  }

  private static func items(
    _ old: Rows, _ oldSection: Int, _ new: Rows, _ newSection: Int, _ changes: ListChanges<ItemPlace, Int>
  ) -> Rows {
    var rows: [ListElement<Int>?] = old
    for change in changes.deleted where change.place.section == oldSection { rows[change.place.item] = nil }
    for move in changes.moved where move.from.section == oldSection { rows[move.from.item] = nil }
    for update in changes.updated where update.old.section == oldSection {
      rows[update.old.item] = new[update.new.item]
    }
    var result = rows.compactMap { $0 }
    var came = changes.inserted.map { $0.place } + changes.moved.map { $0.to }
    came = came.filter { $0.section == newSection }.sorted()
    for place in came { result.insert(new[place.item], at: min(place.item, result.count)) }
    return result
  }
}
