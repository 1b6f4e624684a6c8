/// The work of a derived list at its next step, in addition to following its base.
@usableFromInline
struct DerivedWork<ItemKey: Hashable> {
  /// Whether the rules are asked about every item again.
  @usableFromInline
  var asksAll = false
  /// The items about which the rules are asked again.
  @usableFromInline
  var asked: Set<ItemKey> = []
  /// The items about which the rules are asked again because of the base's step: no change of this source.
  @usableFromInline
  var askedAlong: Set<ItemKey> = []
  /// Whether the set of sections that are shown without items may have changed.
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
