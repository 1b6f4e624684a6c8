/// A script of `sections replay`: batches of edits, each with a way to end it. `Docs/Script.md` describes it.
///
/// Other members of the file, such as a story or expectations, are ignored.
struct Script {
  /// The kind of list that a script edits. `MemoryScript` is the script of a list in memory.
  enum Source: String, CaseIterable { case store, memory }

  enum End: String, CaseIterable { case process, save, rollback, reset }

  /// The context of a batch's edits: the list's own, or another one whose save is merged into it.
  enum ContextRole: String, CaseIterable { case view, background }

  struct Batch {
    /// The policies to change before the edits; see `ListOptions.change(policies:)`.
    var policies: LocatedJSON?
    /// The predicates, orders, limits and offsets to change and fetch before the edits; see
    /// `ListOptions.change(list:)`.
    var list: LocatedJSON?
    var context = ContextRole.view
    var edits: [Edit] = []
    var then = End.process
    /// The offset of `"then"` in the script; of the batch if it has none.
    var endOffset: Int
  }

  /// An edit of an object.
  struct Edit {
    enum Kind { case insert, update, delete }

    let kind: Kind
    /// The entity of an insertion, or the reference to the edited object.
    let subject: String
    let subjectOffset: Int
    /// The name of an inserted object, beginning with `$`.
    var name: String?
    var values: [LocatedJSON.Member] = []
    var set: [LocatedJSON.Member] = []
    /// The offset of the edit in the script.
    let offset: Int
  }

  var batches: [Batch]
  /// The policies, predicates and orders that apply from the beginning, in addition to those of the command line.
  var list: LocatedJSON?
}

/// A script of either kind of list.
enum AnyScript {
  case store(Script)
  case memory(MemoryScript)
}
