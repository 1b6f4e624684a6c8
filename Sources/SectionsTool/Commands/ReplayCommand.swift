import Foundation

/// `sections replay`: makes a script's edits on a copy of a store and prints the calls of a delegate.
struct ReplayCommand {
  let options: ListOptions
  let script: String
  let inPlace: Bool

  func run(_ output: Output) async throws {
    let text = try ScriptText(path: script)
    let script = try text.script()
    let folder = RunFolder()
    let store = try store(in: folder)
    let session = try await text.session(of: script, options, in: store)
    let report = BatchReport(session: session, json: options.json, output: output)
    var progress = Progress("batch")
    for (index, batch) in script.batches.enumerated() {
      try await text.locating(batch: index) { try await session.play(batch) }
      try await report.print(batch: index)
      try await session.compareWithFreshFetches(batch: index)
      progress.update(index + 1, of: script.batches.count)
    }
    progress.end()
  }

  private func store(in folder: RunFolder) throws -> ToolStore {
    if options.store == "-" { return try ToolStore.create(model: options.model, in: folder.make()) }
    if inPlace { return try ToolStore.open(options.store, model: options.model, access: .readWrite) }
    return try ToolStore.copy(options.store, model: options.model, into: folder.make())
  }
}
