import Foundation

/// An error that ends the tool, with one line on standard error and an exit status.
enum ToolError: Error {
  /// Wrong arguments: status 2.
  case usage(String, command: String? = nil)
  /// Arguments that are written as they should be, but ask for what the store does not have, or compare a value with a
  /// text that is no such value: status 2.
  case request(String)
  /// Something is wrong with the store, the script or another file: status 1.
  case data(String)
  /// The value that was asked for is nil: status 3.
  case noValue(String)

  /// The error as the tool reports it. What is not known better is wrong with the data.
  init(_ error: any Error) {
    switch error {
    case let error as ToolError: self = error
    case is SharedKeyError: self = .request(describe(error))
    default: self = .data(describe(error))
    }
  }

  var status: Int32 {
    switch self {
    case .usage, .request: 2
    case .data: 1
    case .noValue: 3
    }
  }

  var message: String {
    switch self {
    case .usage(let message, nil): "\(message) Try 'sections help'."
    case .usage(let message, let command?): "\(message) Try 'sections \(command) --help'."
    case .data(let message), .request(let message), .noValue(let message): message
    }
  }

  /// The largest number of characters in a line on standard error: a quoted value may be of any length.
  static let greatestLength = 4000

  /// The message in the form for standard error, in one line.
  ///
  /// - Parameter arguments: the tool's, which the message may quote.
  func report(on arguments: [String]) -> String {
    let message = StoreLocation.withoutSecrets(of: arguments, in: message)
    var line = StoreLocation.withoutSecrets(message.split(whereSeparator: \.isNewline).joined(separator: " ").printable)
    if line.count > Self.greatestLength {
      line = "\(line.prefix(Self.greatestLength / 2)) … \(line.suffix(Self.greatestLength / 2))"
    }
    return "sections: \(line)\n"
  }
}

/// An error in one line: its own description, then the ones beneath it whose text is not in it yet.
func describe(_ error: any Error) -> String {
  if let error = error as? ToolError { return error.message }
  let error = error as NSError
  var text = error.localizedDescription
  if let detailed = error.userInfo["NSDetailedErrors"] as? [any Error] {
    text = ([text] + detailed.map { ($0 as NSError).localizedDescription }).joined(separator: " ")
  }
  if let beneath = error.userInfo[NSUnderlyingErrorKey] as? NSError {
    let more = describe(beneath)
    if !text.contains(more) { text += " (\(more))" }
  }
  return text
}
