#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import UIKit

  extension IndexPath {
    /// The index path of an item's place.
    public init(_ place: ItemPlace) { self.init(item: place.item, section: place.section) }
  }

  extension ItemPlace {
    /// The place of an index path; nil where that is not one of a section and an item, as of a layout's own views.
    public init?(_ path: IndexPath) {
      guard path.count == 2 else { return nil }
      self.init(section: path[0], item: path[1])
    }
  }
#endif
