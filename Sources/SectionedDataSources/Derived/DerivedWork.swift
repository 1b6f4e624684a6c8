/// What a derived list is to do at its next step beside following its base.
@usableFromInline
struct DerivedWork<ItemKey: Hashable> {
  /// Every item is asked about again.
  @usableFromInline
  var asksAll = false
  /// These are asked about again.
  @usableFromInline
  var asked: Set<ItemKey> = []
  /// Which sections stand without items may have changed.
  @usableFromInline
  var looksAtSections = false
  @usableFromInline
  var ordersSections = false
  @usableFromInline
  var ordersItems = false

  @inlinable
  var isEmpty: Bool { !asksAll && asked.isEmpty && !looksAtSections && !ordersSections && !ordersItems }

  @inlinable
  init() {}
}
