// What is above finds models where the base does: the names are the same.

extension FilteredDataSource: ModelPassing {
  @usableFromInline
  var itemFinder: ModelFinder<ItemID, Item> { derived.models.itemFinder(base) }
  @usableFromInline
  var sectionFinder: ModelFinder<SectionID, Section> { derived.models.sectionFinder(base) }
  @usableFromInline
  var passings: Int { derived.models.passings + 1 }
}
