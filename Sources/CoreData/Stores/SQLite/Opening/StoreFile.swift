import Foundation

/// The paths of one store's files: the main file and the files that belong to it.
struct StoreFile: Hashable, Sendable {
  /// The main file, absolute, symbolic links resolved where the file is there.
  let path: String

  init(path: String) {
    self.path = path
  }

  /// - Throws: when the address is not a file's.
  init(_ url: URL) throws {
    guard url.isFileURL else {
      throw NSError.coreData(
        NSPersistentStoreOpenError,
        "A store must be at a file URL, and \u{201C}\(url.addressInMessages)\u{201D} is none."
      )
    }
    let path = url.absoluteURL.standardizedFileURL.path
    self.init(path: Self.resolved(path) ?? path)
  }

  var url: URL { URL(fileURLWithPath: path) }
  var name: String { url.lastPathComponent }
  /// The log of what was written and not yet folded into the main file.
  var log: String { path + "-wal" }
  /// The index of the log, shared by the processes that have the store open. It holds nothing of its own.
  var sharedMemory: String { path + "-shm" }
  /// The journal that undoes a transaction that was cut off, in a store without a log.
  var rollbackJournal: String { path + "-journal" }
  var folder: String { url.deletingLastPathComponent().path }

  /// Everything that belongs to the store, the external data's folder left out.
  var allFiles: [String] { [path, log, sharedMemory, rollbackJournal] }

  /// The hidden folder of what is too large for the file: `.<name without extension>_SUPPORT`.
  var supportFolder: String {
    folder + "/." + url.deletingPathExtension().lastPathComponent + "_SUPPORT"
  }

  /// The folder of the external data itself.
  var externalDataFolder: String { supportFolder + "/_EXTERNAL_DATA" }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
