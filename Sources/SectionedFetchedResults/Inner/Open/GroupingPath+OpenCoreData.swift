#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension GroupingPath {
    /// Our inner controller groups by the section object itself.
    static func checkEndsInSection(_ path: String, _ sections: NSEntityDescription) throws {}

    /// How a section object is named as a key.
    static func token(of section: NSManagedObject) -> ItemToken { section.currentPrimaryKey }
  }
#endif
