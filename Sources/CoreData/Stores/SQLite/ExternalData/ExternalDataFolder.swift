import Foundation

/// The folder beside a store that holds data too large for its file, each in a file named by a UUID.
///
/// The first byte of a column is where its data is: after 1 it follows in the column, after 2 comes the name of the
/// file, 36 characters and a zero byte. The names come from the file and are not trusted: only an upper-case UUID is
/// opened, inside this folder, without following links.
struct ExternalDataFolder: Sendable {
  let file: StoreFile
  /// The names of the files that were missed and logged, each once.
  private let missed = Protected<Set<String>>([])
  /// The files that several columns name.
  let shared = Protected(SharedFileNames())

  init(file: StoreFile) {
    self.file = file
  }

  /// Data longer than this goes to a file.
  static let threshold = 128 * 1024

  static let inlineMark: UInt8 = 1
  static let fileMark: UInt8 = 2

  /// The data that a column with external storage holds or names.
  ///
  /// - Returns: nil when the file with the data is not there, which is logged: the store may have been copied without
  ///   it. The column still names the file, and finds it when it is restored.
  func data(stored: Data) throws -> Data? {
    guard let mark = stored.first else { return stored }
    switch mark {
    case Self.inlineMark: return Data(stored.dropFirst())
    case Self.fileMark:
      guard let name = Self.fileName(stored) else { throw ExternalDataProblem.badName }
      return try contents(of: name)
    // The attribute kept its data in the column before external storage was allowed.
    default: return stored
    }
  }

  /// The name of the file that holds the data; nil when it is in the column itself, or the name is no UUID.
  static func fileName(_ stored: Data) -> String? {
    let length = 36
    guard stored.first == fileMark, stored.count == length + 2, stored.last == 0 else { return nil }
    let name = String(decoding: stored.dropFirst().dropLast(), as: UTF8.self)
    return isFileName(name) ? name : nil
  }

  /// Whether a file of this name may hold data: it is an upper-case UUID.
  static func isFileName(_ name: String) -> Bool { UUID(uuidString: name)?.uuidString == name }

  /// A column that names a file.
  static func reference(to name: String) -> Data {
    Data([fileMark]) + Data(name.utf8) + Data([0])
  }

  /// A file of the folder, open for reading; nil when there is none of that name, or something else than a file.
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
    // A pipe that takes the file's place meanwhile does not block the caller.
    let descriptor = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if Self.isAbsence(errno) { return nil }
      throw ExternalDataProblem.unreadable(name, errno)
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    return fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG ? handle : nil
  }

  /// Whether an error code means that there is no such file or folder, or a link in its place.
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

/// Why external data cannot be read, in words that follow the property's name.
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
