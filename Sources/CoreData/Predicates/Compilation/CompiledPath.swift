/// A key path resolved against an entity: to-one hops, then the slot it ends in.
struct CompiledPath: Hashable, Sendable {
  /// The index of the entity that the path starts from.
  let entity: Int
  /// To-one slots, each in the layout of the entity that the one before leads to.
  let hops: [Int]
  /// An attribute or a to-one slot in the layout of the last entity.
  let last: Int
}
