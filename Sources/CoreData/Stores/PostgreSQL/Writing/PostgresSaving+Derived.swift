#if PostgreSQL
  /// The rows of a save after what is derived was computed.
  struct PostgresDerived {
    var inserted: [Row]
    var updated: [Row]
    /// The rows of other objects, of which only derived attributes changed.
    var others: [Row] = []
    /// What the history says of them.
    var history: [HistoryChange] = []
  }

  extension PostgresSaving {
    mutating func derive(inserted: [Row], updated: [Row]) throws -> PostgresDerived {
      PostgresDerived(inserted: inserted, updated: updated)
    }
  }
#endif
