import SectionedChanges

/// The notes on the rows of the old and of the new list that a change set affects.
struct ChangeNotes {
  typealias Row = ListColumn.Row

  /// A moved or updated row with its places in the old and in the new list.
  struct Pair {
    let mark: ListColumn.Mark
    let old: Row
    let new: Row
  }

  private(set) var old: [Row: ListColumn.Note] = [:]
  private(set) var new: [Row: ListColumn.Note] = [:]
  private(set) var pairs: [Pair] = []
  /// A line for each change, in the notation of `Docs/Changes.md`.
  private(set) var lines: [String] = []

  init<S, I>(_ changes: SectionedChangeSet<S, I>) {
    add(changes.sections, "section") { .section($0) }
    add(changes.items, "item") { .item($0) }
    for taken in changes.itemsTaken { old[.item(taken.place)] = .init(mark: .delete, text: "taken") }
    for brought in changes.itemsBrought { new[.item(brought.place)] = .init(mark: .insert, text: "brought") }
  }

  private mutating func add<Place, ID>(_ changes: ListChanges<Place, ID>, _ noun: String, _ row: (Place) -> Row) {
    for deletion in changes.deleted {
      old[row(deletion.place)] = .init(mark: .delete, text: "delete")
      lines.append("\(noun) delete \(deletion.place)")
    }
    for insertion in changes.inserted {
      new[row(insertion.place)] = .init(mark: .insert, text: "insert")
      lines.append("\(noun) insert \(insertion.place)")
    }
    for move in changes.moved {
      add(.move, row(move.from), row(move.to), move.keys)
      lines.append("\(noun) move \(move.from)→\(move.to)")
    }
    for update in changes.updated {
      add(.update, row(update.old), row(update.new), update.keys)
      lines.append("\(noun) update \(update.old)" + (update.old == update.new ? "" : "→\(update.new)"))
    }
  }

  private mutating func add(_ mark: ListColumn.Mark, _ from: Row, _ to: Row, _ keys: Set<String>?) {
    let text = keys?.sorted().joined(separator: ", ") ?? "keys unknown"
    old[from] = .init(mark: mark, text: mark.rawValue)
    new[to] = .init(mark: mark, text: text.isEmpty ? mark.rawValue : "\(mark.rawValue): \(text)")
    pairs.append(Pair(mark: mark, old: from, new: to))
  }

  /// Returns the marks of both without their texts. If both mark a row, a deletion in `later` wins; otherwise the
  /// earlier mark does.
  static func marks(_ earlier: [Row: ListColumn.Note], _ later: [Row: ListColumn.Note]) -> [Row: ListColumn.Note] {
    var notes = earlier.mapValues { ListColumn.Note(mark: $0.mark, text: "") }
    for (row, note) in later where note.mark == .delete || notes[row] == nil {
      notes[row] = .init(mark: note.mark, text: "")
    }
    return notes
  }
}
