#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// The name of an item inside the controller: its primary key, eight bytes a row, a temporary one while it is not
  /// saved.
  package typealias ItemToken = Int64

  extension GroupingPath {
    /// Accepts every path: our inner controller groups by the section object itself.
    static func checkEndsInSection(_ path: String, _ sections: NSEntityDescription) throws {}

    /// The name that a section object has as a key.
    static func token(of section: NSManagedObject) -> ItemToken { section.currentPrimaryKey }
  }
#endif
