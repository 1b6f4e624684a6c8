#if !canImport(Darwin)
  import FoundationEssentials

  // On Apple platforms, UIKit and AppKit declare these members.
  extension IndexPath {
    /// Creates the index path of a row in a section.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// Creates the index path of an item in a section.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// The first index. Traps if the path is empty.
    public var section: Int {
      get { self[0] }
      set { self[0] = newValue }
    }

    /// The second index, for a table. Traps if the path has fewer than two indices.
    public var row: Int {
      get { self[1] }
      set { self[1] = newValue }
    }

    /// The second index, for a collection. Traps if the path has fewer than two indices.
    public var item: Int {
      get { self[1] }
      set { self[1] = newValue }
    }
  }
#endif
