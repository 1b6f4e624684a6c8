/// A view's data source: the counts, and the element to show at each place.
package struct ViewDataSource {
  private let sections: [ViewOracle.Section]

  /// Creates a data source for a list.
  package init(_ list: SectionedSnapshot<Int, Int>) {
    sections = list.sections.map { ViewOracle.Section(header: $0.element, cells: Array($0.items)) }
  }

  /// Creates a data source as an app implements one for the stages of a plan: identifiers and counts come from the
  /// stage's model, and content comes from the new list.
  package init(_ model: StageModel<Int, Int>, new: SectionedSnapshot<Int, Int>) {
    let list = Array(new.sections)
    sections = (0..<model.numberOfSections).map { section in
      let outline = model.section(at: section)
      let header = model.newSection(of: section).map { list[$0].element } ?? ListElement(outline.id)
      let cells = (0..<outline.count).map { item in
        let place = model.newPlace(of: ItemPlace(section: section, item: item))
        return list[place.section].items[place.item]
      }
      return ViewOracle.Section(header: header, cells: cells)
    }
  }

  /// The number of items of each section.
  package var counts: [Int] { sections.map { $0.cells.count } }

  /// The header of a section.
  package func section(_ index: Int) -> ListElement<Int> { sections[index].header }

  /// The element at a place.
  package func item(_ place: ItemPlace) -> ListElement<Int> { sections[place.section].cells[place.item] }
}
