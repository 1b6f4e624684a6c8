import Foundation

/// An error that ends the tool with one line on standard error and an exit status.
enum ToolError: Error {
  /// Invalid arguments: status 2.
  case usage(String, command: String? = nil)
  /// Valid arguments that ask for something the store does not have, or that compare with a text which is no value of
  /// the attribute's type: status 2.
  case request(String)
  /// A problem of the store, the script or another file: status 1.
  case data(String)
  /// The requested value is nil: status 3.
  case noValue(String)

  /// Converts any error. An unknown error becomes a problem of the data.
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

  /// The largest number of characters of a message on standard error. A quoted value may be longer.
  static let greatestLength = 4000

  /// Returns the message as one line for standard error.
  ///
  /// - Parameter arguments: the tool's arguments. Their secrets are removed from the message.
  func report(on arguments: [String]) -> String {
    let message = StoreLocation.withoutSecrets(of: arguments, in: message)
    var line = StoreLocation.withoutSecrets(message.split(whereSeparator: \.isNewline).joined(separator: " ").printable)
    if line.count > Self.greatestLength {
      line = "\(line.prefix(Self.greatestLength / 2)) … \(line.suffix(Self.greatestLength / 2))"
    }
    return "sections: \(line)\n"
  }
}

/// Returns an error in one line: its description, followed by underlying ones that it does not contain yet.
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
