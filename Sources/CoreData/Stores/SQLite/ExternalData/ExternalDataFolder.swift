import Foundation

/// The folder beside a store that holds data too large for its file, each in a file named by a UUID.
///
/// A column says where its data is: after the byte 1 it is right there, after the byte 2 comes the name of the file,
/// 36 characters and a zero byte. The names come from the file and are not trusted: only an upper-case UUID is opened,
/// inside this folder, without following links.
struct ExternalDataFolder: Sendable {
  let file: StoreFile

  /// Data longer than this goes to a file.
  static let threshold = 128 * 1024

  static let inlineMark: UInt8 = 1
  static let fileMark: UInt8 = 2

  /// What a column with external storage stands for.
  func data(stored: Data) throws -> Data {
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
    return UUID(uuidString: name)?.uuidString == name ? name : nil
  }

  /// A column that names a file.
  static func reference(to name: String) -> Data {
    Data([fileMark]) + Data(name.utf8) + Data([0])
  }

  private func contents(of name: String) throws -> Data {
    let folder = try Directory(externalDataOf: file)
    let descriptor = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw ExternalDataProblem.unreadable(name, errno) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw ExternalDataProblem.unreadable(name, EINVAL)
    }
    do {
      return try handle.readToEnd() ?? Data()
    } catch {
      throw ExternalDataProblem.unreadable(name, EIO)
    }
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
