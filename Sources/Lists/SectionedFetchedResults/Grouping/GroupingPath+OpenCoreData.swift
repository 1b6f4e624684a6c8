#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// The token of an item inside the controller: its primary key, or a temporary one while it is unsaved. It needs
  /// eight bytes for each row.
  package typealias ItemToken = Int64

  extension GroupingPath {
    /// Accepts every path, because our inner controller can group by the section object itself.
    static func checkEndsInSection(_ path: String, _ sections: NSEntityDescription) throws {}

    /// The token that a section object has as a key.
    static func token(of section: NSManagedObject) -> ItemToken { section.currentPrimaryKey }
  }
#endif
