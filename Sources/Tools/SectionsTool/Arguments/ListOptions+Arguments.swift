extension ListOptions {
  /// Reads the options that `replay` and `watch` share.
  init(_ arguments: ArgumentReader) throws {
    store = arguments.positional[0]
    try take(arguments)
    try requireList(arguments)
  }

  /// Reads the options of a list. The caller reads all other options.
  mutating func take(_ arguments: ArgumentReader) throws {
    for (name, value) in arguments.options { try arguments.read(name) { try take(name, value) } }
  }

  /// - Throws: a usage error that names the required option which is missing.
  func requireList(_ arguments: ArgumentReader) throws {
    guard !items.isEmpty else { throw arguments.missing("--items ENTITY") }
    guard !by.isEmpty else { throw arguments.missing("--by PATH") }
  }

  private mutating func take(_ name: String, _ value: String) throws {
    switch name {
    case "items": items = value
    case "by": by = value
    case "parent": parent = value
    case "sort": sort = try OptionValue.sortKeys(value)
    case "position": position = value
    case "section-sort": sectionSort = try OptionValue.sortKeys(value)
    case "where": itemPredicate = value
    case "sections-where": sectionPredicate = value
    case "limit": limit = try OptionValue.count(value)
    case "offset": offset = try OptionValue.count(value)
    case "section-limit": sectionLimit = try OptionValue.count(value)
    case "unmatched": unmatched = try OptionValue.choice(value)
    case "empty": empty = try OptionValue.choice(value)
    case "classic": classic = try OptionValue.choice(value)
    case "depends": depends = try OptionValue.list(value)
    case "section-depends": sectionDepends = try OptionValue.list(value)
    case "show": show = try OptionValue.list(value)
    case "section-show": sectionShow = try OptionValue.list(value)
    case "model": model = value
    case "json": json = true
    case "csv": csv = true
    case "count": aggregates.append(Aggregate(function: .count, subject: value))
    default: if let function = Aggregate.Function(rawValue: name) { try take(function, of: OptionValue.list(value)) }
    }
  }

  private mutating func take(_ function: Aggregate.Function, of attributes: [String]) throws {
    for attribute in attributes {
      let aggregate = Aggregate(function: function, subject: attribute)
      if aggregates.contains(aggregate) { throw OptionValue.Problem(message: "names '\(attribute)' twice.") }
      aggregates.append(aggregate)
    }
  }
}

extension ArgumentReader {
  /// The error of a missing required option.
  func missing(_ option: String) -> ToolError { usage("'sections \(name)' needs \(option).") }
}
