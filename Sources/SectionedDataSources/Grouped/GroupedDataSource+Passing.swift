// Groups have names of their own; items may have.

extension RegroupedDataSource: ModelPassing {
  @usableFromInline
  var itemFinder: ModelFinder<ItemID, Item> {
    let beneath = derived.models.itemFinder(base)
    // An item that is in one group has the same name as in the base.
    return beneath as? ModelFinder<ItemID, Item> ?? ModelFinder { [rules] in beneath.find(rules.baseKey(of: $0)) }
  }
  @usableFromInline
  var sectionFinder: ModelFinder<Group?, Group?> { ModelFinder { .some($0.id) } }
  @usableFromInline
  var passings: Int { derived.models.passings + 1 }
}
