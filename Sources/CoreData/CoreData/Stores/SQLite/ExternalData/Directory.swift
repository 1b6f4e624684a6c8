import Foundation

/// An open folder. Files in it are opened relative to its descriptor, so that its path is resolved only once.
final class Directory {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Opens a store's folder for external data, without following symbolic links below the store's folder.
  convenience init(externalDataOf file: StoreFile) throws {
    let outer = try Directory(path: file.supportFolder)
    self.init(try outer.folder("_EXTERNAL_DATA"))
  }

  /// Opens a store's folder for external data, and creates it if it is missing.
  convenience init(makingExternalDataOf file: StoreFile) throws {
    for path in [file.supportFolder, file.externalDataFolder] {
      guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw ExternalDataProblem.unreadable(path, errno) }
    }
    try self.init(externalDataOf: file)
  }

  private convenience init(path: String) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw ExternalDataProblem.unreadable(path, errno) }
    self.init(descriptor)
  }

  deinit { close(descriptor) }

  private func folder(_ name: String) throws -> Int32 {
    let descriptor = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw ExternalDataProblem.unreadable(name, errno) }
    return descriptor
  }
}
