import Foundation

/// A mapping model file: `.xcmappingmodel` as Xcode edits it, or `.cdm` as Xcode compiles it.
///
/// The file identifies the two versions of the model, by paths or by version hashes. They are searched below the
/// folders that contain the file, or in a bundle beside it.
struct MappingFile {
  let mapping: NSMappingModel
  let source: NSManagedObjectModel
  let destination: NSManagedObjectModel

  /// - Throws: a `ModelReadingError` that names the file and the problem.
  init(_ url: URL) throws {
    do {
      guard let stamp = FileStamp(url.path) else { throw ModelReadingError("there is no such file") }
      let file = stamp.isDirectory ? url.appendingPathComponent("xcmapping.xml") : url
      let data = try ModelFile.bytes(of: file, orElse: "it is no mapping model")
      if data.starts(with: BinaryPropertyList.magic) {
        let archived = try ArchivedMapping(data)
        (source, destination) = try archived.models(around: url)
        mapping = archived.mapping
      } else {
        let written = try XMLMapping(data)
        source = try Self.model(written.sourcePath, around: url)
        destination = try Self.model(written.destinationPath, around: url)
        mapping = try written.mapping(from: source, to: destination)
      }
    } catch let error as ModelReadingError {
      throw error.url == nil ? ModelReadingError(error.reason, url: url) : error
    }
  }

  /// Whether the mapping is for these two models.
  func fits(_ source: NSManagedObjectModel, _ destination: NSManagedObjectModel) -> Bool {
    self.source.entityVersionHashesByName == source.entityVersionHashesByName
      && self.destination.entityVersionHashesByName == destination.entityVersionHashesByName
  }

  /// The mapping model files in folders, sorted by name in each folder.
  static func files(in folders: [URL]) -> [URL] {
    var seen: Set<String> = []
    return folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted().map {
        folder.appendingPathComponent($0)
      }
    }.filter {
      ["xcmappingmodel", "cdm"].contains($0.pathExtension) && seen.insert($0.standardizedFileURL.path).inserted
    }
  }

  /// The folders that contain a file, innermost first.
  static func folders(around url: URL) -> [URL] {
    var folders = [url.deletingLastPathComponent()]
    while folders.count < folderLimit, let last = folders.last, last.path != "/" {
      folders.append(last.deletingLastPathComponent())
    }
    return folders
  }

  private static func model(_ path: String, around url: URL) throws -> NSManagedObjectModel {
    let parts = path.split(separator: "/").map(String.init)
    let bundle = parts.dropLast().last ?? ""
    let (model, version) = (name(bundle), name(parts.last ?? ""))
    let places = [path, "\(bundle)/\(parts.last ?? "")", "\(model).momd/\(version).mom", "\(version).mom"]
    for folder in folders(around: url) {
      for place in places {
        let file = folder.appendingPathComponent(place)
        if FileStamp(file.path) != nil { return try NSManagedObjectModel(reading: file) }
      }
    }
    throw ModelReadingError("the model \(path), which it is for, is not found in the folders around it")
  }

  private static func name(_ file: String) -> String {
    URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
  }

  /// The greatest number of folders between a mapping model and the folder at which its models' paths begin.
  private static let folderLimit = 8
}
