#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension GroupingPath {
    /// Our inner controller groups by the section object itself.
    static func checkEndsInSection(_ path: String, _ sections: NSEntityDescription) throws {}
  }
#endif
