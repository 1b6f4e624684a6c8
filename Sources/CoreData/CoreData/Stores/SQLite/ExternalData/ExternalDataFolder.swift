import Foundation

/// The folder beside a store for data that is too large for the database. Each value has a file named by a UUID.
///
/// The first byte of a column says where its data is. After 1, the data follows in the column. After 2 follows the
/// file's name, 36 characters and a zero byte. The store may be hostile, so a file is opened only if its name is an
/// upper-case UUID, and only in this folder and without following links.
struct ExternalDataFolder: Sendable {
  let file: StoreFile
  /// The names of the missing files that were logged, so that each is logged only once.
  private let missed = Protected<Set<String>>([])
  /// The files that several columns refer to.
  let shared = Protected(SharedFileNames())

  init(file: StoreFile) {
    self.file = file
  }

  /// The greatest size of data that stays in the column, in bytes.
  static let threshold = 128 * 1024

  static let inlineMark: UInt8 = 1
  static let fileMark: UInt8 = 2

  /// The data of a column with external storage, from the column or from its file.
  ///
  /// - Returns: nil if the file is missing, for example because the store was copied without it. This is logged. The
  ///   column keeps its reference, so the data is available again when the file is restored.
  func data(stored: Data) throws -> Data? {
    guard let mark = stored.first else { return stored }
    switch mark {
    case Self.inlineMark: return Data(stored.dropFirst())
    case Self.fileMark:
      guard let name = Self.fileName(stored) else { throw ExternalDataProblem.badName }
      return try contents(of: name)
    // The attribute stored this data before it allowed external storage.
    default: return stored
    }
  }

  /// The name of the file that holds the data; nil if the data is in the column, or if the name is not a UUID.
  static func fileName(_ stored: Data) -> String? {
    let length = 36
    guard stored.first == fileMark, stored.count == length + 2, stored.last == 0 else { return nil }
    let name = String(decoding: stored.dropFirst().dropLast(), as: UTF8.self)
    return isFileName(name) ? name : nil
  }

  /// Whether a file name can be that of external data: it must be an upper-case UUID.
  static func isFileName(_ name: String) -> Bool { UUID(uuidString: name)?.uuidString == name }

  /// The content of a column that refers to a file.
  static func reference(to name: String) -> Data {
    Data([fileMark]) + Data(name.utf8) + Data([0])
  }

  /// Opens a file of the folder for reading. Returns nil if there is none of that name, or if it is not a regular file.
  func file(named name: String) throws -> FileHandle? {
    guard FileStamp(link: file.externalDataFolder)?.isDirectory == true else { return nil }
    let folder: Directory
    do {
      folder = try Directory(externalDataOf: file)
    } catch ExternalDataProblem.unreadable(_, let code) where Self.isAbsence(code) {
      return nil
    }
    var facts = stat()
    guard fstatat(folder.descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
      if Self.isAbsence(errno) { return nil }
      throw ExternalDataProblem.unreadable(name, errno)
    }
    guard facts.st_mode & S_IFMT == S_IFREG else { return nil }
    // `O_NONBLOCK`, because a pipe that replaces the file meanwhile would block the caller.
    let descriptor = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if Self.isAbsence(errno) { return nil }
      throw ExternalDataProblem.unreadable(name, errno)
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    return fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG ? handle : nil
  }

  /// Whether an error code means that the file or folder does not exist or is a symbolic link.
  private static func isAbsence(_ code: Int32) -> Bool { [ENOENT, ENOTDIR, ELOOP].contains(code) }

  private func contents(of name: String) throws -> Data? {
    guard let handle = try file(named: name) else {
      logMissed(name)
      return nil
    }
    do {
      return try handle.readToEnd() ?? Data()
    } catch {
      throw ExternalDataProblem.unreadable(name, EIO)
    }
  }

  private func logMissed(_ name: String) {
    guard missed.withLock({ $0.insert(name).inserted }) else { return }
    logLine(
      "there is no file \(file.externalDataFolder)/\(name), in which \(file.name) keeps data: "
        + "it reads as nil."
    )
  }
}

/// The reason why external data cannot be read. Its text follows the property's name in a message.
enum ExternalDataProblem: Error {
  case badName
  case unreadable(String, Int32)

  var words: String {
    switch self {
    case .badName: "names a file for its data that is no upper-case UUID"
    case .unreadable(let name, let code):
      "has its data in the file \(name) of the support folder, which cannot be read: \(String(cString: strerror(code)))"
    }
  }

  var underlying: NSError? {
    guard case .unreadable(_, let code) = self else { return nil }
    return NSError(domain: NSPOSIXErrorDomain, code: Int(code))
  }
}
