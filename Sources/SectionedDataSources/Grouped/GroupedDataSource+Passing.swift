// Groups are named here; items may be.

extension RegroupedDataSource: ModelPassing {
  @usableFromInline
  var itemFinder: ModelFinder<ItemID, Item> {
    let beneath = derived.models.itemFinder(base)
    // Items in one group each have their names of the base.
    return beneath as? ModelFinder<ItemID, Item> ?? ModelFinder { [rules] in beneath.find(rules.baseKey(of: $0)) }
  }
  @usableFromInline
  var sectionFinder: ModelFinder<Group?, Group?> { ModelFinder { .some($0.id) } }
  @usableFromInline
  var passings: Int { derived.models.passings + 1 }
}
