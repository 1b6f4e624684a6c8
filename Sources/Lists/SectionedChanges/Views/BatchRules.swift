/// The rules that a batch must satisfy, independent of the views' content.
///
/// Deletions, reloads and the sources of moves are places before the batch. Insertions and the targets of moves are
/// places after it. Views reject or corrupt some batches that satisfy this, for example if an item moves into a section
/// that the batch inserts. These are rejected here, too, with UIKit's messages if there are any.
package struct BatchRules {
  let kind: ViewKind
  let batch: ViewBatch
  /// The number of items in each section before the batch.
  let counts: [Int]
  /// The number of items in each section after the batch, according to the data source.
  let after: [Int]

  private var item: String { kind.item }

  package init(kind: ViewKind, batch: ViewBatch, counts: [Int], after: [Int]) {
    self.kind = kind
    self.batch = batch
    self.counts = counts
    self.after = after
  }

  /// Throws a ``ViewException`` for the first violated rule.
  package func check(allowsRedundantItems: Bool) throws {
    try checkBounds()
    try checkDuplicates()
    try checkPairs()
    try checkSectionsAndItems(allowsRedundantItems: allowsRedundantItems)
    try checkRefresh()
    try checkCounts()
  }

  // MARK: Every place exists in its space

  private func checkBounds() throws {
    for section in batch.deletedSections where !counts.indices.contains(section) {
      throw ViewException(
        "attempt to delete section \(section), but there are only \(counts.count) sections before the update")
    }
    for section in batch.reloadedSections where !counts.indices.contains(section) {
      throw ViewException(
        "attempt to reload section \(section), but there are only \(counts.count) sections before the update")
    }
    for section in batch.insertedSections where !after.indices.contains(section) {
      throw ViewException(
        "attempt to insert section \(section) but there are only \(after.count) sections after the update")
    }
    for move in batch.movedSections {
      guard counts.indices.contains(move.from) else {
        throw ViewException(
          "attempt to move section \(move.from), but there are only \(counts.count) sections before the update")
      }
      guard after.indices.contains(move.to) else {
        throw ViewException(
          "attempt to move section \(move.from) to section \(move.to), "
            + "but there are only \(after.count) sections after the update")
      }
    }
    for place in batch.deletedItems { try checkOld(place, "delete") }
    for place in batch.reloadedItems { try checkOld(place, "reload") }
    for place in batch.reconfiguredItems { try checkOld(place, "reconfigure") }
    for move in batch.movedItems { try checkOld(move.from, "move") }
    for place in batch.insertedItems {
      try checkNew(place, "insert \(item) \(place.item) into section \(place.section)")
    }
    for move in batch.movedItems { try checkNew(move.to, "move index path (\(move.from)) to index path (\(move.to))") }
  }

  private func checkOld(_ place: ItemPlace, _ verb: String) throws {
    guard counts.indices.contains(place.section) else {
      throw ViewException(
        "attempt to \(verb) \(item) \(place.item) from section \(place.section), "
          + "but there are only \(counts.count) sections before the update")
    }
    guard place.item >= 0, place.item < counts[place.section] else {
      throw ViewException(
        "attempt to \(verb) \(item) \(place.item) from section \(place.section) "
          + "which only contains \(counts[place.section]) \(item)s before the update")
    }
  }

  private func checkNew(_ place: ItemPlace, _ what: String) throws {
    guard after.indices.contains(place.section) else {
      throw ViewException("attempt to \(what), but there are only \(after.count) sections after the update")
    }
    guard place.item >= 0, place.item < after[place.section] else {
      throw ViewException(
        "attempt to \(what), but there are only \(after[place.section]) \(item)s in section \(place.section) "
          + "after the update")
    }
  }

  // MARK: Each place is named once

  private func checkDuplicates() throws {
    try checkOnce(batch.deletedSections, "perform multiple deletes of the same section")
    try checkOnce(batch.insertedSections, "perform multiple inserts of the same section")
    try checkOnce(batch.reloadedSections, "perform multiple reloads of the same section")
    try checkOnce(batch.movedSections.map { $0.from }, "perform multiple moves from the same section")
    try checkOnce(batch.movedSections.map { $0.to }, "perform multiple moves to the same section")
    try checkOnce(batch.deletedItems, "perform multiple deletes of the same index path")
    try checkOnce(batch.insertedItems, "perform multiple inserts of the same index path")
    try checkOnce(batch.reloadedItems, "perform multiple reloads of the same index path")
    try checkOnce(batch.reconfiguredItems, "perform multiple reconfigures of the same index path")
    try checkOnce(batch.movedItems.map { $0.from }, "perform multiple moves from the same index path")
    try checkOnce(batch.movedItems.map { $0.to }, "perform multiple moves to the same index path")
  }

  private func checkOnce<Place: Hashable>(_ places: [Place], _ what: String) throws {
    if places.count < 2 { return }
    var seen: Set<Place> = []
    for place in places where !seen.insert(place).inserted {
      throw ViewException("attempt to \(what) (\(place))")
    }
  }

  private func checkPairs() throws {
    let sections = batch.movedSections
    try checkApart(batch.deletedSections, sections.map { $0.from }, "perform a delete and a move from the same section")
    try checkApart(batch.deletedSections, batch.reloadedSections, "delete and reload the same section")
    try checkApart(batch.reloadedSections, sections.map { $0.from }, "reload and move the same section")
    try checkApart(batch.insertedSections, sections.map { $0.to }, "perform an insert and a move to the same section")
    let items = batch.movedItems
    try checkApart(batch.deletedItems, items.map { $0.from }, "perform a delete and a move from the same index path")
    try checkApart(batch.deletedItems, batch.reloadedItems, "delete and reload the same index path")
    try checkApart(batch.reloadedItems, items.map { $0.from }, "reload and move the same index path")
    try checkApart(batch.reloadedItems, batch.reconfiguredItems, "reload and reconfigure the same index path")
    try checkApart(batch.deletedItems, batch.reconfiguredItems, "delete and reconfigure the same index path")
    try checkApart(batch.insertedItems, items.map { $0.to }, "perform an insert and a move to the same index path")
  }

  private func checkApart<Place: Hashable>(_ first: [Place], _ second: [Place], _ what: String) throws {
    if first.isEmpty || second.isEmpty { return }
    let both = Set(first)
    for place in second where both.contains(place) { throw ViewException("attempt to \(what) (\(place))") }
  }
}

extension BatchRules {
  // MARK: Sections and items in one batch

  private func checkSectionsAndItems(allowsRedundantItems: Bool) throws {
    if let section = batch.reloadedSections.first(where: { counts[$0] == 0 }) {
      throw ViewException("attempt to reload a section that has no \(item)s (\(section))")
    }
    let deleted = Set(batch.deletedSections)
    let inserted = Set(batch.insertedSections)
    for move in batch.movedItems {
      if inserted.contains(move.to.section) {
        throw ViewException("cannot move \(kind.anItem) into a newly inserted section (\(move.to.section))")
      }
      if deleted.contains(move.from.section) {
        throw ViewException("cannot move \(kind.anItem) from a deleted section (\(move.from.section))")
      }
    }
    for place in batch.reloadedItems + batch.reconfiguredItems where deleted.contains(place.section) {
      throw ViewException("cannot reload \(kind.anItem) in a deleted section (\(place.section))")
    }
    if !allowsRedundantItems {
      for place in batch.deletedItems where deleted.contains(place.section) {
        throw ViewException("cannot delete \(kind.anItem) from a deleted section (\(place.section))")
      }
      for place in batch.insertedItems where inserted.contains(place.section) {
        throw ViewException("cannot insert \(kind.anItem) into a newly inserted section (\(place.section))")
      }
    }
    try checkMovedSections()
  }

  private func checkMovedSections() throws {
    if batch.movedSections.isEmpty { return }
    let from = Set(batch.movedSections.map { $0.from })
    let to = Set(batch.movedSections.map { $0.to })
    for place in batch.reloadedItems + batch.reconfiguredItems where from.contains(place.section) {
      throw ViewException("cannot reload \(kind.anItem) in a moved section (\(place.section))")
    }
    for place in batch.insertedItems where to.contains(place.section) {
      throw ViewException("cannot insert \(kind.anItem) into a moved section (\(place.section))")
    }
    for place in batch.deletedItems where from.contains(place.section) {
      throw ViewException("cannot delete \(kind.anItem) from a moved section (\(place.section))")
    }
    for move in batch.movedItems {
      if from.contains(move.from.section) {
        throw ViewException("cannot move \(kind.anItem) from a moved section (\(move.from.section))")
      }
      if to.contains(move.to.section) {
        throw ViewException("cannot move \(kind.anItem) into a moved section (\(move.to.section))")
      }
    }
    // A reload is a deletion and an insertion at the old index. After the moves, another section has that index.
    if let section = batch.reloadedSections.first {
      throw ViewException("attempt to perform an insert and a move to the same section (\(section))")
    }
  }

  private func checkRefresh() throws {
    guard batch.hasStructure else { return }
    if let place = batch.reloadedItems.first {
      throw ViewException("attempt to reload index path (\(place)) beside insertions, deletions or moves")
    }
    if let place = batch.reconfiguredItems.first {
      throw ViewException("attempt to reconfigure index path (\(place)) beside insertions, deletions or moves")
    }
    if let section = batch.reloadedSections.first {
      throw ViewException("attempt to reload section (\(section)) beside insertions, deletions or moves")
    }
  }

  // MARK: Counts

  private func checkCounts() throws {
    let inserted = batch.insertedSections.count
    let deleted = batch.deletedSections.count
    guard after.count == counts.count + inserted - deleted else {
      throw ViewException(
        "Invalid update: invalid number of sections. The number of sections contained in the \(kind.view) after the "
          + "update (\(after.count)) must be equal to the number of sections contained in the \(kind.view) before the "
          + "update (\(counts.count)), plus or minus the number of sections inserted or deleted "
          + "(\(inserted) inserted, \(deleted) deleted).")
    }
    let gone = Set(batch.deletedSections + batch.movedSections.map { $0.from })
    let came = Set(batch.insertedSections + batch.movedSections.map { $0.to })
    var pairs = Array(zip(counts.indices.filter { !gone.contains($0) }, after.indices.filter { !came.contains($0) }))
    pairs += batch.movedSections.map { ($0.from, $0.to) }
    let deletedItems = Self.tally(batch.deletedItems)
    let insertedItems = Self.tally(batch.insertedItems)
    let movedOut = Self.tally(batch.movedItems.map { $0.from })
    let movedIn = Self.tally(batch.movedItems.map { $0.to })
    for (old, new) in pairs {
      try checkCount(
        ofSection: old, nowAt: new, deletedItems[old, default: 0], insertedItems[new, default: 0],
        movedOut[old, default: 0], movedIn[new, default: 0])
    }
  }

  /// The number of places in each section.
  private static func tally(_ places: [ItemPlace]) -> [Int: Int] {
    places.reduce(into: [:]) { $0[$1.section, default: 0] += 1 }
  }

  private func checkCount(
    ofSection old: Int, nowAt new: Int, _ deleted: Int, _ inserted: Int, _ movedOut: Int, _ movedIn: Int
  ) throws {
    guard after[new] != counts[old] - deleted + inserted - movedOut + movedIn else { return }
    throw ViewException(
      "Invalid update: invalid number of \(item)s in section \(new). The number of \(item)s contained in an existing "
        + "section after the update (\(after[new])) must be equal to the number of \(item)s contained in that section "
        + "before the update (\(counts[old])), plus or minus the number of \(item)s inserted or deleted from that "
        + "section (\(inserted) inserted, \(deleted) deleted) and plus or minus the number of \(item)s moved into or "
        + "out of that section (\(movedIn) moved in, \(movedOut) moved out).")
  }
}
