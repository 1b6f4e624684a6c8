/// A problem, with its place.
public struct Problem: Error, Equatable, CustomStringConvertible {
  /// Whether nothing is built.
  public let isError: Bool
  public let file: String
  /// From 1 on; 0 where it is said of the whole file.
  public let line: Int
  public let text: String

  public init(_ text: String, file: String, line: Int, isError: Bool = true) {
    self.isError = isError
    self.file = file
    self.line = line
    self.text = text
  }

  init(_ text: String, at place: SourcePlace, isError: Bool = true) {
    self.init(text, file: place.file, line: place.line, isError: isError)
  }

  /// As compilers write it, so that editors lead to the place.
  public var description: String { "\(file):\(max(line, 1)): \(isError ? "error" : "warning"): \(text)" }
}
