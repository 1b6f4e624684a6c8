import Foundation

/// The reason why a file is no store, or not a whole one.
enum StoreFileProblem {
  private static let magic = Data("SQLite format 3\0".utf8)
  /// The largest number of stores in a folder that an error lists.
  private static let namedStores = 8

  /// Returns a sentence that says what to do; nil if no reason is found.
  static func text(of path: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    if isFolder.boolValue { return folder(path) }
    let head = head(of: path)
    return head.starts(with: magic) ? cutOff(path, head) : companion(path)
  }

  /// Whether a file begins like an SQLite database.
  static func isDatabase(_ path: String) -> Bool { head(of: path).starts(with: magic) }

  private static func folder(_ path: String) -> String {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    let stores = names.filter { isDatabase(path + "/" + $0) }
    guard !stores.isEmpty else { return "\(path) is a folder, and no store is in it." }
    let rest = stores.count > namedStores ? " and \(stores.count - namedStores) more" : ""
    return "\(path) is a folder. Name a store in it: \(stores.prefix(namedStores).joined(separator: ", "))\(rest)."
  }

  /// Returns a sentence about a file that SQLite keeps beside a store; nil for another file.
  private static func companion(_ path: String) -> String? {
    let kinds = [("-wal", "log"), ("-shm", "index of the log"), ("-journal", "journal")]
    guard let (ending, kind) = kinds.first(where: { path.hasSuffix($0.0) }) else { return nil }
    let store = String(path.dropLast(ending.count))
    let isThere = FileManager.default.fileExists(atPath: store)
    let name = URL(fileURLWithPath: store).lastPathComponent
    return "\(path) is the \(kind) of \(name)" + (isThere ? ": name that file." : ", which is not beside it.")
  }

  /// Returns a sentence about a database whose header names more pages than the file has; nil for another file.
  private static func cutOff(_ path: String, _ head: Data) -> String? {
    let bytes = [UInt8](head)
    guard bytes.count >= 32 else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int { bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) } }
    // If these two numbers differ, an old version of SQLite wrote the file last, and the page count in the header is
    // invalid.
    guard bytes.count < 96 || number(24, 4) == number(92, 4) else { return nil }
    let size = number(16, 2) == 1 ? 65536 : number(16, 2)
    guard size > 0, let total = length(of: path) else { return nil }
    let (named, there) = (number(28, 4), total / size)
    guard named > there else { return nil }
    return
      "\(path) was cut off: its header names \(ListTotals.count(named, "page")), and the file has \(there). Copy it "
      + "again, or save what is left with sqlite3 FILE .recover."
  }

  /// Returns the length of a regular file, following links; nil for any other file, because reading a pipe or a device
  /// may block.
  private static func length(of path: String) -> Int? {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }

  private static func head(of path: String) -> Data {
    guard length(of: path) != nil, let file = FileHandle(forReadingAtPath: path) else { return Data() }
    defer { try? file.close() }
    return (try? file.read(upToCount: 100)) ?? Data()
  }
}
