import CoreData

/// The marks of a guessed model in all that is printed of a store.
extension ToolStore {
  /// A sentence for people; nil where the model is no guess.
  var guessNote: String? {
    guard isGuessed else { return nil }
    return "The store carries no model: entities, names and types are guessed from its tables. "
      + "--model FILE names the model."
  }

  /// The last member of a JSON object, with the comma before it; empty where the model is no guess.
  var guessMember: String { isGuessed ? #","guessedModel":true"# : "" }
}

extension Output {
  /// Writes a sentence about a guessed model, if it is one.
  func note(guessOf store: ToolStore) throws {
    if let note = store.guessNote { try line(terminal.styled(note, .yellow)) }
  }
}
