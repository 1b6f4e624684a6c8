import Foundation

extension NSPersistentContainer {
  /// Makes a container for the model with the container's name, which is looked for among the program's resources.
  ///
  /// That the program carries no such model is a programming error.
  ///
  /// - Parameter name: the name of the model's file without its extension (`momd`, `mom`, `xcdatamodeld` or
  ///   `xcdatamodel`), of the container and of its store's file.
  /// - Complexity: O(files beside the program), and the model's file is read.
  public convenience init(name: String) {
    let search = ModelSearch(name: name)
    guard let model = search.model else { fatalError(search.problem) }
    self.init(name: name, managedObjectModel: model)
  }
}
