import Foundation

/// The costs of several operations by the number of rows, read from the output of `Benchmarks --json`.
struct GrowthFigures: Sendable, Equatable {
  struct Point: Sendable, Equatable {
    let rows: Int
    let nanoseconds: Double
  }

  struct Line: Sendable, Equatable {
    let name: String
    /// The points, in ascending order of rows.
    var points: [Point]
  }

  /// The lines, in the order in which their names first occur.
  private(set) var lines: [Line] = []

  /// Reads one JSON object a line, and skips objects without `rows`, which are figures of one size.
  ///
  /// - Parameters:
  ///   - text: the output of `Benchmarks --json`.
  ///   - name: the name of the text in errors.
  /// - Throws: an error that names the first invalid line, or says that there is no figure with rows.
  init(_ text: String, name: String) throws {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      do {
        try add(JSON(parsing: line.utf8))
      } catch {
        throw ToolError.data(
          "\(name), line \(number + 1): this is no figure of 'Benchmarks --json', an object with name and median_ns.")
      }
    }
    guard !lines.isEmpty else {
      throw ToolError.data(
        "\(name) has no figure with rows. 'swift run -c release Benchmarks --filter growth --json' prints some.")
    }
    for index in lines.indices { lines[index].points.sort { $0.rows < $1.rows } }
  }

  private struct NoFigure: Error {}

  private mutating func add(_ json: JSON) throws {
    guard case .string(let name)? = json["name"], let nanoseconds = json["median_ns"]?.double else { throw NoFigure() }
    guard let rows = json["rows"] else { return }
    guard let rows = rows.double.flatMap(Int.init(exactly:)), rows > 0, nanoseconds > 0 else { throw NoFigure() }
    let point = Point(rows: rows, nanoseconds: nanoseconds)
    if let index = lines.firstIndex(where: { $0.name == name }) {
      lines[index].points.removeAll { $0.rows == rows }
      lines[index].points.append(point)
    } else {
      lines.append(Line(name: name, points: [point]))
    }
  }
}

extension JSON {
  /// The value of a number.
  fileprivate var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
