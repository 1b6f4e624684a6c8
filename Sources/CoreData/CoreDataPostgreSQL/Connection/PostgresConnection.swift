import CPostgreSQL
import CoreData
import Dispatch
import Foundation

/// A connection to a server. Commands are sent together and their results read afterwards, in one round trip.
///
/// Only one thread at a time may use it.
final class PostgresConnection {
  let address: PostgresAddress
  private let session: PostgresSessionSettings
  private var timeouts: PostgresTimeouts { session.timeouts }
  let handle: OpaquePointer
  /// The session on the server; nil until it is set up.
  private(set) var backend: PostgresBackend?
  /// The number of the server's succession to former primary servers; nil for a standby, and where it was not asked for.
  var timeline: Int64?
  /// The era of the store's history in which it was opened; see `PostgresLineage`.
  var era = 0
  /// The transactions among the commands; nil where the session is this connection's own.
  private var bounds: PostgresTransactionBounds?
  /// The names of the statements that the server has prepared, by their text.
  private var statements: [String: String] = [:]
  private var statementCount = 0
  /// Commands that are sent before the next ones, in the same round trip.
  private var deferred: [(command: PostgresCommand, read: ((PostgresRows) -> Void)?)] = []
  /// The expected results of commands that were sent without waiting, still to be read.
  private(set) var unread: [[Expected]] = []
  private var isGivenUp = false

  /// The maximum number of prepared statements, because the server keeps a plan for each. Beyond it, all are
  /// deallocated.
  private static let statementLimit = 512
  /// The maximum number of commands in one round trip.
  private static let largestBatch = 1000

  /// Connects, with the store's schema as the search path.
  ///
  /// - Parameter timeout: the store's timeout option, in seconds; nil to wait without limit.
  /// - Throws: a `PostgresError`.
  convenience init(_ address: PostgresAddress, timeout: TimeInterval?) throws {
    try self.init(address, timeout.map { PostgresTimeouts($0) } ?? .endless)
  }

  init(_ address: PostgresAddress, _ timeouts: PostgresTimeouts) throws {
    self.address = address
    session = PostgresSessionSettings(address: address, timeouts: timeouts)
    if address.sharesSessions { (bounds, backend) = (PostgresTransactionBounds(), session.backend) }
    handle = try Self.connect(address)
    // If anything throws from here on, `deinit` closes the connection.
    try setUp()
  }

  /// Sets the session, unless each transaction sets its own.
  ///
  /// - Throws: 134080 if the session is shared and the address does not say so. Other clients would get its settings,
  ///   so none were made.
  private func setUp() throws {
    guard bounds == nil else { return }
    if address.pooling == nil {
      let process = try setSession(onlyIn: serverProcess)
      // A pooler reports a number of its own as the server's process.
      if process != serverProcess {
        guard PostgresPoolerCheck.keepsSessions(address, process), try setSession(onlyIn: process) == process else {
          throw PostgresPooling.missing(in: address)
        }
      }
    } else {
      try setSession()
    }
    backend = session.backend
  }

  /// Sets the session. The command is not prepared, because a prepared statement would be left to other clients.
  ///
  /// - Parameter process: the only process of the server whose session is set; nil to set any.
  /// - Returns: the process that ran the command.
  @discardableResult
  private func setSession(onlyIn process: Int32? = nil) throws -> Int32 {
    try sendUnprepared(session.command(onlyIn: process))
    try sendEnd()
    guard let rows = try receive([Expected(command: 0)]).last else { throw lost() }
    return Int32(rows.integer(0, 0))
  }

  deinit { PQfinish(handle) }

  var isInTransaction: Bool {
    switch PQtransactionStatus(handle) {
    case PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE: true
    default: false
    }
  }

  var isBroken: Bool { isGivenUp || PQstatus(handle) != CONNECTION_OK }
  /// The process number of the server's session, as notifications contain it.
  var serverProcess: Int32 { PQbackendPID(handle) }
  var socket: Int32 { PQsocket(handle) }

  // MARK: Commands

  /// Queues a command, which is sent together with the next ones, so that nothing waits for it.
  ///
  /// - Parameter read: called with its result.
  func sendLater(_ sql: String, _ read: ((PostgresRows) -> Void)? = nil) {
    deferred.append((PostgresCommand(sql), read))
  }

  func sendLater(_ command: PostgresCommand) { deferred.append((command, nil)) }

  /// Discards the queued commands.
  func forgetDeferred() { deferred = [] }

  /// Sends a command at once. Its result is read together with the next command's.
  func sendWithoutWaiting(_ sql: String) throws {
    if bounds != nil { try readUnread() }
    var expected: [Expected] = []
    try send(PostgresCommand(sql), 0, &expected)
    try sendEnd()
    try flush(waits: false)
    unread.append(expected)
  }

  var hasDeferred: Bool { !deferred.isEmpty }

  @discardableResult
  func run(_ sql: String, _ parameters: PostgresParameters = PostgresParameters()) throws -> PostgresRows {
    try run(PostgresCommand(sql, parameters))
  }

  @discardableResult
  func run(_ command: PostgresCommand) throws -> PostgresRows {
    guard let rows = try run([command]).last else { throw lost() }
    return rows
  }

  /// Runs commands in order, sent together.
  ///
  /// - Returns: the result of each command.
  /// - Throws: the first error; the following commands were not run.
  @discardableResult
  func run(_ commands: [PostgresCommand]) throws -> [PostgresRows] {
    let ahead = deferred
    deferred = []
    func runAhead(with own: [PostgresCommand]) throws -> [PostgresRows] {
      let rows = try runBatch((ahead.map(\.command) + own)[...], firstOwn: ahead.count)
      for (next, rows) in zip(ahead, rows) { next.read?(rows) }
      return Array(rows.dropFirst(ahead.count))
    }
    if commands.count + ahead.count <= Self.largestBatch { return try runAhead(with: commands) }
    var rows: [PostgresRows] = []
    if !ahead.isEmpty { _ = try runAhead(with: []) }
    var rest = commands[...]
    while !rest.isEmpty {
      do {
        rows += try runBatch(rest.prefix(Self.largestBatch), firstOwn: 0)
      } catch var error as PostgresError {
        error.command += commands.count - rest.count
        throw error
      }
      rest = rest.dropFirst(Self.largestBatch)
    }
    return rows
  }

  private func runBatch(_ commands: ArraySlice<PostgresCommand>, firstOwn: Int) throws -> [PostgresRows] {
    // After an error, a transaction accepts nothing but its end.
    if statements.count > Self.statementLimit, PQtransactionStatus(handle) != PQTRANS_INERROR {
      try giveUpStatements()
    }
    // When a transaction ends, a pooler may already have passed on a part of the next commands to its session. It then
    // gives that session to another client, with that part.
    if bounds != nil { try readUnread() }
    var expected: [Expected] = []
    for (place, command) in commands.enumerated() { try send(command, place - firstOwn, &expected) }
    try sendEnd()
    return try receive(expected)
  }

  /// Ends a group of commands that are sent together.
  private func sendEnd() throws {
    guard PQpipelineSync(handle) == 1 else { throw lost() }
    bounds?.noteEnd()
  }

  /// A result that the server has not sent yet.
  struct Expected {
    /// The SQL text if this is the result of preparing a statement; nil for the result of a command.
    var prepared: String?
    /// Whether it is that of a command that a caller sent.
    var isOfCaller: Bool { prepared == nil && !isOfSettings }
    var isOfSettings = false
    let command: Int
  }

  private func send(_ command: PostgresCommand, _ place: Int, _ expected: inout [Expected]) throws {
    guard bounds != nil else { return try sendPrepared(command, place, &expected) }
    if bounds?.areSettingsDue(before: command.sql) == true {
      try sendUnprepared(session.command())
      expected.append(Expected(isOfSettings: true, command: place))
    }
    try sendUnprepared(command)
    expected.append(Expected(command: place))
    if expected.count % 64 < 2 { try flush(waits: false) }
  }

  /// The server's session may be another one next time, and another client's statements may be in it.
  private func sendUnprepared(_ command: PostgresCommand) throws {
    let formats = [Int32](repeating: 1, count: command.parameters.count)
    let isSent = command.parameters.withPointers { addresses, lengths in
      PQsendQueryParams(handle, command.sql, Int32(addresses.count), nil, addresses, lengths, formats, 1)
    }
    guard isSent == 1 else { throw lost() }
  }

  private func sendPrepared(_ command: PostgresCommand, _ place: Int, _ expected: inout [Expected]) throws {
    let name: String
    if let known = statements[command.sql] {
      name = known
    } else {
      statementCount += 1
      name = "s\(statementCount)"
      guard PQsendPrepare(handle, name, command.sql, 0, nil) == 1 else { throw lost() }
      // Recorded at once, so that a batch prepares it only once. Removed again if preparing fails.
      statements[command.sql] = name
      expected.append(Expected(prepared: command.sql, command: place))
    }
    let formats = [Int32](repeating: 1, count: command.parameters.count)
    let isSent = command.parameters.withPointers { addresses, lengths in
      PQsendQueryPrepared(handle, name, Int32(addresses.count), addresses, lengths, formats, 1)
    }
    guard isSent == 1 else { throw lost() }
    expected.append(Expected(command: place))
    // Flush from time to time, and without waiting, so that client and server do not block each other.
    if expected.count % 64 == 0 { try flush(waits: false) }
  }

  private func receive(_ expected: [Expected]) throws -> [PostgresRows] {
    try flush(waits: true)
    try readUnread()
    // By the end there is no answer to come.
    defer { bounds?.note(isInTransaction: isInTransaction) }
    return try read(expected)
  }

  /// Reads the results of all commands that were sent without waiting.
  private func readUnread() throws {
    // A server does not answer commands that the socket has not accepted yet.
    if !unread.isEmpty { try flush(waits: true) }
    while !unread.isEmpty { try pass(unread.removeFirst()) }
  }

  /// Reads results that no caller waits for. Throws an error only if it ends the connection. The caller would take any
  /// other error for its own, and leave its own results to the next caller.
  private func pass(_ expected: [Expected]) throws {
    do {
      _ = try read(expected)
    } catch let error as PostgresError {
      if error.endsConnection || isBroken { throw error }
    }
  }

  private func read(_ expected: [Expected]) throws -> [PostgresRows] {
    var rows: [PostgresRows] = []
    var failure: PostgresError?
    for next in expected {
      let result = try nextResult()
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
        if next.isOfCaller { rows.append(PostgresRows(result)) } else { PQclear(result) }
      case PGRES_PIPELINE_ABORTED:
        if let text = next.prepared { statements[text] = nil }
        PQclear(result)
      default:
        if failure == nil {
          failure = PostgresError(result)
          failure?.command = next.command
        }
        if let text = next.prepared { statements[text] = nil }
        PQclear(result)
        if isBroken { throw failure ?? lost() }
      }
      // libpq returns NULL after the results of each command.
      PQclear(try nextResult())
    }
    let late = try readEnd()
    if let failure = failure ?? late { throw failure }
    return rows
  }

  /// Reads up to the synchronization point of a batch. There the server commits commands that were sent without
  /// `BEGIN`.
  ///
  /// - Returns: the error of that commit, if it failed.
  private func readEnd() throws -> PostgresError? {
    var failure: PostgresError?
    var result = try nextResult()
    while PQresultStatus(result) != PGRES_PIPELINE_SYNC {
      guard let error = result else { throw failure ?? lost() }
      failure = failure ?? PostgresError(error)
      PQclear(error)
      if isBroken { throw failure ?? lost() }
      // libpq returns NULL after an error, too.
      result = try nextResult() ?? nextResult()
    }
    PQclear(result)
    return failure
  }

  private func giveUpStatements() throws {
    statements = [:]
    try leavingPipeline { try run(withoutPipeline: "DEALLOCATE ALL") }
  }

  // MARK: Waiting

  func nextResult() throws -> OpaquePointer? {
    while PQisBusy(handle) == 1 {
      try wait(for: POLLIN)
      guard PQconsumeInput(handle) == 1 else { throw lost() }
    }
    return PQgetResult(handle)
  }

  /// Sends the commands in the output buffer.
  ///
  /// - Parameter waits: whether to wait until all is sent; otherwise sends only what the socket accepts at once.
  func flush(waits: Bool) throws {
    while true {
      switch PQflush(handle) {
      case 0: return
      case 1:
        if !waits { return }
        let ready = try wait(for: POLLIN | POLLOUT)
        if ready & Int16(POLLIN) != 0, PQconsumeInput(handle) != 1 { throw lost() }
      default: throw lost()
      }
    }
  }

  @discardableResult
  private func wait(for events: Int32) throws -> Int16 {
    var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
    let isCancelled = FetchCancellation.isCancelled
    let end = timeouts.answer.map { ContinuousClock.now.advanced(by: .seconds($0)) }
    while true {
      if isCancelled?() == true { throw cancel() }
      let rest = end.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
      let pause = min(max(rest ?? 60_000, 0), isCancelled == nil ? 60_000 : Self.cancellationPause)
      let count = poll(&descriptor, 1, Int32(pause.rounded(.up)))
      if count > 0 { return descriptor.revents }
      if count < 0, errno == EINTR { continue }
      guard count == 0 else { throw lost() }
      if let end, ContinuousClock.now >= end { throw giveUp() }
    }
  }

  /// The interval at which a waiting thread checks whether its fetch was cancelled, in milliseconds.
  private static let cancellationPause: Double = 50

  /// Abandons the connection after a timeout, because the server may have stopped, and its late results would be taken
  /// for those of another caller. A server that only waits for a lock ends the command.
  private func giveUp() -> PostgresError {
    endCommand()
    var error = PostgresError(
      state: PostgresError.timeout,
      message: "the server did not answer within \(Int(timeouts.answer ?? 0)) seconds")
    error.isSilence = true
    return error
  }

  /// Makes the server cancel its command. The connection cannot be used after that, because the request may arrive late
  /// and cancel the next command.
  private func cancel() -> CocoaError {
    endCommand()
    return CocoaError(.userCancelled)
  }

  private func endCommand() {
    if let request = PQgetCancel(handle) {
      // In the background, because a stopped server does not answer.
      DispatchQueue.global().async { [request = UncheckedTransfer(request)] in
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(request.value, &message, Int32(message.count))
        PQfreeCancel(request.value)
      }
    }
    shutdown(socket, Int32(SHUT_RDWR))
    isGivenUp = true
  }

  func lost() -> PostgresError {
    let message = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    return PostgresError(
      state: PostgresError.connectionLost, message: message.isEmpty ? "the connection is lost" : message)
  }
}
