import CoreData

/// The notes about a guessed model, which all output about a store contains.
extension ToolStore {
  /// A sentence about the guessed model; nil if the model is not guessed.
  var guessNote: String? {
    guard isGuessed else { return nil }
    return "The store carries no model: entities, names and types are guessed from its tables. "
      + "--model FILE names the model."
  }

  /// A member for the end of a JSON object, preceded by a comma; empty if the model is not guessed.
  var guessMember: String { isGuessed ? #","guessedModel":true"# : "" }
}

extension Output {
  /// Writes the sentence about a guessed model if the store has one.
  func note(guessOf store: ToolStore) throws {
    if let note = store.guessNote { try line(terminal.styled(note, .yellow)) }
  }
}
