import Foundation
import Synchronization

/// A proxy between clients and a server that cuts a connection after a number of messages. Data in transit is lost in
/// both directions. A message is the data of one read from a socket.
public final class CuttingProxy: Sendable {
  private struct State {
    /// The number of messages that pass before the next cut; nil for no cut.
    var left: Int?
    var cuts = 0
    var links: [Link] = []
    /// The number of bytes from which a message is held forever; nil for none.
    var longest: Int?
    /// The number of held messages, and the number of those whose sender still waits for the result.
    var (held, awaited) = (0, 0)
  }

  private let folder: URL
  private let server: String
  private let listener: Int32
  private let state = Mutex(State())

  public convenience init(to cluster: PostgresCluster) throws { try self.init(to: cluster.socketPath) }

  /// - Parameter server: the path of the server's socket.
  public init(to server: String) throws {
    self.server = server
    // A socket's path has at most a hundred bytes.
    folder = URL(fileURLWithPath: "/tmp/px-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    listener = Self.newSocket()
    let path = folder.appendingPathComponent(URL(fileURLWithPath: server).lastPathComponent).path
    guard Self.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
      throw PostgresCluster.Missing(description: "no socket could be made at \(path): \(errno)")
    }
    Thread.detachNewThread { [listener, weak self] in
      while case let client = accept(listener, nil, nil), client >= 0 { self?.connect(client) }
      close(listener)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    try? FileManager.default.removeItem(at: folder)
  }

  /// The address of a store in a schema of the server, through the proxy.
  ///
  /// - Parameter settings: further settings, each after `&`.
  public func url(schema: String, settings: String = "") -> URL {
    let text = "postgresql://test@/lists?host=\(folder.path)&schema=\(schema)\(settings)"
    guard let url = URL(string: text) else { fatalError("\(text) is no address.") }
    return url
  }

  /// Cuts the connection of the message that follows after a number of others; nil for none.
  public func cut(after count: Int?) { state.withLock { $0.left = count } }

  /// Holds a client's data forever, from the first message with at least a number of bytes on. The held message and all
  /// later ones of that client do not arrive, and the connection stays open. Nil holds none.
  public func hold(from count: Int?) { state.withLock { $0.longest = count } }

  /// Cuts all connections immediately. The server continues with the messages that it has received.
  public func cutAll() {
    let links = state.withLock { state in
      state.cuts += state.links.count
      defer { state.links = [] }
      return state.links
    }
    for link in links { link.cut() }
  }

  /// The number of the last held message; nil if no sender of a held message waits for its result.
  public var heldMessage: Int? { state.withLock { $0.awaited > 0 ? $0.held : nil } }

  private func hold(_ count: Int, from client: Int32) {
    state.withLock { state in
      state.held += 1
      state.awaited += 1
    }
    var isAwaited = true
    while holds(count) {
      usleep(10_000)
      var byte: UInt8 = 0
      if isAwaited, recv(client, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 {
        isAwaited = false
        state.withLock { $0.awaited -= 1 }
      }
    }
    if isAwaited { state.withLock { $0.awaited -= 1 } }
  }

  private func holds(_ count: Int) -> Bool { state.withLock { $0.longest.map { count >= $0 } ?? false } }

  /// The number of connections that were cut.
  public var cuts: Int { state.withLock { $0.cuts } }

  private func takesCut() -> Bool {
    state.withLock { state in
      guard let left = state.left else { return false }
      state.left = left > 0 ? left - 1 : nil
      if left == 0 { state.cuts += 1 }
      return left == 0
    }
  }

  private func connect(_ client: Int32) {
    let server = Self.newSocket()
    guard Self.withAddress(self.server, { Foundation.connect(server, $0, $1) }) == 0 else {
      close(server)
      close(client)
      return
    }
    let link = Link(client: client, server: server)
    state.withLock { $0.links.append(link) }
    for (from, to) in [(client, server), (server, client)] {
      Thread.detachNewThread { [weak self] in
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(from, &buffer, buffer.count), count > 0 {
          if from == client, self?.holds(count) == true { self?.hold(count, from: client) }
          guard let self, !takesCut(), Self.send(buffer[..<count], to: to) else { break }
        }
        self?.state.withLock { $0.links.removeAll { $0 === link } }
        link.end()
      }
    }
  }

  /// The two sockets of a connection. They are closed when the threads for both directions have ended.
  private final class Link: Sendable {
    private let client: Int32
    private let server: Int32
    private let readers = Atomic<Int>(2)

    init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

    func cut() {
      for end in [client, server] { shutdown(end, Int32(SHUT_RDWR)) }
    }

    func end() {
      cut()
      guard readers.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 else { return }
      for end in [client, server] { close(end) }
    }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to end: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func newSocket() -> Int32 { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
