/// A change of a single item. Exactly one of the four properties is not nil.
@usableFromInline
package struct OneItemChange: Sendable {
  /// The place of a deleted item in the old list.
  @usableFromInline package let deleted: ItemPlace?
  /// The place of an inserted item in the new list.
  @usableFromInline package let inserted: ItemPlace?
  @usableFromInline package let moved: ListMove<ItemPlace>?
  /// The place of an updated item, the same in both lists.
  @usableFromInline package let updated: ItemPlace?

  @usableFromInline
  package init(deleted: ItemPlace?, inserted: ItemPlace?, moved: ListMove<ItemPlace>?, updated: ItemPlace?) {
    (self.deleted, self.inserted, self.moved, self.updated) = (deleted, inserted, moved, updated)
  }

  /// The place in the old list from which the item was removed by a deletion or move.
  @usableFromInline package var left: ItemPlace? { deleted ?? moved?.from }

  /// The place in the new list where a view configures the item again after an update or move.
  package var configured: ItemPlace? { updated ?? moved?.to }

  /// The place in the new list at which the item was inserted by an insertion or move.
  @usableFromInline package var came: ItemPlace? { inserted ?? moved?.to }
}
