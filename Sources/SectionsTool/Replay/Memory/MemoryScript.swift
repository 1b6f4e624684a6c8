import SectionedDataSources

/// A script of `sections replay` for a list in memory: its first content, and batches of its verbs. `Docs/Script.md`
/// describes it.
struct MemoryScript {
  /// Why a batch changes the list, and how a view shows that.
  enum Origin: String, CaseIterable, Sendable {
    case program, user, withoutAnimation, silent

    var updateOrigin: UpdateOrigin {
      switch self {
      case .program: .program
      case .user: .user
      case .withoutAnimation: .withoutAnimation
      case .silent: .silent
      }
    }
  }

  struct Batch {
    var origin = Origin.program
    var edits: [MemoryEdit] = []
  }

  var content: [ScriptContent]
  var batches: [Batch]
}

/// An edit of a list in memory.
struct MemoryEdit {
  enum Kind {
    case verb(MemoryVerb.Action)
    case batch([MemoryEdit], origin: MemoryScript.Origin?)
  }

  let kind: Kind
  /// Whether the edit must be refused; the batch continues behind it.
  let isRefused: Bool
  /// The offset of the edit in the script.
  let offset: Int
}
