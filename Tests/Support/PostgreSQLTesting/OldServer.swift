import Foundation
import Synchronization

/// A server that reports an old version to its clients, and answers no command.
public final class OldServer: Sendable {
  private let folder: URL
  private let listening: Int32
  /// The first bytes of the received commands.
  private let commands = Mutex<[UInt8]>([])

  public init(version: String) throws {
    folder = URL(fileURLWithPath: "/tmp").appendingPathComponent("pg-old-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder.path + "/.s.PGSQL.5432").utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard isBound == 0, listen(listening, 8) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    Thread.detachNewThread { [self] in
      while case let client = accept(listening, nil, nil), client >= 0 {
        greet(client, version)
        close(client)
      }
    }
  }

  /// The address of a store in a schema of the server.
  public func url(schema: String) throws -> URL {
    guard let url = URL(string: "postgresql://test@/lists?host=\(folder.path)&schema=\(schema)") else {
      throw URLError(.badURL)
    }
    return url
  }

  /// Whether the server has received a command other than the end of the session.
  public var wasAsked: Bool { commands.withLock { $0.contains { $0 != UInt8(ascii: "X") } } }

  public func stop() {
    shutdown(listening, Int32(SHUT_RDWR))
    close(listening)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Reads the message that begins a session, reports the version and that the server is ready, and records the
  /// commands that follow.
  private func greet(_ client: Int32, _ version: String) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    guard read(client, &buffer, buffer.count) > 0 else { return }
    var answer = Self.message("R", [0, 0, 0, 0])
    for (name, value) in [("server_version", version), ("server_encoding", "UTF8"), ("client_encoding", "UTF8")] {
      answer += Self.message("S", Array(name.utf8) + [0] + Array(value.utf8) + [0])
    }
    answer += Self.message("K", [UInt8](repeating: 0, count: 8)) + Self.message("Z", [UInt8(ascii: "I")])
    _ = write(client, answer, answer.count)
    while case let count = read(client, &buffer, buffer.count), count > 0 {
      commands.withLock { $0.append(buffer[0]) }
    }
  }

  private static func message(_ kind: Character, _ body: [UInt8]) -> [UInt8] {
    let size = UInt32(body.count + 4).bigEndian
    return [kind.asciiValue ?? 0] + withUnsafeBytes(of: size) { Array($0) } + body
  }
}
