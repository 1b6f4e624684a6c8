import Foundation

/// A file that a command writes as its last step.
enum OutputFile {
  /// The kind of file at a path.
  enum Kind: Equatable {
    case nothing
    /// A file that may be replaced.
    case file
    /// The destination of a symbolic link. It is overwritten in place, so that the link remains.
    case linked
    /// The tool's own standard output or standard error, as `/dev/stdout`.
    case stream(Int32)
    /// A pipe, which may have no reader.
    case pipe
    /// A terminal, or a device that discards everything, such as `/dev/null`.
    case device
  }

  /// Checks that a file can be written to a path and that it does not replace a file which must be kept. A command
  /// calls this before its work.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - noun: the name of the content in errors.
  /// - Throws: an error that names the path.
  static func check(_ path: String, as noun: String) throws {
    do {
      if try kind(of: path) == .nothing { try requireFolder(of: path) }
    } catch let problem as Problem {
      throw failure(problem.reason, path, noun)
    }
  }

  /// Writes a text. A regular file is replaced as a whole, or remains unchanged if an error is thrown.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - path: the path.
  ///   - noun: the name of the content in errors.
  static func write(_ text: String, to path: String, as noun: String) throws {
    try write(Data(text.utf8), to: path, as: noun)
  }

  /// Writes data. A regular file is replaced as a whole, or remains unchanged if an error is thrown.
  ///
  /// - Parameters:
  ///   - data: the data.
  ///   - path: the path.
  ///   - noun: the name of the content in errors.
  static func write(_ data: Data, to path: String, as noun: String) throws {
    do {
      switch try kind(of: path) {
      case .nothing, .file: try data.write(to: URL(fileURLWithPath: path), options: .atomic)
      case .linked: try write(data, to: open(path, O_WRONLY | O_TRUNC | O_CREAT, 0o666))
      case .device: try write(data, to: open(path, O_WRONLY | O_NOCTTY))
      // Without `O_NONBLOCK`, opening waits for a reader, which may never come.
      case .pipe: try write(data, to: open(path, O_WRONLY | O_NONBLOCK))
      case .stream(let descriptor): try write(data, to: dup(descriptor))
      }
    } catch let problem as Problem {
      throw failure(problem.reason, path, noun)
    } catch {
      throw failure(describe(error), path, noun)
    }
  }

  private struct Problem: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// Makes a problem with the system's description of an error code.
    init(code: Int32) {
      self.init(code == ENXIO ? "no process reads from the pipe." : String(cString: strerror(code)) + ".")
    }
  }

  private static func failure(_ reason: String, _ path: String, _ noun: String) -> ToolError {
    .data("The \(noun) cannot be written to '\(path)': \(reason)")
  }

  // MARK: The kind

  /// - Throws: `Problem` if the path cannot be written to.
  private static func kind(of path: String) throws -> Kind {
    var (facts, link) = (stat(), stat())
    guard stat(path, &facts) == 0 else {
      let code = errno
      guard code == ENOENT else { throw Problem(code: code) }
      // A link may lead to a file that does not exist yet.
      return lstat(path, &link) == 0 ? .linked : .nothing
    }
    let isOfSystem = ["/dev/", "/proc/"].contains { path.hasPrefix($0) }
    if isOfSystem, let descriptor = [STDOUT_FILENO, STDERR_FILENO].first(where: { isOpen($0, as: facts) }) {
      return .stream(descriptor)
    }
    switch facts.st_mode & S_IFMT {
    case S_IFREG:
      try requireText(path)
      let isLink = lstat(path, &link) == 0 && link.st_mode & S_IFMT == S_IFLNK
      return isLink ? .linked : .file
    case S_IFIFO: return .pipe
    case S_IFCHR: return .device
    case S_IFDIR: throw Problem("it is a folder.")
    default: throw Problem("it is neither a file, a pipe nor a device.")
    }
  }

  private static func isOpen(_ descriptor: Int32, as facts: stat) -> Bool {
    var own = stat()
    return fstat(descriptor, &own) == 0 && own.st_dev == facts.st_dev && own.st_ino == facts.st_ino
  }

  /// Throws if a file is no text. Databases, their logs, pictures and archives have zero bytes near their beginning;
  /// the tool's own files have none.
  private static func requireText(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problem(code: errno) }
    defer { close(descriptor) }
    let beginning = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(read(descriptor, buffer.baseAddress, buffer.count), 0)
    }
    if beginning.starts(with: Array("SQLite format 3".utf8)) {
      throw Problem("the file is a database and is not replaced.")
    }
    if beginning.contains(0) { throw Problem("the file is no text and is not replaced.") }
  }

  private static func requireFolder(of path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var facts = stat()
    guard stat(folder, &facts) == 0 else { throw Problem(code: errno) }
    guard facts.st_mode & S_IFMT == S_IFDIR else { throw Problem(code: ENOTDIR) }
    guard access(folder, W_OK | X_OK) == 0 else { throw Problem(code: errno) }
  }

  // MARK: Writing

  /// Writes all data to a descriptor and closes it.
  private static func write(_ data: Data, to descriptor: Int32) throws {
    guard descriptor >= 0 else { throw Problem(code: errno) }
    defer { close(descriptor) }
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&state, 1, -1)
      case let code: throw Problem(code: code)
      }
    }
  }

  // MARK: Inputs

  /// Whether writing to a path would overwrite an input: the file itself, or a file that belongs to a store.
  fileprivate static func isPart(_ path: String, of input: String) -> Bool {
    let parts = [input] + ["-wal", "-shm", "-journal"].map { input + $0 }
    if parts.contains(where: { areSame($0, path) }) { return true }
    let (inside, store) = (resolved(path), URL(fileURLWithPath: resolved(input)))
    let support = store.deletingLastPathComponent().appendingPathComponent(
      ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT")
    // A model is a folder, too, so check whether the path is inside it.
    return [store.path, support.path].contains { inside.hasPrefix($0 + "/") }
  }

  /// Whether two paths lead to the same file, or would if they existed.
  private static func areSame(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    if stat(first, &one) == 0, stat(second, &other) == 0 {
      return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }
    return resolved(first) == resolved(second)
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}

extension ArgumentReader {
  /// The path of an output file that an option names; nil if the option is not given.
  ///
  /// - Parameters:
  ///   - option: the name of the option.
  ///   - inputs: the input files of the command.
  /// - Throws: a usage error if the file is one of the inputs or belongs to one, because that would be lost.
  func outputFile(_ option: String, besides inputs: [String?]) throws -> String? {
    guard let path = options.first(where: { $0.name == option })?.value else { return nil }
    for case let input? in inputs where input != "-" && !StoreLocation.isAddress(input) {
      guard OutputFile.isPart(path, of: input) else { continue }
      throw usage("--\(option) \(path) would overwrite '\(input)'.")
    }
    return path
  }
}
