/// A script of `sections replay`: batches of edits, each followed by a way to end it. `Docs/Script.md` describes it.
///
/// Other members of the file, such as a story or expectations, are ignored.
struct Script {
  /// The kind of the list; `MemoryScript` is the script of a list in memory.
  enum Source: String, CaseIterable { case store, memory }

  enum End: String, CaseIterable { case process, save, rollback, reset }

  /// The context of a batch's edits: that of the list, or another one whose save is merged.
  enum ContextRole: String, CaseIterable { case view, background }

  struct Batch {
    /// Changed before the edits; see `ListOptions.change(policies:)`.
    var policies: LocatedJSON?
    /// Predicates, orders and windows that are fetched anew before the edits; see `ListOptions.change(list:)`.
    var list: LocatedJSON?
    var context = ContextRole.view
    var edits: [Edit] = []
    var then = End.process
    /// The offset of the batch's end in the script, or else of the batch.
    var endOffset: Int
  }

  /// An edit of an object.
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
    /// The offset of the edit.
    let offset: Int
  }

  var batches: [Batch]
  /// Policies, predicates and orders that apply from the beginning, beside those of the command line.
  var list: LocatedJSON?
}

/// A script, by the kind of its list.
enum AnyScript {
  case store(Script)
  case memory(MemoryScript)
}
