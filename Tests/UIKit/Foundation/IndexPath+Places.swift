import SectionedChanges

extension IndexPath {
  init(_ place: ItemPlace) { self.init(item: place.item, section: place.section) }

  /// The path as a place. Traps where it has other than two indices.
  var place: ItemPlace { ItemPlace(section: section, item: item) }
}
