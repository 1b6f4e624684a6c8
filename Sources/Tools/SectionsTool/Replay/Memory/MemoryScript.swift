import SectionedDataSources

/// A script of `sections replay` for a list in memory: its initial content and batches of edits. `Docs/Script.md`
/// describes it.
struct MemoryScript {
  /// The origin of a batch's changes. It decides how views show them.
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
  /// Whether the list must refuse the edit. The batch then continues with the next edit.
  let isRefused: Bool
  /// The offset of the edit in the script.
  let offset: Int
}
