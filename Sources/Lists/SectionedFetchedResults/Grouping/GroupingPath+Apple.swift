#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData

  /// The token of an item inside the controller: its object ID.
  package typealias ItemToken = NSManagedObjectID

  extension GroupingPath {
    /// Throws, because Apple's inner controller groups by attributes only.
    static func checkEndsInSection(_ path: String, _ sections: NSEntityDescription) throws {
      let unique = sections.uniquenessConstraints.first { $0.count == 1 }?.first.map { "\($0)" }
      let last = path.split(separator: ".").last.map(String.init) ?? path
      throw SectionedFetchedResultsError.invalidGroupingPath(
        path: path, step: last,
        reason: "it ends in a relationship. Name an attribute of \(sections.text) that is different for each section, "
          + (unique.map { "such as “\(path).\($0)”." } ?? "such as an identifier."))
    }

    /// The token that a section object would have as a key.
    static func token(of section: NSManagedObject) -> ItemToken { section.objectID }
  }
#endif
