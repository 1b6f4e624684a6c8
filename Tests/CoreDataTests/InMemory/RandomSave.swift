import Foundation
import SectionedTesting

@testable import CoreData

/// Makes random saves of music: inserts, updates, deletions and changes of relationships. Some of them are stale, or
/// violate a constraint. It only reads the store.
struct RandomSave {
  let music: MusicStack
  var random: SeededRandom
  private var nextTemporary: Int64 = 1
  private static let uuids = ["00000000-0000-0000-0000-000000000001", "FFFFFFFF-0000-0000-0000-000000000000"]

  init(_ music: MusicStack, seed: UInt64) {
    self.music = music
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
      // Set the references to the deleted row to nil, as a context would.
      for other in try rows("Track") where other.key != row.key {
        let slots = music.model[other.key].toOneSlots.filter { slot in
          if case .reference(let destination) = other[slot] { isSame(destination, row.key) } else { false }
        }
        guard !slots.isEmpty else { continue }
        updates[other.key] = .init(row: slots.reduce(other) { setting($0, $1, .null) }, slots: slots)
      }
    }
    changes.updated = updates.values.sorted { $0.row.key.primaryKey < $1.row.key.primaryKey }
    changes.toMany = try linkChanges(beside: changes) + trackOrders(beside: changes)
    return changes
  }

  private func isSame(_ left: RowKey, _ right: RowKey) -> Bool {
    left.primaryKey == right.primaryKey && music.model[left].root == music.model[right].root
  }

  private func isTrack(_ key: RowKey) -> Bool { ["Track", "LiveTrack"].contains(music.model[key].name) }

  private func rows(_ entity: String) throws -> [Row] {
    try music.rows.rows(matching: RowQuery(entity: music.entity(entity)))
  }

  private mutating func anyRow() throws -> Row? {
    let all = try ["Person", "Track", "Tag", "Album", "Mix"].flatMap { try rows($0) }
    return all.randomElement(using: &random)
  }

  private mutating func newRow(in changes: StoreChanges) throws -> Row {
    let names = ["Person", "Track", "LiveTrack", "Track", "Tag", "Album", "Mix"]
    let row = try music.row(names[random.below(names.count)], nextTemporary)
    nextTemporary += 1
    var filled = row
    for slot in music.model[row.key].slots.indices {
      filled = setting(filled, slot, try value(for: slot, of: row.key, newRows: changes.inserted))
    }
    return filled
  }

  private mutating func update(of row: Row) throws -> StoreChanges.Update? {
    let slots = music.model[row.key].slots.indices.filter { slot in
      if case .toMany = music.model[row.key].slots[slot].kind { return false }
      return !music.model[row.key].slots[slot].isTransient
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
    switch music.model[key].slots[slot].kind {
    case .attribute(.stringAttributeType):
      let texts = ["", "a", "B", "b", "\u{e9}", "e\u{301}", "z", "10", "9", "\u{1F697}", "aa", "A"]
      return .string(texts[random.below(texts.count)] + (random.oneIn(2) ? "\(random.below(6))" : ""))
    case .attribute(.doubleAttributeType), .attribute(.floatAttributeType): return .double(Double(random.below(5)) / 2)
    case .attribute(.dateAttributeType): return .date(Double(random.below(5)) * 1000.5)
    case .attribute(.binaryDataAttributeType): return .data(Data([UInt8(random.below(4))]))
    case .attribute(.UUIDAttributeType): return UUID(uuidString: Self.uuids[random.below(2)]).map { .uuid($0) } ?? .null
    case .attribute(.URIAttributeType): return .string("https://example.org/\(random.below(3))")
    case .attribute(.decimalAttributeType): return .decimal(Decimal(random.below(5)) / 4)
    case .attribute(.booleanAttributeType): return .int(Int64(random.below(2)))
    case .attribute: return .int(Int64(random.below(4)))
    case .toMany: return .null
    case .toOne(let relationship):
      let name = music.model.entities[relationship.destination].name
      let new = newRows.map(\.key).filter { music.model[$0].name == name }
      return (try rows(name).map(\.key) + new).randomElement(using: &random).map { .reference($0) } ?? .null
    }
  }

  /// Adds and removes tags of tracks, from either side, and reorders the tracks of a mix.
  private mutating func linkChanges(beside changes: StoreChanges) throws -> [StoreChanges.ToMany] {
    let gone = changes.deleted.map(\.key)
    let (tracks, tags) = try (living("Track", but: gone), living("Tag", but: gone))
    var made: [StoreChanges.ToMany] = []
    if let track = tracks.randomElement(using: &random), !tags.isEmpty {
      made.append(try links(of: track, "tags", among: tags))
    } else if let tag = tags.randomElement(using: &random), !tracks.isEmpty {
      made.append(try links(of: tag, "tracks", among: tracks))
    }
    if let mix = try living("Mix", but: gone).randomElement(using: &random) {
      var change = try links(of: mix, "tracks", among: living("Track", but: gone))
      let before = try music.rows.related(change.slot, of: mix).filter { key in !gone.contains { isSame($0, key) } }
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

  /// Toggles one or two links: removes those that exist, and adds the others.
  private mutating func links(
    of owner: RowKey, _ name: String, among others: [RowKey]
  ) throws -> StoreChanges.ToMany {
    let slot = music.model[owner].slotsByName[name] ?? 0
    let before = try music.rows.related(slot, of: owner)
    let turned = others.shuffled(using: &random).prefix(2)
    return .init(
      owner: owner, slot: slot, added: turned.filter { !before.contains($0) }, removed: turned.filter(before.contains),
      ordered: nil
    )
  }

  /// Returns the new orders of all albums whose tracks change, and sometimes of one whose tracks are only reordered.
  private mutating func trackOrders(beside changes: StoreChanges) throws -> [StoreChanges.ToMany] {
    let gone = changes.deleted.map(\.key)
    let (tracksSlot, albumSlot) = try (music.slot("tracks", of: "Album"), music.slot("album", of: "Track"))
    let written = (changes.inserted + changes.updated.map(\.row)).filter { isTrack($0.key) }
    let newAlbums = changes.inserted.map(\.key).filter { music.model[$0].name == "Album" }
    return try (living("Album", but: gone) + newAlbums).map { album in
      let before = album.isTemporary ? [] : try music.rows.related(tracksSlot, of: album)
      let changed = Set(written.map(\.key) + gone.filter(isTrack))
      let joined = written.filter { row in
        if case .reference(let destination) = row[albumSlot] { isSame(destination, album) } else { false }
      }
      let after = before.filter { !changed.contains($0) } + joined.map(\.key)
      return .init(
        owner: album, slot: tracksSlot, added: after.filter { !before.contains($0) },
        removed: before.filter { !after.contains($0) }, ordered: after.shuffled(using: &random)
      )
    }
  }
}
