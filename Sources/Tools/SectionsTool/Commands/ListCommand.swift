import CoreData
import Foundation
import SectionedFetchedResults

/// `sections list`: prints a list with its sections and items. Without `--by` it prints an entity's objects as one
/// list. For an attribute, each value is a section, or each day of a date.
struct ListCommand {
  let options: ListOptions

  func run(_ output: Output) throws {
    if options.csv, let aggregate = options.aggregates.first {
      throw ToolError.usage(
        "--csv has a line for each item, and no sums: leave out --\(aggregate.function.rawValue).", command: "list")
    }
    let store = try ToolStore.open(options.store, model: options.model, access: .readOnly)
    let grouping = try BrowseGrouping(options.by, of: store.entity(options.items, for: "items"))
    switch grouping {
    case .none, .attribute, .day:
      try BrowseOptions.require(options.namesOfSectionOptions, for: grouping, command: "list")
      try printPlain(store, grouping, output)
    // `GroupingPath` rejects a relationship to many objects with an error that names it.
    case .related, .each: try printSections(store, grouping, output)
    }
  }

  private func printPlain(
    _ store: ToolStore, _ grouping: BrowseGrouping, note: String? = nil, _ output: Output
  ) throws {
    let context = store.newContext()
    try context.performAndWait {
      let list = try PlainList(options, grouping, in: store, context)
      if options.json {
        try PlainListJSON(list: list, output: output).write()
      } else if options.csv {
        try ListCSV(columns: list.columns, output: output).write(list)
      } else {
        try PlainListText(list: list, output: output).print(note: note)
      }
    }
  }

  private func printSections(_ store: ToolStore, _ grouping: BrowseGrouping, _ output: Output) throws {
    let source = try ListSource(options, in: store)
    let context = store.newContext()
    let sameKey = try context.performAndWait { () -> String? in
      let controller = try source.controller(in: context)
      // The batch size suits output that reads each item once, in order.
      controller.itemFetchRequest.fetchBatchSize = 500
      do {
        try source.fetch(controller)
      } catch let error as SharedKeyError {
        return error.text
      }
      try print(controller, source, output)
      return nil
    }
    // Several objects share the attribute's values, so make each value a section.
    guard let sameKey else { return }
    if let option = options.namesOfObjectOptions.first {
      throw ToolError.request(
        "--by \(options.by): \(sameKey), so that each value is one section, and --\(option) is for sections that are "
          + "objects. Leave it out, or write --by \(source.path.objectPath).")
    }
    try printPlain(store, grouping, note: "\(sameKey): each value is one section.", output)
  }

  private func print(_ controller: ListSource.Controller, _ source: ListSource, _ output: Output) throws {
    let totals = try ListTotals(of: controller, source: source)
    if options.json {
      try ListJSON(controller: controller, source: source, output: output).write(totals: totals)
    } else if options.csv {
      try ListCSV(columns: source.columns, output: output).write(controller, totals: totals, store: source.store)
    } else {
      try ListText(controller: controller, source: source, output: output).print(totals: totals, end: totals.explained)
    }
  }
}
