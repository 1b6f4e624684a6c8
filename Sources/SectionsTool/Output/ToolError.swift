import Foundation

/// An error that ends the tool, with one line on standard error and an exit status.
enum ToolError: Error {
  /// Wrong arguments: status 2.
  case usage(String, command: String? = nil)
  /// Something is wrong with the store, the script or the request: status 1.
  case data(String)

  var status: Int32 {
    switch self {
    case .usage: 2
    case .data: 1
    }
  }

  var message: String {
    switch self {
    case .usage(let message, nil): "\(message) Try 'sections help'."
    case .usage(let message, let command?): "\(message) Try 'sections \(command) --help'."
    case .data(let message): message
    }
  }

  /// The largest number of characters in a line on standard error: a quoted value may be of any length.
  static let greatestLength = 4000

  /// The message in the form for standard error, in one line.
  ///
  /// - Parameter arguments: the tool's, which the message may quote.
  func report(on arguments: [String]) -> String {
    let message = StorePlace.withoutSecrets(of: arguments, in: message)
    var line = StorePlace.withoutSecrets(message.split(whereSeparator: \.isNewline).joined(separator: " ").printable)
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
