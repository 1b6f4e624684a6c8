import CPostgreSQL
import CoreData
import Foundation

/// An error that the server or libpq returned.
struct PostgresError: DatabaseError, CustomStringConvertible {
  /// The SQLSTATE, five characters such as 23505; 08006 if the connection broke.
  let state: String
  let message: String
  var detail = ""
  /// The name of the constraint that was violated.
  var constraint = ""
  /// The index of the failed command among those that were sent together.
  var command = 0
  /// Whether the server did not answer in time, so that the connection was abandoned.
  var isSilence = false

  init(state: String, message: String) {
    self.state = state
    self.message = message.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Makes an error from a result.
  init(_ result: OpaquePointer?) {
    func field(_ code: Character) -> String {
      PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
    }
    let state = field("C")
    // A pooler ends connections with the state of a message that was not understood. The server names the function
    // in which it found one.
    let isOfPooler = state == Self.notUnderstood && field("R").isEmpty
    self.init(state: state.isEmpty || isOfPooler ? Self.connectionLost : state, message: field("M"))
    detail = field("D")
    constraint = field("n")
  }

  static let connectionLost = "08006"
  /// The state of a message that the server does not understand.
  private static let notUnderstood = "08P01"
  /// The state of a transaction whose outcome is unknown.
  static let unknownOutcome = "08007"
  /// The state of a command that was cancelled, and of our own error if the server did not answer in time.
  static let timeout = "57014"

  /// The state of a command for which the role lacks the privilege.
  static let denied = "42501"

  var description: String { "PostgreSQL error \(state): \(message)" + (detail.isEmpty ? "" : " (\(detail))") }

  /// Whether the connection can no longer be used.
  var endsConnection: Bool { isConnectionLost || isSilence }

  /// Whether the server is unreachable or has closed the connection.
  var isConnectionLost: Bool {
    // What the server does not understand is sent again in vain.
    let isOfConnections = state.hasPrefix("08") && ![Self.unknownOutcome, Self.notUnderstood].contains(state)
    return isOfConnections || ["57P01", "57P02", "57P03", "25P03"].contains(state)
  }

  /// Whether the transaction may succeed if it is run again, after a deadlock or a serialization failure.
  var isTransient: Bool { ["40001", "40P01"].contains(state) }

  /// Whether a row had another version than a command expected. Such a command divides by zero.
  var isVersionMismatch: Bool { state == "22012" }

  /// Whether a table or a schema is missing.
  var isOfMissingTable: Bool { ["42P01", "3F000"].contains(state) }

  /// Whether the server does not support a feature of the command.
  var isUnsupported: Bool { state == "0A000" }

  /// Whether the role lacks a privilege.
  var isDenied: Bool { state == Self.denied }

  /// Whether a value is too long for an index.
  var isTooLong: Bool { state == "54000" }

  /// Whether a prepared statement is missing, or its name is taken. Then a pooler ran the command in another session
  /// than the previous command.
  var isOfOtherSession: Bool { ["42P05", "26000"].contains(state) }

  var isUniquenessViolation: Bool { state == "23505" }

  /// Whether waiting for a lock or for the answer took too long.
  var isTimeout: Bool { ["55P03", "57014"].contains(state) }

  /// The error as the underlying error of one of Core Data's.
  var underlying: NSError {
    var details: [String: Any] = [NSLocalizedDescriptionKey: message, "PostgreSQLState": state]
    if !detail.isEmpty { details[NSLocalizedFailureReasonErrorKey] = detail }
    return NSError(domain: "PostgreSQLErrorDomain", code: Self.number(of: state), userInfo: details)
  }

  /// The SQLSTATE as a number, read in base 36.
  private static func number(of state: String) -> Int { Int(state, radix: 36) ?? 0 }
}
