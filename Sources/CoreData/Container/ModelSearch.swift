import Foundation

/// Looks for a model by name among a program's resources: those of the program itself, and those of the package
/// modules that were built with it, which lie in `.resources` or `.bundle` folders beside it.
struct ModelSearch {
  let name: String
  /// Where the model is looked for, in this order.
  let folders: [URL]

  init(name: String, bundle: Bundle = .main) {
    self.name = name
    folders = ResourceFolders.folders(of: bundle)
  }

  /// The first model of that name that can be read.
  var model: NSManagedObjectModel? {
    for folder in folders {
      for type in ["momd", "mom", "xcdatamodeld", "xcdatamodel"] {
        let url = folder.appendingPathComponent("\(name).\(type)")
        guard FileManager.default.fileExists(atPath: url.path) else { continue }
        if let model = NSManagedObjectModel(contentsOf: url) { return model }
      }
    }
    return nil
  }
}
