import SectionedChanges

/// What a view asks: counts, and what to show at a place.
package struct ViewDataSource {
  /// The number of items of each section.
  package var counts: [Int]
  package var section: (Int) -> ListElement<Int>
  package var item: (ItemPlace) -> ListElement<Int>

  /// A data source that shows a list.
  package init(_ list: SectionedSnapshot<Int, Int>) {
    counts = list.sections.map { $0.items.count }
    section = { list.sections[$0].element }
    item = { list[$0] }
  }

  /// A data source as a user writes one for the stages of a plan: identifiers and counts from the stage's model,
  /// content from the new list.
  package init(
    _ model: StageModel<Int, Int>, new: SectionedSnapshot<Int, Int>
  ) {
    counts = model.outline.map { $0.count }
    section = { index in
      guard let place = model.newSection(of: index) else { return ListElement(model.section(at: index).id) }
      return new.sections[place].element
    }
    item = { new[model.newPlace(of: $0)] }
  }
}
