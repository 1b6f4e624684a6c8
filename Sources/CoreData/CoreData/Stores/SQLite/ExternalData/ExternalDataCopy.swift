import Foundation

/// Copies the external files of a store.
enum ExternalDataCopy {
  /// Copies every regular file whose name is a UUID, because a column can refer only to such files. Links, pipes and
  /// folders are not copied.
  ///
  /// - Parameters:
  ///   - there: the names of the files that the destination already has.
  ///   - note: called with the name of each new file, before its data is written.
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
