import SectionedChanges

/// Makes random lists and random successors of them.
package struct SnapshotGenerator {
  package typealias Snapshot = SectionedSnapshot<Int, Int>

  package var random: SeededRandom
  private var nextID = 1000
  private var nextRevision = 1

  package init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// A list of up to `sections` sections with up to `items` items in all, some sections empty.
  package mutating func list(sections: Int, items: Int) -> Snapshot {
    var content = (0..<random.below(sections + 1)).map { _ in Snapshot.Section(freshID(), items: []) }
    guard !content.isEmpty else { return Snapshot() }
    var rows = content.map { _ in [ListElement<Int>]() }
    for _ in 0..<random.below(items + 1) { rows[random.below(rows.count)].append(ListElement(freshID())) }
    for index in content.indices { content[index].items = ChunkedArray(rows[index]) }
    return Snapshot(sections: content)
  }

  /// Returns a list after `edits` random edits: items and sections are inserted, removed, moved and revised.
  package mutating func edited(_ list: Snapshot, edits: Int) -> Snapshot {
    var sections = list.sections.map { $0.element }
    var rows = list.sections.map { Array($0.items) }
    for _ in 0..<edits {
      if random.oneIn(5) || sections.isEmpty {
        editSections(&sections, &rows)
      } else {
        editItems(&rows)
      }
    }
    return Snapshot(sections: zip(sections, rows).map { Snapshot.Section($0, items: ChunkedArray($1)) })
  }

  private mutating func freshID() -> Int {
    nextID += 1
    return nextID
  }

  private mutating func freshRevision() -> Int {
    nextRevision += 1
    return nextRevision
  }

  private mutating func editSections(_ sections: inout [ListElement<Int>], _ rows: inout [[ListElement<Int>]]) {
    switch random.below(sections.isEmpty ? 1 : 5) {
    case 0:
      let index = random.below(sections.count + 1)
      sections.insert(ListElement(freshID()), at: index)
      rows.insert(random.oneIn(2) ? [] : [ListElement(freshID())], at: index)
    case 1:
      let index = random.below(sections.count)
      sections.remove(at: index)
      let orphans = rows.remove(at: index)
      // Some items of a deleted section move to other sections.
      if !rows.isEmpty, random.oneIn(2) {
        for orphan in orphans where random.oneIn(2) { insert(orphan, into: &rows) }
      }
    case 2:
      sections[random.below(sections.count)].revision = freshRevision()
    default:
      let index = random.below(sections.count)
      var section = sections.remove(at: index)
      let items = rows.remove(at: index)
      if random.oneIn(2) { section.revision = freshRevision() }
      let target = random.below(sections.count + 1)
      sections.insert(section, at: target)
      rows.insert(items, at: target)
    }
  }

  private mutating func editItems(_ rows: inout [[ListElement<Int>]]) {
    let filled = rows.indices.filter { !rows[$0].isEmpty }
    guard let section = filled.randomElement(using: &random), !random.oneIn(4) else {
      return insert(ListElement(freshID()), into: &rows)
    }
    let index = random.below(rows[section].count)
    switch random.below(4) {
    case 0:
      rows[section].remove(at: index)
    case 1:
      rows[section][index].revision = freshRevision()
    default:
      var item = rows[section].remove(at: index)
      if !random.oneIn(3) { item.revision = freshRevision() }
      insert(item, into: &rows)
    }
  }

  private mutating func insert(_ item: ListElement<Int>, into rows: inout [[ListElement<Int>]]) {
    let section = random.below(rows.count)
    rows[section].insert(item, at: random.below(rows[section].count + 1))
  }
}
