import Foundation

/// Creates folders for the files of stores. Foundation's errors may name only the last component of a path; these
/// errors name the whole path and its component that prevents the creation.
package enum StoreFolder {
  /// Creates the folder of a store, with all missing folders above it.
  ///
  /// - Parameter store: the name of the store's file.
  /// - Throws: an error with Foundation's code.
  package static func create(_ folder: String, for store: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      // Find the nearest existing folder, because missing ones are created and do not prevent anything.
      var nearest = folder
      while FileStamp(nearest) == nil, nearest != "/" { nearest = above(nearest) }
      throw Self.error(
        "The folder \(folder) of \(store) cannot be created: \(obstacle(in: nearest) ?? text(of: error)). "
          + "Choose a folder that the program may write.", folder, error)
    }
  }

  /// Creates a hidden folder in which a store is prepared, beside its final place.
  ///
  /// - Parameters:
  ///   - hidden: the path of the folder.
  ///   - store: the name of the store's file.
  /// - Throws: an error with Foundation's code.
  package static func createHidden(_ hidden: String, for store: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: hidden, withIntermediateDirectories: false)
    } catch {
      let folder = above(hidden)
      throw Self.error(
        "\(store) cannot be written: \(obstacle(in: folder) ?? text(of: error)). "
          + "Choose a folder that the program may write.", folder, error)
    }
  }

  /// The reason why nothing can be created in a folder; nil if files can be created there.
  package static func obstacle(in folder: String) -> String? {
    guard let stamp = FileStamp(folder) else { return "there is no folder \(folder)" }
    guard stamp.isDirectory else { return "\(folder) is a file and no folder" }
    return FileStamp.isWritable(folder) ? nil : "the folder \(folder) may not be written"
  }

  private static func text(of error: any Error) -> String {
    (error as NSError).localizedDescription.trimmingCharacters(in: ["."])
  }

  private static func above(_ path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  private static func error(_ text: String, _ folder: String, _ error: any Error) -> NSError {
    let cause = error as NSError
    let code = cause.domain == NSCocoaErrorDomain ? cause.code : CocoaError.fileWriteUnknown.rawValue
    return .coreData(code, text, underlying: error, details: [NSFilePathErrorKey: folder])
  }
}
