import CoreData
import Foundation
import OrderedRows

/// `sections draw`: draws what a script does to a list, or the figures of benchmarks, as SVG.
struct DrawCommand {
  enum Picture: String, CaseIterable {
    case indexMap = "index-map"
    case indexSpaces = "index-spaces"
    case stages
    case views
    case growth
  }

  let picture: Picture
  /// The path of a script, or of the output of `Benchmarks --json`; `-` for standard input.
  let file: String
  /// The options of the list that the script changes. The script begins with an empty store of the list's model.
  let list: ListOptions
  /// The number of the batch to draw; nil for the last one. Some pictures show the list after it.
  let batch: Int?
  /// The file to write; nil for standard output.
  let target: String?

  func run(_ output: Output) async throws {
    if let target { try OutputFile.check(target, as: "picture") }
    let text = try await svg().text
    guard let target else { return try output.write(text) }
    try OutputFile.write(text, to: target, as: "picture")
  }

  private func svg() async throws -> SVG {
    let text = try ScriptText(path: file, noun: picture == .growth ? "file" : "script")
    let name = file == "-" ? "standard input" : URL(fileURLWithPath: file).lastPathComponent
    if picture == .growth {
      if let offset = UTF8Check.firstInvalid(in: text.bytes) {
        throw text.error(LocatedProblem(offset: offset, message: "this is no text in UTF-8"), batch: nil)
      }
      let figures = try GrowthFigures(String(decoding: text.bytes, as: UTF8.self), name: text.name)
      return GrowthDrawing(figures: figures, title: "The growth of costs with the number of rows, by \(name)").svg
    }
    let (session, events, number) = try await play(text)
    let batch = "batch \(number) of \(name)"
    switch picture {
    case .indexMap:
      return IndexMapDrawing(map: try await session.indexMap(), title: "The index map after \(batch)").svg
    case .views:
      let list = try await session.indexMap().shown
      return ViewsDrawing(list: list, title: "Each kind of view, after \(batch)").svg
    case .indexSpaces:
      try Self.require(events, batch)
      return IndexSpacesDrawing(events: events, title: "The index spaces of \(batch)").svg
    case .stages, .growth:
      try Self.require(events, batch)
      return StagesDrawing(events: events, title: "The stages of \(batch)").svg
    }
  }

  private static func require(_ events: [DrawnEvent], _ batch: String) throws {
    if events.isEmpty { throw ToolError.data("No change is reported in \(batch): there is nothing to draw.") }
  }

  /// Plays the script up to the batch.
  ///
  /// - Returns: the session, the events of that batch, and its number.
  private func play(_ text: ScriptText) async throws -> (session: ReplaySession, [DrawnEvent], Int) {
    let script = try text.script()
    let last = script.batches.count - 1
    guard last >= 0 else { throw ToolError.data("\(text.name) has no batch to draw.") }
    let number = batch ?? last
    guard number <= last else {
      throw ToolError.request("\(text.name) has no batch \(number): the last one is \(last).")
    }
    let folder = RunFolder()
    let store = try ToolStore.create(model: list.model, in: folder.make())
    let session = try await text.session(of: script, list, in: store, keepsLists: true)
    var events: [DrawnEvent] = []
    for (index, batch) in script.batches[...number].enumerated() {
      try await text.locating(batch: index) { try await session.play(batch) }
      events = try await session.drawnEvents()
      try await session.compareWithFreshFetches(batch: index)
    }
    return (session, events, number)
  }
}

extension DrawCommand {
  init(_ arguments: ArgumentReader) throws {
    let name = arguments.positional[0]
    guard let picture = Picture(rawValue: name) else {
      let names = Picture.allCases.map(\.rawValue)
      let near = NearNames.question(for: name, among: names)
      throw arguments.usage("'\(name)' is no picture; there are \(names.joined(separator: ", ")).\(near)")
    }
    let file = arguments.positional[1]
    let values = Dictionary(arguments.options.map { ($0.name, $0.value) }) { $1 }
    if picture == .growth, let other = arguments.options.first(where: { $0.name != "output" }) {
      throw arguments.usage("--\(other.name) has no meaning for 'growth', which is drawn from figures.")
    }
    let isScenario = ["items", "by", "model"].allSatisfy { values[$0] == nil }
    var list = isScenario && file != "-" ? ListOptions.scenario(file) : ListOptions()
    try list.take(arguments)
    if picture != .growth {
      try list.requireList(arguments)
      guard list.model != nil else { throw arguments.missing("--model FILE") }
    }
    let batch = try values["batch"].map { text in try arguments.read("batch") { try OptionValue.count(text) } }
    let target = try arguments.outputFile("output", besides: [file, list.model])
    self.init(picture: picture, file: file, list: list, batch: batch, target: target)
  }
}

extension ListOptions {
  /// The options of the list in `Fixtures/Scenarios`: tracks by album, both sorted by position. The model is in the
  /// scenario's folder.
  fileprivate static func scenario(_ file: String) -> ListOptions {
    var options = ListOptions()
    options.model =
      URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Music.xcdatamodel").path
    (options.items, options.by) = ("Track", "album.identifier")
    options.sort = [.init(key: "position", ascending: true)]
    options.sectionSort = options.sort
    return options
  }
}
