/// A naive model of what a context shows: tracks and albums by their numbers, as changes on top of what the parent
/// shows. If both changed a property, the lower context wins.
final class FamilyTwin {
  struct Thing: Equatable {
    var isAlbum: Bool
    var title: String?
    var plays = 0
    /// The number of a track's album.
    var album: Int?
  }

  enum Change {
    case title(String)
    case plays(Int)
    case album(Int?)
  }

  let above: FamilyTwin?
  private(set) var inserted: [Int: Thing] = [:]
  private(set) var changes: [Int: [Change]] = [:]
  private(set) var deleted: Set<Int> = []

  init(above: FamilyTwin?) { self.above = above }

  var shown: [Int: Thing] {
    var things = above?.shown ?? [:]
    for (number, thing) in inserted { things[number] = thing }
    for number in deleted { things[number] = nil }
    for (number, list) in changes {
      for change in list { things[number]?.apply(change) }
    }
    return things
  }

  var hasChanges: Bool { !inserted.isEmpty || !changes.isEmpty || !deleted.isEmpty }

  /// Whether a change in this context concerns a thing.
  func names(_ number: Int) -> Bool {
    changes[number] != nil || inserted[number] != nil || deleted.contains(number)
      || inserted.values.contains { $0.album == number }
      || changes.values.contains { $0.contains { if case .album(number) = $0 { true } else { false } } }
  }

  func insert(_ number: Int, _ thing: Thing) { inserted[number] = thing }

  func change(_ number: Int, _ change: Change) {
    if inserted[number] != nil { inserted[number]?.apply(change) } else { changes[number, default: []].append(change) }
  }

  /// Deletes a thing. The tracks of a deleted album stay, without an album.
  func delete(_ number: Int) {
    for (track, thing) in shown where thing.album == number { change(track, .album(nil)) }
    changes[number] = nil
    if inserted.removeValue(forKey: number) == nil { deleted.insert(number) }
  }

  /// Removes the changes that equal what the parent shows. A context does the same when it reads the parent again.
  func settle() {
    guard let base = above?.shown else { return }
    for (number, list) in changes {
      guard let old = base[number] else { continue }
      let new = list.reduce(into: old) { $0.apply($1) }
      changes[number] = list.filter { change in
        switch change {
        case .title: new.title != old.title
        case .plays: new.plays != old.plays
        case .album: new.album != old.album
        }
      }
      if changes[number]?.isEmpty == true { changes[number] = nil }
    }
  }

  func takeBack() { (inserted, changes, deleted) = ([:], [:], []) }

  /// Moves the changes to the parent. The highest twin is the store.
  func save() {
    guard let above else { return }
    for (number, thing) in inserted { above.insert(number, thing) }
    for (number, list) in changes {
      for change in list { above.change(number, change) }
    }
    for number in deleted { above.delete(number) }
    takeBack()
  }
}

extension FamilyTwin.Thing {
  mutating func apply(_ change: FamilyTwin.Change) {
    switch change {
    case .title(let title): self.title = title
    case .plays(let plays): self.plays = plays
    case .album(let album): self.album = album
    }
  }
}
