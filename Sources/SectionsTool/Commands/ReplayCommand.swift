import Foundation

/// `sections replay`: makes a script's edits on a copy of a store and tells what a delegate hears.
struct ReplayCommand {
  let options: ListOptions
  let script: String
  let inPlace: Bool

  func run() async throws {
    let script = try Script.read(script)
    let folder = TemporaryFolder()
    let store =
      inPlace
      ? try ToolStore.open(options.store, model: options.model, access: .readWrite)
      : try ToolStore.copy(options.store, model: options.model, into: folder.make())
    let session = try await ReplaySession(source: try ListSource(options, in: store))
    let report = BatchReport(session: session, json: options.json)
    var progress = Progress("batch")
    for (index, batch) in script.batches.enumerated() {
      do {
        try await session.play(batch)
      } catch let error as ToolError {
        throw ToolError.data("Batch \(index): \(error.message)")
      }
      try await report.print(batch: index)
      try await session.compareWithFreshFetches(batch: index)
      progress.update(index + 1, of: script.batches.count)
    }
    progress.end()
  }
}
