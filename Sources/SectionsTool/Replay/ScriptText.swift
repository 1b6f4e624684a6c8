import Foundation

/// The text of a script: where it came from, and what is wrong where in it.
struct ScriptText {
  /// What errors call it: the file's path, or standard input.
  let name: String
  let bytes: [UInt8]

  /// Reads a file; `-` is standard input.
  ///
  /// - Throws: an error that names the file and why it cannot be read.
  init(path: String, input: FileHandle = .standardInput) throws {
    do {
      if path == "-" {
        name = "Standard input"
        bytes = [UInt8](try input.readToEnd() ?? Data())
      } else {
        name = path
        if let reason = Self.reason(of: path) { throw ToolError.data("The script '\(path)' \(reason).") }
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        bytes = [UInt8](try file.readToEnd() ?? Data())
      }
    } catch let error as ToolError {
      throw error
    } catch {
      throw ToolError.data("The script '\(path)' cannot be read: \(describe(error))")
    }
  }

  init(name: String, _ text: String) {
    self.name = name
    bytes = Array(text.utf8)
  }

  /// - Throws: an error that names the line and the column of what is wrong.
  func script() throws -> Script {
    try locating { try Script(try JSONParser.parse(bytes)) }
  }

  /// Does something with a part of the script, and says where the part stands when that goes wrong.
  ///
  /// - Parameter batch: the batch that is played.
  func locating<Value>(batch: Int? = nil, _ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let problem as LocatedProblem {
      throw error(problem, batch: batch)
    }
  }

  func locating<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let problem as LocatedProblem {
      throw error(problem, batch: nil)
    }
  }

  private func error(_ problem: LocatedProblem, batch: Int?) -> ToolError {
    let place = TextPlace(of: problem.offset, in: bytes)
    let end = problem.message.hasSuffix(".") || problem.message.hasSuffix("?") ? "" : "."
    let subject = batch.map { "Batch \($0): " } ?? ""
    return .data("\(name), line \(place.line), column \(place.column): \(subject)\(problem.message)\(end)")
  }

  /// Why a path leads to no file that can be read.
  private static func reason(of path: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return "does not exist" }
    if isFolder.boolValue { return "is a folder" }
    return FileManager.default.isReadableFile(atPath: path) ? nil : "may not be read"
  }
}
