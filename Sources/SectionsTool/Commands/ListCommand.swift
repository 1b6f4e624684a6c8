import CoreData
import Foundation
import SectionedFetchedResults

/// `sections list`: all sections of a store's list, with their items.
struct ListCommand {
  let options: ListOptions

  func run() async throws {
    let store = try ToolStore.open(options.store, model: options.model, access: .readOnly)
    let source = try ListSource(options, in: store)
    let context = store.newContext()
    try context.performAndWait {
      let controller = try source.controller(in: context)
      try controller.performFetch()
      let totals = try ListTotals(of: controller, source: source)
      if options.json {
        let sections = source.shown(controller).enumerated().map { $1.json(index: $0) }
        printLine(JSON.object([("sections", .array(sections)), ("totals", totals.json)]).text)
      } else {
        ListText(controller: controller).print(totals: totals)
      }
    }
  }
}

extension ShownSection {
  func json(index: Int) -> JSON {
    .object([
      ("index", .integer(index)), ("object", .optional(object?.uriRepresentation().absoluteString)),
      ("name", .optional(name)), ("count", .integer(items.count)),
      ("items", .array(items.map { .string($0.uriRepresentation().absoluteString) })),
    ])
  }
}
