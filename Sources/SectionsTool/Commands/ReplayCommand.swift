import Foundation

/// `sections replay`: makes a script's edits on a copy of a store and tells what a delegate hears.
struct ReplayCommand {
  let options: ListOptions
  let script: String
  let inPlace: Bool

  func run() async throws {
    let script = try Script.read(script)
    let folder = TemporaryFolder()
    var options = options
    if let list = script.list { try options.change(all: list) }
    let session = try await ReplaySession(source: try ListSource(options, in: try store(in: folder)))
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

  private func store(in folder: TemporaryFolder) throws -> ToolStore {
    if options.store == "-" { return try ToolStore.create(model: options.model, in: folder.make()) }
    if inPlace { return try ToolStore.open(options.store, model: options.model, access: .readWrite) }
    return try ToolStore.copy(options.store, model: options.model, into: folder.make())
  }
}
