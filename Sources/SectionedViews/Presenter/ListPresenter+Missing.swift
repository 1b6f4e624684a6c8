import SectionedChanges
import SectionedDataSources

/// Sections and items without a model, by what names them.
struct MissingModels<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  var sections: Set<ListedID<SectionID>> = []
  var items: Set<ListedID<ItemID>> = []

  var isEmpty: Bool { sections.isEmpty && items.isEmpty }
}

// A source may drop something and take it back before the view is handed that. Then there is no change, and a view that
// asked between the two shows it without its model, until it is configured again.
extension ListPresenter {
  typealias Missing = MissingModels<Source.SectionID, Source.ItemID>

  /// Notes what has no model now. In the next turn it is there, or is on no list any more.
  func note(_ add: (inout Missing) -> Void) {
    let isFirst = !hasMissing
    add(&missing)
    if isFirst { Task { [weak self] in self?.lookAgain() } }
  }

  private func lookAgain() {
    showPending()
    // What was changed silently, or is held, may bring it back still.
    if !mustWait, silent == nil { missing = Missing() }
  }

  /// Whether something without a model may have one. What was changed silently comes with the next update.
  var mayFindMissing: Bool { hasMissing && silent == nil }

  /// Where those are that have a model now; nil where there are none.
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
    // The others are gone, unless the source has taken steps that this presenter was not notified of yet.
    if shown == source.snapshot { missing = Missing() }
    return sections.isEmpty && items.isEmpty ? nil : (sections.sorted(), items.sorted())
  }
}
