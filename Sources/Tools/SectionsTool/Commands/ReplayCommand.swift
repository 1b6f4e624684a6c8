import Foundation

/// `sections replay`: performs a script's edits on a copy of a store, or on a list in memory, and prints the reported
/// changes.
struct ReplayCommand {
  let options: ListOptions
  let script: String
  let inPlace: Bool
  /// The HTML file to write; nil for none.
  let html: String?
  /// The names of the options on the command line.
  let given: [String]

  func run(_ output: Output) async throws {
    if let html { try HTMLPage.check(html) }
    let text = try ScriptText(path: script)
    switch try text.anyScript() {
    case .store(let script):
      try requireList()
      try await play(text, script, output)
    case .memory(let script):
      try requireNothing()
      try await play(text, script, output)
    }
  }

  private var title: String { script == "-" ? "Standard input" : URL(fileURLWithPath: script).lastPathComponent }

  private func play(_ text: ScriptText, _ script: Script, _ output: Output) async throws {
    let folder = RunFolder()
    let store = try store(in: folder)
    let session = try await text.session(of: script, options, in: store, keepsLists: html != nil)
    var page: PageRecorder<PageSource>?
    if html != nil { page = await PageRecorder(try await session.pageList(), title: title) }
    let report = BatchReport(session: session, json: options.json, output: output)
    var progress = Progress("batch")
    // End the progress display also if a batch fails, so that the error has a line of its own.
    defer { progress.end() }
    for (index, batch) in script.batches.enumerated() {
      try await text.locating(batch: index) { try await session.play(batch) }
      if let page { await page.play("Batch \(index)", try await session.pageEvents()) }
      try await report.print(batch: index)
      try await session.compareWithFreshFetches(batch: index)
      progress.update(index + 1, of: script.batches.count)
    }
    try await report.end()
    guard let html else { return }
    try output.flush()
    try await page?.page.write(to: html)
  }

  @MainActor
  private func play(_ text: ScriptText, _ script: MemoryScript, _ output: Output) throws {
    let session = MemorySession(script)
    let page = try html.map { _ in try session.page(title: title) }
    let report = MemoryReport(session: session, json: options.json, output: output)
    var progress = Progress("batch")
    defer { progress.end() }
    for (index, batch) in script.batches.enumerated() {
      page?.begin("Batch \(index)" + (batch.origin == .program ? "" : ", \(batch.origin)"))
      try text.locating(batch: index) { try session.play(batch) }
      try page?.end(with: report)
      try report.print(batch: index)
      try session.compareWithReplay(batch: index)
      progress.update(index + 1, of: script.batches.count)
    }
    guard let html else { return }
    try output.flush()
    try page?.page.write(to: html)
  }

  private func store(in folder: RunFolder) throws -> ToolStore {
    if options.store == "-" { return try ToolStore.create(model: options.model, in: folder.make()) }
    if inPlace { return try ToolStore.open(options.store, model: options.model, access: .readWrite) }
    return try ToolStore.copy(options.store, model: options.model, into: folder.make())
  }
}

extension ReplayCommand {
  init(_ arguments: ArgumentReader) throws {
    given = arguments.options.map(\.name)
    inPlace = given.contains("in-place")
    script = arguments.positional[1]
    var options = ListOptions()
    options.store = arguments.positional[0]
    try options.take(arguments)
    html = try arguments.outputFile("html", besides: [options.store, script, options.model])
    self.options = options
    // Without a store and without options of a list, the script must be for a list in memory. That is checked when the
    // script has been read.
    guard options.store != "-" || given.contains(where: { !Self.forAnyList.contains($0) }) else { return }
    try requireList()
  }

  /// The options that also apply to a list in memory.
  private static let forAnyList = ["json", "html"]

  /// - Throws: a usage error that names the missing option for a list of a store.
  private func requireList() throws {
    if options.items.isEmpty { throw usage("'sections replay' needs --items ENTITY.") }
    if options.by.isEmpty { throw usage("'sections replay' needs --by PATH.") }
    guard options.store == "-" else { return }
    if inPlace { throw usage("'-' is an empty store; --in-place needs a file.") }
    if options.model == nil { throw usage("An empty store, '-', needs --model FILE.") }
  }

  /// - Throws: a usage error that names an argument which does not apply to a list in memory.
  private func requireNothing() throws {
    if options.store != "-" { throw usage("A list in memory has no store: write - for '\(options.store)'.") }
    if let option = given.first(where: { !Self.forAnyList.contains($0) }) {
      throw usage("--\(option) has no meaning for a list in memory.")
    }
  }

  private func usage(_ message: String) -> ToolError { .usage(message, command: "replay") }
}
