/// What a derived list is to do at its next step beside following its base.
struct DerivedWork<ItemKey: Hashable> {
  /// Every item is asked about again.
  var asksAll = false
  /// These are asked about again.
  var asked: Set<ItemKey> = []
  /// Which sections stand without items may have changed.
  var looksAtSections = false
  var ordersSections = false
  var ordersItems = false

  var isEmpty: Bool { !asksAll && asked.isEmpty && !looksAtSections && !ordersSections && !ordersItems }
}
