import Foundation
import OrderedRows

/// Searches for a model by name in the program's resources: those of the program itself, and those of package modules
/// built with it, in `.resources` or `.bundle` folders next to it.
struct ModelSearch {
  let name: String
  /// The folders to search, in this order.
  let folders: [URL]

  init(name: String, bundle: Bundle = .main) {
    self.name = name
    folders = ResourceFolders.folders(of: bundle)
  }

  private static let types = ["momd", "mom", "xcdatamodeld", "xcdatamodel"]

  /// The first model with the name that can be read.
  var model: NSManagedObjectModel? {
    for file in files { if let model = NSManagedObjectModel(contentsOf: file) { return model } }
    return nil
  }

  /// The message if no model with the name can be read, with the reason, a remedy, and the names of existing models.
  var problem: String {
    for file in files { if let fault = Self.fault(of: file) { return "The model \(name) cannot be read: \(fault)." } }
    let places = folders.map(\.path).joined(separator: ", ")
    let names = existingNames
    let choices = names.isEmpty ? "" : " The models there are \(NearNames.choices(for: name, among: names))"
    return "There is no model named \(name).momd, .mom, .xcdatamodeld or .xcdatamodel in \(places): put "
      + "\(name).xcdatamodeld into a target that uses the plugin CoreDataModelPlugin, without excluding it; without the "
      + "plugin also name it there, as in resources: [.copy(\"\(name).xcdatamodeld\")]; or pass a model to "
      + "init(name:managedObjectModel:).\(choices)"
  }

  /// The existing files with the name.
  private var files: [URL] {
    folders.flatMap { folder in Self.types.map { folder.appendingPathComponent("\(name).\($0)") } }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// The names of all models in the folders.
  private var existingNames: Set<String> {
    let found = folders.flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }
    return Set(
      found.filter { Self.types.contains($0.pathExtension) }.map { $0.deletingPathExtension().lastPathComponent })
  }

  /// The reason why a file cannot be read, including its path; nil if it can be read.
  private static func fault(of file: URL) -> String? {
    do {
      _ = try NSManagedObjectModel(reading: file)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
