import CoreData
import Foundation
import SectionedFetchedResults

/// `sections list`: all sections of a store's list, with their items; or an entity's objects as one list, or with a
/// section for each value of an attribute.
struct ListCommand {
  let options: ListOptions

  func run(_ output: Output) throws {
    let store = try ToolStore.open(options.store, model: options.model, access: .readOnly)
    let grouping = try BrowseGrouping(options.by, of: store.entity(options.items, for: "items"))
    switch grouping {
    case .none, .attribute:
      try BrowseOptions.require(options.namesOfSectionOptions, for: grouping, command: "list")
      try printPlain(store, grouping, output)
    // A relationship to many objects is refused by the path, with what would lead on.
    case .related, .each: try printSections(store, output)
    }
  }

  private func printPlain(_ store: ToolStore, _ grouping: BrowseGrouping, _ output: Output) throws {
    let context = store.newContext()
    try context.performAndWait {
      let list = try PlainList(options, grouping, in: store, context)
      if options.json {
        try PlainListJSON(list: list, output: output).write()
      } else {
        try PlainListText(list: list, output: output).print()
      }
    }
  }

  private func printSections(_ store: ToolStore, _ output: Output) throws {
    let source = try ListSource(options, in: store)
    let context = store.newContext()
    try context.performAndWait {
      let controller = try source.controller(in: context)
      // Every item is shown once, in order.
      controller.itemFetchRequest.fetchBatchSize = 500
      try source.fetch(controller)
      let totals = try ListTotals(of: controller, source: source)
      if options.json {
        try ListJSON(controller: controller, source: source, output: output).write(totals: totals)
      } else {
        try ListText(controller: controller, source: source, output: output).print(
          totals: totals, end: totals.explained)
      }
    }
  }
}
