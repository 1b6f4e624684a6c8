import CoreData

/// Checks that a list uses the options given for it.
enum BrowseOptions {
  /// The options that apply only if an item leads to one object, its section.
  private static let ofRelated = Set([
    "section-sort", "sections-where", "unmatched", "empty", "section-limit", "depends", "section-depends",
  ]).union(ListOptions.Aggregate.Function.allCases.map(\.rawValue))

  /// The other options that a tree does not have.
  private static let ofLists: Set = ["by", "limit", "offset", "section-show", "position"]

  /// - Parameters:
  ///   - given: the names of the options on the command line.
  ///   - grouping: the kind of the list's sections.
  ///   - command: the command that has the options.
  /// - Throws: an error that names an option which would be ignored, and the lists to which it applies.
  static func require(_ given: [String], for grouping: BrowseGrouping, command: String = "browse") throws {
    if given.contains("parent"), let name = given.first(where: { ofLists.union(ofRelated).contains($0) }) {
      throw ToolError.usage(
        "--\(name) is for lists: leave it out, or leave out --parent, which shows a tree.", command: command)
    }
    if case .related = grouping { return }
    let isEach = if case .each = grouping { true } else { false }
    for name in given where ofRelated.contains(name) || name == "section-show" && !isEach {
      let objects = name == "section-show" ? "a relationship" : "a relationship to one object"
      throw ToolError.usage(
        "--\(name) is for lists whose sections are objects: --by PATH that leads to \(objects), not "
          + "\(grouping.name).", command: command)
    }
  }
}

extension BrowseGrouping {
  /// The grouping as a part of a message.
  fileprivate var name: String {
    switch self {
    case .none: "a list without --by"
    case .attribute(let attribute): "to the attribute '\(attribute.name)'"
    case .day(let attribute): "to the days of '\(attribute.name)'"
    case .each(let relationship): "to many objects, as '\(relationship.name)'"
    case .related(let path): "to '\(path.text)'"
    }
  }
}

extension ListOptions {
  /// The names of the options about sections and key paths whose values differ from the default.
  var namesOfSectionOptions: [String] {
    let given = [
      ("section-sort", !sectionSort.isEmpty), ("sections-where", sectionPredicate != nil),
      ("section-limit", sectionLimit > 0), ("unmatched", unmatched != .hidden), ("empty", empty != .shown),
      ("depends", !depends.isEmpty), ("section-depends", !sectionDepends.isEmpty), ("section-show", sectionShow != nil),
    ]
    return given.filter(\.1).map(\.0) + aggregates.map(\.function.rawValue)
  }

  /// The names of the given options that need objects as sections. The options `unmatched` and `empty` do not, because
  /// items without a value have a section of their own.
  var namesOfObjectOptions: [String] { namesOfSectionOptions.filter { !["unmatched", "empty"].contains($0) } }

  /// Copies the options about sections from another list.
  mutating func takeSections(of other: ListOptions) {
    (by, sectionSort, sectionPredicate) = (other.by, other.sectionSort, other.sectionPredicate)
    (sectionShow, sectionDepends, aggregates) = (other.sectionShow, other.sectionDepends, other.aggregates)
  }
}
