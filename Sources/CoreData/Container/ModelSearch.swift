import Foundation
import OrderedRows

/// Looks for a model by name among a program's resources: those of the program itself, and those of the package
/// modules that were built with it, which lie in `.resources` or `.bundle` folders beside it.
struct ModelSearch {
  let name: String
  /// The folders that are searched for the model, in this order.
  let folders: [URL]

  init(name: String, bundle: Bundle = .main) {
    self.name = name
    folders = ResourceFolders.folders(of: bundle)
  }

  private static let types = ["momd", "mom", "xcdatamodeld", "xcdatamodel"]

  /// The first model of that name that can be read.
  var model: NSManagedObjectModel? {
    for file in files { if let model = NSManagedObjectModel(contentsOf: file) { return model } }
    return nil
  }

  /// The message where no model of that name can be read: the reason, what to do, and the models that exist.
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

  /// The files of that name.
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

  /// The reason why a file cannot be read, with its path; nil where it can.
  private static func fault(of file: URL) -> String? {
    do {
      _ = try NSManagedObjectModel(reading: file)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
