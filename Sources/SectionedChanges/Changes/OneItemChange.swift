/// A change of one item and of nothing else: exactly one of the four properties is set.
@usableFromInline
package struct OneItemChange: Sendable {
  /// A place of the old list.
  @usableFromInline package let deleted: ItemPlace?
  /// A place of the new list.
  @usableFromInline package let inserted: ItemPlace?
  @usableFromInline package let moved: ListMove<ItemPlace>?
  /// A place of both lists.
  @usableFromInline package let updated: ItemPlace?

  @usableFromInline
  package init(deleted: ItemPlace?, inserted: ItemPlace?, moved: ListMove<ItemPlace>?, updated: ItemPlace?) {
    (self.deleted, self.inserted, self.moved, self.updated) = (deleted, inserted, moved, updated)
  }

  /// The place of the old list that it left.
  @usableFromInline package var left: ItemPlace? { deleted ?? moved?.from }

  /// The place of the new list where it is to be configured again.
  package var configured: ItemPlace? { updated ?? moved?.to }

  /// The place of the new list that it came to.
  @usableFromInline package var came: ItemPlace? { inserted ?? moved?.to }
}
