/// A script of `sections replay`: batches of edits, each followed by a way to end it. `Docs/Script.md` describes it.
///
/// What else is in the file, such as a story or what is expected, is not read.
struct Script {
  /// What the list is of; `MemoryScript` is that of a list in memory.
  enum Source: String, CaseIterable { case store, memory }

  enum End: String, CaseIterable { case process, save, rollback, reset }

  /// Where a batch's edits are made: in the list's context, or in another whose save is merged.
  enum Place: String, CaseIterable { case view, background }

  struct Batch {
    /// Changed before the edits; see `ListOptions.change(policies:)`.
    var policies: LocatedJSON?
    /// Predicates, orders and windows that are fetched anew before the edits; see `ListOptions.change(list:)`.
    var list: LocatedJSON?
    var context = Place.view
    var edits: [Edit] = []
    var then = End.process
    /// Where the script names the batch's end, or else where the batch begins.
    var endOffset: Int
  }

  /// One edit of an object.
  struct Edit {
    enum Kind { case insert, update, delete }

    let kind: Kind
    /// The entity of an insertion, or the object.
    let subject: String
    let subjectOffset: Int
    /// The name of an inserted object, `$` first.
    var name: String?
    var values: [LocatedJSON.Member] = []
    var set: [LocatedJSON.Member] = []
    /// Where the edit begins.
    let offset: Int
  }

  var batches: [Batch]
  /// Policies, predicates and orders that hold from the beginning, beside those of the command line.
  var list: LocatedJSON?
}

/// A script, by what its list is of.
enum AnyScript {
  case store(Script)
  case memory(MemoryScript)
}
