import CPostgreSQL
import Foundation

extension PostgresConnection {
  /// Returns the notifications received since the last call, without waiting.
  ///
  /// - Throws: a `PostgresError` when the connection is lost.
  func notifications() throws -> [PostgresNotification] {
    // A dispatch source fires once for the server's last message and for the end of the connection, which take two
    // reads.
    repeat {
      guard PQconsumeInput(handle) == 1, !isBroken else { throw lost() }
    } while isReadable
    var found: [PostgresNotification] = []
    while let notification = PQnotifies(handle) {
      found.append(
        PostgresNotification(
          process: notification.pointee.be_pid, payload: String(cString: notification.pointee.extra)))
      PQfreemem(notification)
    }
    return found
  }

  private var isReadable: Bool {
    var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }
}

/// A notification from another connection.
struct PostgresNotification: Sendable {
  /// The server's process of that connection.
  let process: Int32
  let payload: String
}
