import SectionedChanges

extension IndexPath {
  init(_ place: ItemPlace) { self.init(item: place.item, section: place.section) }

  /// The place of the path. Traps if the path does not have two indices.
  var place: ItemPlace { ItemPlace(section: section, item: item) }
}
