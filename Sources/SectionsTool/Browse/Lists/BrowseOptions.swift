import CoreData

/// Which options of `sections list` mean something to a list of the browser.
enum BrowseOptions {
  /// Those of lists whose sections are objects, to each of which an item leads.
  private static let ofRelated: Set = [
    "section-sort", "sections-where", "unmatched", "empty", "section-limit", "depends", "section-depends",
  ]

  /// - Parameters:
  ///   - given: the names of the options that were given.
  ///   - grouping: what the sections of the list are.
  /// - Throws: an error that names an option which would be ignored, and the lists that it is for.
  static func require(_ given: [String], for grouping: BrowseGrouping) throws {
    if case .related = grouping { return }
    let isEach = if case .each = grouping { true } else { false }
    for name in given where ofRelated.contains(name) || name == "section-show" && !isEach {
      let objects = name == "section-show" ? "a relationship" : "a relationship to one object"
      throw ToolError.usage(
        "--\(name) is for lists whose sections are objects: --by PATH that leads to \(objects), not "
          + "\(grouping.name).", command: "browse")
    }
  }
}

extension BrowseGrouping {
  /// What a list is grouped by, in a message.
  fileprivate var name: String {
    switch self {
    case .none: "a list without --by"
    case .attribute(let attribute): "to the attribute '\(attribute.name)'"
    case .each(let relationship): "to many objects, as '\(relationship.name)'"
    case .related(let path): "to '\(path.text)'"
    }
  }
}

extension ListOptions {
  /// Takes over what others say of sections.
  mutating func takeSections(of other: ListOptions) {
    (by, sectionSort, sectionPredicate) = (other.by, other.sectionSort, other.sectionPredicate)
    (sectionShow, sectionDepends) = (other.sectionShow, other.sectionDepends)
  }
}
