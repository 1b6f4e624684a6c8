extension ScriptText {
  /// Begins a session with the list that the script describes beside the options.
  ///
  /// - Throws: an error that names the place in the script of what is wrong with the list.
  func session(
    of script: Script, _ options: ListOptions, in store: ToolStore, keepsLists: Bool = false
  ) async throws -> ReplaySession {
    try await locating { () async throws -> ReplaySession in
      var options = options
      if let list = script.list { try options.change(all: list) }
      do {
        return try await ReplaySession(source: try ListSource(options, in: store), keepsLists: keepsLists)
      } catch {
        guard let list = script.list else { throw error }
        throw LocatedProblem(offset: list.offset, message: describe(error))
      }
    }
  }
}
