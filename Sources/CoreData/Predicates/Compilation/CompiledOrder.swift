/// Sort descriptors resolved against an entity. Ties stand by identity (`RowKey.precedesByIdentity`): saved rows by
/// ascending primary key, whatever their entity, then temporary ones in the order they were made.
struct CompiledOrder: Sendable {
  struct Term: Sendable {
    let path: CompiledPath
    let ascending: Bool
    let collation: Collation
  }

  let terms: [Term]

  static let byIdentity = CompiledOrder(terms: [])
}
