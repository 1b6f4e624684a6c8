import SectionedChanges
import SectionedDataSources

/// The identifiers of sections and items that the view asked for, and that had no model.
struct MissingModels<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  var sections: Set<ListedID<SectionID>> = []
  var items: Set<ListedID<ItemID>> = []

  var isEmpty: Bool { sections.isEmpty && items.isEmpty }
}

// A source may remove an element and insert it again before the view gets the change. The combined update has no change
// then. A view that asked for the element in between shows it without its model until it is configured again.
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

  /// Whether an element without a model may have one now. Silent changes are shown with the next update.
  var mayFindMissing: Bool { hasMissing && silent == nil }

  /// Returns the places of recorded sections and items that have a model again, and forgets them; nil if there are
  /// none.
  func takeFound() -> (sections: [Int], items: [ItemPlace])? {
    guard mayFindMissing else { return nil }
    var (sections, items): ([Int], [ItemPlace]) = ([], [])
    // A source may have a place but no model for an element. If that were configured now, its model would be missing
    // again.
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
    // The other elements are removed, unless the source has made steps of which this presenter was not notified yet.
    if shown == source.snapshot { missing = Missing() }
    return sections.isEmpty && items.isEmpty ? nil : (sections.sorted(), items.sorted())
  }
}
