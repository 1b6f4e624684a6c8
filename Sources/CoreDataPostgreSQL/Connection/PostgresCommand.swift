import CoreData

/// A statement with its parameters.
struct PostgresCommand: Sendable {
  let sql: String
  let parameters: PostgresParameters

  init(_ sql: String, _ parameters: PostgresParameters = PostgresParameters()) {
    self.sql = sql
    self.parameters = parameters
  }
}

/// A notification from another connection.
struct PostgresNotification: Sendable {
  /// The server's process of that connection.
  let process: Int32
  let payload: String
}
