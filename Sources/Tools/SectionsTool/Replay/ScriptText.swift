import Foundation

/// The text of a script with its name. Errors use both to name a problem's position.
struct ScriptText {
  /// The name in errors: the file's path, or `Standard input`.
  let name: String
  let bytes: [UInt8]

  /// Reads a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - noun: the noun for the file in errors.
  ///   - reader: reads the bytes.
  ///   - standardInput: the descriptor of standard input.
  /// - Throws: an error that names the file and the reason. For invalid text it also names the position.
  init(
    path: String, noun: String = "script", reader: ScriptReader = ScriptReader(), standardInput: Int32 = 0
  ) throws {
    let isInput = path == "-"
    let name = isInput ? "Standard input" : path
    var bytes: [UInt8] = []
    do {
      if isInput { try reader.read(standardInput, into: &bytes) } else { try reader.read(path: path, into: &bytes) }
    } catch let problem as ScriptReader.Problem {
      throw ToolError.data("\(isInput ? name : "The \(noun) '\(path)'") \(problem.reason).")
    } catch let problem as LocatedProblem {
      throw ScriptText(name: name, bytes: bytes).error(problem, batch: nil)
    }
    self.init(name: name, bytes: bytes)
  }

  init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  init(name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// - Throws: an error that names the line and column of the problem.
  func script() throws -> Script { try locating { try Script(try JSONParser.parse(bytes)) } }

  /// Parses the script of either kind of list; see `script()`.
  func anyScript() throws -> AnyScript {
    try locating {
      let json = try JSONParser.parse(bytes)
      switch try Script.source(of: json) {
      case .store: return .store(try Script(json))
      case .memory: return .memory(try MemoryScript(json))
      }
    }
  }

  /// Performs a closure, and adds the line and column to a `LocatedProblem` that it throws.
  ///
  /// - Parameters:
  ///   - batch: the number of the batch that is being played; nil for none.
  ///   - body: the closure.
  func locating<Value>(batch: Int? = nil, _ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let problem as LocatedProblem {
      throw error(problem, batch: batch)
    }
  }

  func locating<Value>(batch: Int? = nil, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let problem as LocatedProblem {
      throw error(problem, batch: batch)
    }
  }

  func error(_ problem: LocatedProblem, batch: Int?) -> ToolError {
    let place = TextPosition(of: problem.offset, in: bytes)
    let end = problem.message.hasSuffix(".") || problem.message.hasSuffix("?") ? "" : "."
    let subject = batch.map { "Batch \($0): " } ?? ""
    return .data("\(name), line \(place.line), column \(place.column): \(subject)\(problem.message)\(end)")
  }
}

extension ScriptText {
  /// Begins a session with the list of the options, changed by the script's `"list"`.
  ///
  /// - Throws: an error that names the position of `"list"` if that is invalid.
  func session(
    of script: Script, _ options: ListOptions, in store: ToolStore, keepsLists: Bool = false
  ) async throws -> ReplaySession {
    try await locating { () async throws -> ReplaySession in
      var options = options
      if let list = script.list { try options.change(all: list) }
      do {
        return try await ReplaySession(source: try ListSource(options, in: store), keepsLists: keepsLists)
      } catch {
        guard let list = script.list else { throw error }
        throw LocatedProblem(offset: list.offset, message: describe(error))
      }
    }
  }
}
