/// A problem in a source or model, with its location.
public struct Problem: Error, Equatable, CustomStringConvertible {
  /// Whether the problem stops the build; otherwise it is a warning.
  public let isError: Bool
  public let file: String
  /// The line number, from 1; 0 if the problem concerns the whole file.
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

  /// The problem in the format of compiler messages, so that editors can show the location.
  public var description: String { "\(file):\(max(line, 1)): \(isError ? "error" : "warning"): \(text)" }
}
