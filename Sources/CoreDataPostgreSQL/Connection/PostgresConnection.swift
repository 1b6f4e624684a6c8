import CPostgreSQL
import CoreData
import Dispatch
import Foundation

/// A connection to a server. Commands are sent together, and their results read after them: one round trip for all.
///
/// Not for several threads at once.
final class PostgresConnection {
  let address: PostgresAddress
  private let session: PostgresSessionSettings
  private var timeouts: PostgresTimeouts { session.timeouts }
  let handle: OpaquePointer
  /// The session on the server; nil until it is set up.
  private(set) var backend: PostgresBackend?
  /// The server's process as the session was set up.
  private(set) var process: Int32 = 0
  /// The number of the server's succession to former primary servers; nil for a standby, and where it was not asked for.
  var timeline: Int64?
  /// The era of the store's history in which it was opened; see `PostgresLineage`.
  var era = 0
  /// Whether the session is given by a pooler. Unknown, and false, where the address says that it shares sessions.
  private(set) var isBehindPooler = false
  /// The transactions among the commands; nil where the session is this connection's own.
  private var bounds: PostgresTransactionBounds?
  /// The names of the statements that the server has prepared, by their text.
  private var statements: [String: String] = [:]
  private var statementCount = 0
  /// Sent ahead of the next commands, in the same round trip.
  private var deferred: [(command: PostgresCommand, read: ((PostgresRows) -> Void)?)] = []
  /// The results, still to be read, of commands that no caller waits for.
  private(set) var unread: [[Expected]] = []
  private var isGivenUp = false

  /// The oldest server that has all that is asked of it.
  private static let oldestServer: Int32 = 130_000
  /// The server keeps a plan for each statement; beyond this number all are dropped together.
  private static let statementLimit = 512
  /// Commands of one round trip.
  private static let largestBatch = 1000

  /// Connects, with the store's schema as the place of all names.
  ///
  /// - Parameter timeout: the store's option, in seconds; nil for waits without end.
  /// - Throws: a `PostgresError`.
  convenience init(_ address: PostgresAddress, timeout: TimeInterval?) throws {
    try self.init(address, timeout.map { PostgresTimeouts($0) } ?? .endless)
  }

  init(_ address: PostgresAddress, _ timeouts: PostgresTimeouts) throws {
    self.address = address
    session = PostgresSessionSettings(address: address, timeouts: timeouts)
    if address.sharesSessions { (bounds, backend) = (PostgresTransactionBounds(), session.backend) }
    let settings: [(String, String)] =
      (address.hasSeveralServers ? [("target_session_attrs", PostgresAddress.primary)] : []) + [
        ("connect_timeout", "10"), ("keepalives_idle", "15"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("fallback_application_name", "CoreData"), ("dbname", address.connectionString), ("client_encoding", "UTF8"),
      ] + (address.servers?.settings ?? [])
    let names = settings.map { strdup($0.0) }
    let values = settings.map { strdup($0.1) }
    defer { for text in names + values { free(text) } }
    let handle = PQconnectdbParams(
      names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    guard let handle else { throw PostgresError(state: "53200", message: "out of memory") }
    self.handle = handle
    guard PQstatus(handle) == CONNECTION_OK else {
      let message = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      throw PostgresError(state: "08001", message: message)
    }
    // Before anything is asked of it.
    guard PQserverVersion(handle) >= Self.oldestServer else {
      throw PostgresError(
        state: "0A000",
        message:
          "its server is PostgreSQL \(PQserverVersion(handle) / 10000), and \(Self.oldestServer / 10000) or later "
          + "is needed")
    }
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    PQsetnonblocking(handle, 1)
    PQenterPipelineMode(handle)
    // What throws from here on has `deinit` run.
    try setUp()
  }

  /// Sets the session, unless each transaction sets its own.
  private func setUp() throws {
    guard bounds == nil else { return }
    let rows = try run(session.command)
    backend = session.backend
    (process, isBehindPooler) = (Int32(rows.integer(0, 0)), rows.integer(0, 0) != Int64(serverProcess))
  }

  deinit { PQfinish(handle) }

  var isInTransaction: Bool {
    switch PQtransactionStatus(handle) {
    case PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE: true
    default: false
    }
  }

  var isBroken: Bool { isGivenUp || PQstatus(handle) != CONNECTION_OK }
  /// The number of the server's process, as its notifications name it.
  var serverProcess: Int32 { PQbackendPID(handle) }
  var socket: Int32 { PQsocket(handle) }

  // MARK: Commands

  /// Sends a command with the next ones, and not before: what need not be waited for.
  ///
  /// - Parameter read: called with what it returned.
  func sendLater(_ sql: String, _ read: ((PostgresRows) -> Void)? = nil) {
    deferred.append((PostgresCommand(sql), read))
  }

  func sendLater(_ command: PostgresCommand) { deferred.append((command, nil)) }

  /// Forgets what was to be sent.
  func forgetDeferred() { deferred = [] }

  /// Sends a command at once. What the server answers is read with the next command's answer.
  func sendWithoutWaiting(_ sql: String) throws {
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

  /// Runs commands in turn, sent together.
  ///
  /// - Returns: what each returned.
  /// - Throws: the first error; what follows it was not done.
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
    // A transaction with an error takes nothing but its end.
    if statements.count > Self.statementLimit, PQtransactionStatus(handle) != PQTRANS_INERROR {
      try giveUpStatements()
    }
    var expected: [Expected] = []
    for (place, command) in commands.enumerated() { try send(command, place - firstOwn, &expected) }
    try sendEnd()
    return try receive(expected)
  }

  /// Ends what is sent together.
  private func sendEnd() throws {
    guard PQpipelineSync(handle) == 1 else { throw lost() }
    bounds?.noteEnd()
  }

  /// A result that is still to come.
  struct Expected {
    /// The text of a statement that was prepared.
    var prepared: String?
    /// Whether it is that of a command that a caller sent.
    var isOfCaller: Bool { prepared == nil && !isOfSettings }
    var isOfSettings = false
    let command: Int
  }

  private func send(_ command: PostgresCommand, _ place: Int, _ expected: inout [Expected]) throws {
    guard bounds != nil else { return try sendPrepared(command, place, &expected) }
    if bounds?.areSettingsDue(before: command.sql) == true {
      try sendUnprepared(session.command)
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
      // Known from now on, so that a batch prepares it once; forgotten where that fails.
      statements[command.sql] = name
      expected.append(Expected(prepared: command.sql, command: place))
    }
    let formats = [Int32](repeating: 1, count: command.parameters.count)
    let isSent = command.parameters.withPointers { addresses, lengths in
      PQsendQueryPrepared(handle, name, Int32(addresses.count), addresses, lengths, formats, 1)
    }
    guard isSent == 1 else { throw lost() }
    expected.append(Expected(command: place))
    // What was sent is read from time to time, so that neither side waits for the other.
    if expected.count % 64 == 0 { try flush(waits: false) }
  }

  private func receive(_ expected: [Expected]) throws -> [PostgresRows] {
    try flush(waits: true)
    while !unread.isEmpty { try pass(unread.removeFirst()) }
    // By the end there is no answer to come.
    defer { bounds?.note(isInTransaction: isInTransaction) }
    return try read(expected)
  }

  /// Reads results that no caller waits for. An error among them is thrown only where it ends the connection: a
  /// caller that took it for its own would leave its own results to the next caller.
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
      // Each result is followed by none.
      PQclear(try nextResult())
    }
    let late = try readEnd()
    if let failure = failure ?? late { throw failure }
    return rows
  }

  /// Reads up to where the server has ended what was sent together. Commands without `BEGIN` are committed there.
  ///
  /// - Returns: why that failed.
  private func readEnd() throws -> PostgresError? {
    var failure: PostgresError?
    var result = try nextResult()
    while PQresultStatus(result) != PGRES_PIPELINE_SYNC {
      guard let error = result else { throw failure ?? lost() }
      failure = failure ?? PostgresError(error)
      PQclear(error)
      if isBroken { throw failure ?? lost() }
      // An error is followed by none, as each result is.
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

  /// - Parameter waits: whether all must be sent; else only what the socket takes at once.
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

  /// The interval at which a waiting thread checks whether the answer is still wanted, in milliseconds.
  private static let cancellationPause: Double = 50

  /// Abandons the connection, because the server may be stopped and later results would belong to no caller. A server
  /// that only waits for a lock ends the command.
  private func giveUp() -> PostgresError {
    endCommand()
    var error = PostgresError(
      state: PostgresError.timeout,
      message: "the server did not answer within \(Int(timeouts.answer ?? 0)) seconds")
    error.isSilence = true
    return error
  }

  /// Makes the server end its command. The connection can no longer be used: the request may reach the server late,
  /// and would end the next command.
  private func cancel() -> CocoaError {
    endCommand()
    return CocoaError(.userCancelled)
  }

  private func endCommand() {
    if let request = PQgetCancel(handle) {
      // A server that is stopped does not answer.
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
