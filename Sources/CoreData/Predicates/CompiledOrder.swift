/// Sort descriptors resolved against an entity. Ties stand by identity (`RowKey.precedesByIdentity`): saved rows by
/// ascending primary key, whatever their entity, then temporary ones in the order they were made.
struct CompiledOrder: Sendable {
  struct Term: Sendable {
    let path: CompiledPath
    let ascending: Bool
    let collation: Collation
  }

  /// How strings compare. Every collation is a total order: what it holds equal is told apart by UTF-8 bytes only where
  /// the text says so, otherwise by the next term.
  enum Collation: Sendable, Hashable {
    /// `compare:`: UTF-8 bytes.
    case binary
    case caseInsensitive
    case localized
    case localizedCaseInsensitive
    case localizedStandard
    case diacriticInsensitive
    case caseAndDiacriticInsensitive
  }

  let terms: [Term]

  static let byIdentity = CompiledOrder(terms: [])
}
