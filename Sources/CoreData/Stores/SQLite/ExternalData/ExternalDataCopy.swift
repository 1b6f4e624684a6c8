import Foundation

/// Copies the data that a store keeps in files of its own.
enum ExternalDataCopy {
  /// Copies every file that a column can name: regular files with a UUID for a name. Links, pipes and folders stay.
  ///
  /// - Parameters:
  ///   - there: the names of those that the destination has already.
  ///   - note: called with the name of each file that was made, before it is filled.
  static func copy(
    from source: StoreFile, to destination: StoreFile, without there: Set<String> = [],
    note: (String) -> Void = { _ in }
  ) throws {
    guard FileStamp(source.externalDataFolder)?.isDirectory == true else { return }
    let folder = ExternalDataFolder(file: source)
    let target = try Directory(makingExternalDataOf: destination)
    for name in try FileManager.default.contentsOfDirectory(atPath: source.externalDataFolder)
    where ExternalDataFolder.isFileName(name) && !there.contains(name) {
      guard let from = try folder.file(named: name) else { continue }
      let descriptor = openat(target.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw ExternalDataProblem.unreadable(name, errno) }
      note(name)
      let to = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      while let part = try from.read(upToCount: 1 << 20), !part.isEmpty { try to.write(contentsOf: part) }
      try to.synchronize()
    }
  }
}
