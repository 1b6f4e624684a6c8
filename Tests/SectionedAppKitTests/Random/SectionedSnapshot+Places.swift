import SectionedChanges

extension SectionedSnapshot {
  /// The places of all items.
  var places: [ItemID: ItemPlace] {
    var places: [ItemID: ItemPlace] = [:]
    for (section, element) in sections.enumerated() {
      for (item, element) in element.items.enumerated() {
        places[element.id] = ItemPlace(section: section, item: item)
      }
    }
    return places
  }
}
