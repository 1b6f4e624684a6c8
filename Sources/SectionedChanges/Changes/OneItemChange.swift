/// A change of one item, and of nothing else: one of the four is there.
@usableFromInline
package struct OneItemChange: Sendable {
  /// Where it was.
  @usableFromInline package let deleted: ItemPlace?
  /// Where it is.
  @usableFromInline package let inserted: ItemPlace?
  @usableFromInline package let moved: ListMove<ItemPlace>?
  /// Where it was and is.
  @usableFromInline package let updated: ItemPlace?

  @usableFromInline
  package init(deleted: ItemPlace?, inserted: ItemPlace?, moved: ListMove<ItemPlace>?, updated: ItemPlace?) {
    (self.deleted, self.inserted, self.moved, self.updated) = (deleted, inserted, moved, updated)
  }

  /// The place that it left.
  @usableFromInline package var left: ItemPlace? { deleted ?? moved?.from }

  /// Where it is to be configured again.
  package var configured: ItemPlace? { updated ?? moved?.to }

  /// The place that it came to.
  @usableFromInline package var came: ItemPlace? { inserted ?? moved?.to }
}
