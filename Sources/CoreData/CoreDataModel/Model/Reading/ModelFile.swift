import Foundation

/// Finds and reads the model in a file or bundle, in any form that Xcode writes.
///
/// - `.xcdatamodeld`: the current version among several models,
/// - `.xcdatamodel`: one model, with the XML in `contents`,
/// - `.momd` and `.mom`: compiled,
/// - any other file: the XML or the compiled model itself.
enum ModelFile {
  /// The greatest size of a file in bytes. The largest model in public repositories has 2 MB.
  static let sizeLimit = 64 << 20

  static func draft(at url: URL) throws -> ModelDraft {
    do {
      return try read(url)
    } catch let error as ModelReadingError {
      throw error.url == nil ? ModelReadingError(error.reasons, url: url) : error
    }
  }

  private static func read(_ url: URL) throws -> ModelDraft {
    guard let stamp = FileStamp(url.path) else { throw ModelReadingError("there is no such file") }
    guard stamp.isDirectory else {
      let data = try bytes(of: url, orElse: "it is neither a file nor a folder")
      if data.starts(with: BinaryPropertyList.magic) { return try ArchiveModelReader.draft(archive: data) }
      return try XMLModelReader.draft(data)
    }
    // The name of a symbolic link may have another extension than its target.
    let kinds = ["xcdatamodeld", "momd"]
    let own = url.pathExtension
    switch kinds.contains(own) ? own : url.resolvingSymlinksInPath().pathExtension {
    case "xcdatamodeld": return try draft(at: currentVersion(of: url))
    case "momd": return try draft(at: currentCompiledVersion(of: url))
    default: break
    }
    let contents = url.appendingPathComponent("contents")
    if FileManager.default.fileExists(atPath: contents.path) { return try draft(at: contents) }
    if FileManager.default.fileExists(atPath: url.appendingPathComponent("elements").path) {
      throw ModelReadingError(
        "the model is in the binary form of Xcode 3: open it in Xcode 4 or later and save it again"
      )
    }
    throw ModelReadingError("the folder is no model: it has no file named contents")
  }

  /// Reads a whole file and follows links. It does not open pipes, which would block, and does not read huge files.
  ///
  /// - Parameter problem: the reason to report if it is not a regular file.
  /// - Throws: a `ModelReadingError` without a URL.
  static func bytes(of url: URL, orElse problem: String) throws -> Data {
    guard let stamp = FileStamp(url.path), stamp.isRegularFile else { throw ModelReadingError(problem) }
    guard stamp.size <= sizeLimit else { throw ModelReadingError("the file is larger than \(sizeLimit) bytes") }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw ModelReadingError("the file cannot be read: \(error.localizedDescription)")
    }
  }

  private static func currentVersion(of bundle: URL) throws -> URL {
    let versions = try contents(of: bundle).filter { $0.pathExtension == "xcdatamodel" }
    let list = try NestedPropertyList.dictionary(at: bundle.appendingPathComponent(".xccurrentversion"))
    if let name = list?["_XCCurrentVersionName"] as? String {
      guard let version = versions.first(where: { $0.lastPathComponent == name }) else {
        throw ModelReadingError(".xccurrentversion names \(name), which is not in the bundle")
      }
      return version
    }
    // If there is only one version, Xcode omits the file or leaves its dictionary empty.
    guard let only = versions.first, versions.count == 1 else {
      throw ModelReadingError(
        versions.isEmpty
          ? "there is no .xcdatamodel in the bundle"
          : "the bundle has \(versions.count) versions and .xccurrentversion names none: name one of them"
      )
    }
    return only
  }

  private static func currentCompiledVersion(of bundle: URL) throws -> URL {
    let key = "NSManagedObjectModel_CurrentVersionName"
    let list = try NestedPropertyList.dictionary(at: bundle.appendingPathComponent("VersionInfo.plist"))
    if let name = list?[key] as? String {
      guard !name.contains("/") else { throw ModelReadingError("VersionInfo.plist names \(name)") }
      return bundle.appendingPathComponent(name + ".mom")
    }
    let versions = try contents(of: bundle).filter { $0.pathExtension == "mom" }
    guard let only = versions.first, versions.count == 1 else {
      throw ModelReadingError("the bundle has \(versions.count) models and VersionInfo.plist names none")
    }
    return only
  }

  private static func contents(of folder: URL) throws -> [URL] {
    do {
      // Use paths below the given folder, because the paths of a link's target differ.
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
        folder.appendingPathComponent($0)
      }
    } catch {
      throw ModelReadingError("the folder cannot be read: \(error.localizedDescription)", url: folder)
    }
  }
}
