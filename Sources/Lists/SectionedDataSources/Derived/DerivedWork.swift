/// The work of a derived list for its next step, in addition to following its base.
@usableFromInline
struct DerivedWork<ItemKey: Hashable> {
  /// Whether the rules are asked about all items again.
  @usableFromInline
  var asksAll = false
  /// The items about which the rules are asked again.
  @usableFromInline
  var asked: Set<ItemKey> = []
  /// The items about which the rules are asked again because of the base's step. Unlike ``asked``, they do not count as
  /// a change of this source.
  @usableFromInline
  var askedAlong: Set<ItemKey> = []
  /// Whether other sections than before may be shown without items.
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
