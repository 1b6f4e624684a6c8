import Foundation
import SectionedTesting

@testable import CoreData

/// Makes up saves to a garage: inserts, updates, deletions and changes of relationships, some of them stale or against
/// what is unique. It reads what there is from one store and leaves it as it is.
struct RandomSave {
  let garage: StoreUnderTest
  var random: SeededRandom
  private var nextTemporary: Int64 = 1

  init(_ garage: StoreUnderTest, seed: UInt64) {
    self.garage = garage
    random = SeededRandom(seed: seed)
  }

  mutating func changes() throws -> StoreChanges {
    var changes = StoreChanges()
    var updates: [RowKey: StoreChanges.Update] = [:]
    for _ in 0..<random.below(4) { changes.inserted.append(try newRow(in: changes)) }
    for _ in 0..<random.below(4) {
      guard let row = try anyRow() else { continue }
      updates[row.key] = try update(of: row)
    }
    if random.oneIn(3), let row = try anyRow() {
      updates[row.key] = nil
      changes.deleted.append(.init(key: row.key, version: random.oneIn(8) ? row.version + 1 : row.version))
      // What referred to it refers to nothing, as a context makes it.
      for name in ["Car", "Track"] {
        for other in try rows(name) where other.key != row.key {
          let slot = try toOneSlot(of: other.key)
          guard case .reference(let destination) = other[slot], isSame(destination, row.key) else { continue }
          updates[other.key] = .init(row: setting(other, slot, .null), slots: [slot])
        }
      }
    }
    changes.updated = updates.values.sorted { $0.row.key.primaryKey < $1.row.key.primaryKey }
    changes.toMany = try linkChanges(beside: changes) + listOrders(beside: changes)
    return changes
  }

  private func isSame(_ left: RowKey, _ right: RowKey) -> Bool {
    left.primaryKey == right.primaryKey && garage.model[left].root == garage.model[right].root
  }

  private func rows(_ entity: String) throws -> [Row] {
    try garage.rows.rows(matching: RowQuery(entity: garage.entity(entity)))
  }

  private mutating func anyRow() throws -> Row? {
    let all = try ["Owner", "Car", "Label", "List", "Track", "Mix"].flatMap { try rows($0) }
    return all.randomElement(using: &random)
  }

  private func toOneSlot(of key: RowKey) throws -> Int {
    garage.model[key].toOneSlots[0]
  }

  private mutating func newRow(in changes: StoreChanges) throws -> Row {
    let names = ["Owner", "Car", "SportsCar", "Label", "List", "Track", "Mix"]
    let row = try garage.row(names[random.below(names.count)], nextTemporary)
    nextTemporary += 1
    var filled = row
    for slot in garage.model[row.key].slots.indices {
      filled = setting(filled, slot, try value(for: slot, of: row.key, newRows: changes.inserted))
    }
    return filled
  }

  private mutating func update(of row: Row) throws -> StoreChanges.Update? {
    let slots = garage.model[row.key].slots.indices.filter { slot in
      if case .toMany = garage.model[row.key].slots[slot].kind { return false }
      return !garage.model[row.key].slots[slot].isTransient
    }
    guard let slot = slots.randomElement(using: &random) else { return nil }
    var changed = setting(row, slot, try value(for: slot, of: row.key, newRows: []))
    if random.oneIn(20) { changed = Row(key: row.key, version: row.version + 3, values: changed.values) }
    return .init(row: changed, slots: [slot])
  }

  private func setting(_ row: Row, _ slot: Int, _ value: Value) -> Row {
    var values = row.values
    values[slot] = value
    return Row(key: row.key, version: row.version, values: values)
  }

  private mutating func value(for slot: Int, of key: RowKey, newRows: [Row]) throws -> Value {
    if random.oneIn(4) { return .null }
    switch garage.model[key].slots[slot].kind {
    case .attribute(.stringAttributeType):
      let texts = ["", "a", "B", "b", "\u{e9}", "e\u{301}", "z", "10", "9", "\u{1F697}", "aa", "A"]
      return .string(texts[random.below(texts.count)] + (random.oneIn(2) ? "\(random.below(6))" : ""))
    case .attribute(.doubleAttributeType): return .double(Double(random.below(5)) / 2)
    case .attribute(.dateAttributeType): return .date(Double(random.below(5)) * 1000.5)
    case .attribute: return .int(Int64(random.below(4)))
    case .toMany: return .null
    case .toOne(let relationship):
      let name = garage.model.entities[relationship.destination].name
      let new = newRows.map(\.key).filter { garage.model[$0].name == name }
      return (try rows(name).map(\.key) + new).randomElement(using: &random).map { .reference($0) } ?? .null
    }
  }

  /// Adds and removes labels of cars, from either side, and puts the tracks of a mix in a new order.
  private mutating func linkChanges(beside changes: StoreChanges) throws -> [StoreChanges.ToMany] {
    let gone = changes.deleted.map(\.key)
    let (cars, labels) = try (living("Car", but: gone), living("Label", but: gone))
    var made: [StoreChanges.ToMany] = []
    if let car = cars.randomElement(using: &random), !labels.isEmpty {
      made.append(try links(of: car, "labels", among: labels))
    } else if let label = labels.randomElement(using: &random), !cars.isEmpty {
      made.append(try links(of: label, "cars", among: cars))
    }
    if let mix = try living("Mix", but: gone).randomElement(using: &random) {
      var change = try links(of: mix, "tracks", among: living("Track", but: gone))
      let before = try garage.rows.related(change.slot, of: mix).filter { key in !gone.contains { isSame($0, key) } }
      let after = before.filter { !change.removed.contains($0) } + change.added
      change = .init(
        owner: mix, slot: change.slot, added: change.added, removed: change.removed,
        ordered: after.shuffled(using: &random)
      )
      made.append(change)
    }
    return made
  }

  private func living(_ entity: String, but gone: [RowKey]) throws -> [RowKey] {
    try rows(entity).map(\.key).filter { key in !gone.contains { isSame($0, key) } }
  }

  /// Turns one or two links: what is linked is removed, what is not is added.
  private mutating func links(
    of owner: RowKey, _ name: String, among others: [RowKey]
  ) throws -> StoreChanges.ToMany {
    let slot = garage.model[owner].slotsByName[name] ?? 0
    let before = try garage.rows.related(slot, of: owner)
    let turned = others.shuffled(using: &random).prefix(2)
    return .init(
      owner: owner, slot: slot, added: turned.filter { !before.contains($0) }, removed: turned.filter(before.contains),
      ordered: nil
    )
  }

  /// The new order of every list whose tracks change, or of one that is only put in another order.
  private mutating func listOrders(beside changes: StoreChanges) throws -> [StoreChanges.ToMany] {
    let gone = changes.deleted.map(\.key)
    let (tracksSlot, listSlot) = try (garage.slot("tracks", of: "List"), garage.slot("list", of: "Track"))
    let written = (changes.inserted + changes.updated.map(\.row)).filter { garage.model[$0.key].name == "Track" }
    let newLists = changes.inserted.map(\.key).filter { garage.model[$0].name == "List" }
    return try (living("List", but: gone) + newLists).map { list in
      let before = list.isTemporary ? [] : try garage.rows.related(tracksSlot, of: list)
      let changed = Set(written.map(\.key) + gone.filter { garage.model[$0].name == "Track" })
      let joined = written.filter { row in
        if case .reference(let destination) = row[listSlot] { isSame(destination, list) } else { false }
      }
      let after = before.filter { !changed.contains($0) } + joined.map(\.key)
      return .init(
        owner: list, slot: tracksSlot, added: after.filter { !before.contains($0) },
        removed: before.filter { !after.contains($0) }, ordered: after.shuffled(using: &random)
      )
    }
  }
}
