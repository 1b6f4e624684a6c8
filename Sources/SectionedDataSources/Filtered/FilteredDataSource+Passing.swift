// The names are those of the base, so a source above uses the finders of the base.

extension FilteredDataSource: ModelPassing {
  @usableFromInline
  var itemFinder: ModelFinder<ItemID, Item> { derived.models.itemFinder(base) }
  @usableFromInline
  var sectionFinder: ModelFinder<SectionID, Section> { derived.models.sectionFinder(base) }
  @usableFromInline
  var passings: Int { derived.models.passings + 1 }
}
