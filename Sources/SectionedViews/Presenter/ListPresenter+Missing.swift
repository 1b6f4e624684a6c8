import SectionedChanges
import SectionedDataSources

/// The identifiers of sections and items without a model.
struct MissingModels<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  var sections: Set<ListedID<SectionID>> = []
  var items: Set<ListedID<ItemID>> = []

  var isEmpty: Bool { sections.isEmpty && items.isEmpty }
}

// A source may drop something and take it back before the view is handed the change. The combined update has no change
// then, and a view that asked in between shows it without its model until it is configured again.
extension ListPresenter {
  typealias Missing = MissingModels<Source.SectionID, Source.ItemID>

  /// Records sections and items without a model. They are looked up again in the next turn.
  func note(_ add: (inout Missing) -> Void) {
    let isFirst = !hasMissing
    add(&missing)
    if isFirst { Task { [weak self] in self?.lookAgain() } }
  }

  private func lookAgain() {
    showPending()
    // An update that is silent or held may still bring the model back.
    if !mustWait, silent == nil { missing = Missing() }
  }

  /// Whether something without a model may have one now. Silent changes come with the next update.
  var mayFindMissing: Bool { hasMissing && silent == nil }

  /// Returns the places of recorded sections and items that have a model again, and forgets them; nil where there are
  /// none.
  func takeFound() -> (sections: [Int], items: [ItemPlace])? {
    guard mayFindMissing else { return nil }
    var (sections, items): ([Int], [ItemPlace]) = ([], [])
    // A source may know a place and still have no model for it: what is configured then would be missing again at once.
    for id in missing.sections {
      guard let index = source.index(ofSection: id), sectionID(at: index) == id, source.section(for: id) != nil else {
        continue
      }
      sections.append(index)
      missing.sections.remove(id)
    }
    for id in missing.items {
      guard let place = place(of: id), source.item(for: id) != nil else { continue }
      items.append(place)
      missing.items.remove(id)
    }
    // The rest is gone, unless the source has taken steps that this presenter was not notified of yet.
    if shown == source.snapshot { missing = Missing() }
    return sections.isEmpty && items.isEmpty ? nil : (sections.sorted(), items.sorted())
  }
}
