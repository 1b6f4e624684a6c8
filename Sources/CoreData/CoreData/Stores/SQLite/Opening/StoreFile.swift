import Foundation

/// The paths of a store's main file and of the files that belong to it.
struct StoreFile: Hashable, Sendable {
  /// The absolute path of the main file. Symbolic links are resolved if the file exists.
  let path: String

  init(path: String) {
    self.path = path
  }

  /// - Throws: 134080 if the URL is not a file URL.
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
  /// The WAL.
  var log: String { path + "-wal" }
  /// The WAL index, shared by all processes that have the store open. It can be rebuilt from the WAL.
  var sharedMemory: String { path + "-shm" }
  /// The rollback journal of a store without a WAL.
  var rollbackJournal: String { path + "-journal" }
  var folder: String { url.deletingLastPathComponent().path }

  /// All files of the store, without the folder of external data.
  var allFiles: [String] { [path, log, sharedMemory, rollbackJournal] }

  /// The hidden folder for data that is too large for the database: `.<name without extension>_SUPPORT`.
  var supportFolder: String {
    folder + "/." + url.deletingPathExtension().lastPathComponent + "_SUPPORT"
  }

  /// The folder of the external data files.
  var externalDataFolder: String { supportFolder + "/_EXTERNAL_DATA" }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
