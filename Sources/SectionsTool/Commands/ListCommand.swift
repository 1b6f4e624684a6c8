import CoreData
import Foundation
import SectionedFetchedResults

/// `sections list`: all sections of a store's list, with their items.
struct ListCommand {
  let options: ListOptions

  func run(_ output: Output) throws {
    let store = try ToolStore.open(options.store, model: options.model, access: .readOnly)
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
        try ListText(controller: controller, source: source, output: output).print(totals: totals)
      }
    }
  }
}
