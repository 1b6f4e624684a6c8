#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import UIKit

  extension IndexPath {
    /// The index path of an item's place.
    public init(_ place: ItemPlace) { self.init(item: place.item, section: place.section) }
  }

  extension ItemPlace {
    /// Makes the place of an index path; nil if it does not have two indices, as the path of a layout's global view.
    public init?(_ path: IndexPath) {
      guard path.count == 2 else { return nil }
      self.init(section: path[0], item: path[1])
    }
  }
#endif
