/// The renamings of one level, of which each must be that of an element that moved or was updated.
struct Renamings<ID: Hashable & Sendable> {
  private let noun: String
  private var unexplained: [ID: ID] = [:]

  init(_ renamed: [ListRenaming<ID>], _ noun: String) throws {
    self.noun = noun
    for renaming in renamed where unexplained.updateValue(renaming.new, forKey: renaming.old) != nil {
      throw SectionedChangeError(.placeNamedTwice, "The \(noun) \(renaming.old) is renamed twice.")
    }
  }

  /// Whether a renaming is that of an element that has the one identifier in the old list and the other in the new one.
  mutating func explain(_ old: ID, _ new: ID) -> Bool {
    guard unexplained[old] == new else { return false }
    unexplained[old] = nil
    return true
  }

  func requireAllExplained() throws {
    guard let (old, new) = unexplained.first else { return }
    throw SectionedChangeError(
      .wrongElement,
      "The \(noun) \(old) is said to be renamed to \(new), and no move or update leads from one to the other.")
  }
}
