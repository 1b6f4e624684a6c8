/// The renamings of sections or of items. Each must belong to an element that moved or was updated.
struct Renamings<ID: Hashable & Sendable> {
  private let noun: String
  private var unexplained: [ID: ID] = [:]

  init(_ renamed: [ListRenaming<ID>], _ noun: String) throws {
    self.noun = noun
    for renaming in renamed where unexplained.updateValue(renaming.new, forKey: renaming.old) != nil {
      throw SectionedChangeError(.placeNamedTwice, "The \(noun) \(named: renaming.old) is renamed twice.")
    }
  }

  /// Searches the renaming of an element by its old and new identifiers, and marks it as explained.
  ///
  /// - Returns: whether there is such a renaming.
  mutating func explain(_ old: ID, _ new: ID) -> Bool {
    guard unexplained[old] == new else { return false }
    unexplained[old] = nil
    return true
  }

  func requireAllExplained() throws {
    guard let (old, new) = unexplained.first else { return }
    throw SectionedChangeError(
      .wrongElement,
      "The \(noun) \(named: old) is said to be renamed to \(named: new), and no move or update leads from one to the "
        + "other.")
  }
}
