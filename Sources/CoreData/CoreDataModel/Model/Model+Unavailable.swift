import Foundation

// Apple's archives of these classes contain cycles, with which Foundation's unarchiver fails here. This package reads
// complete models from files and stores with its own reader, and does not support archives of single descriptions.

extension NSManagedObjectModel {
  /// Reads a model from an archive.
  @available(*, unavailable, message: "Use init(contentsOf:), which reads a model file or a compiled model.")
  public convenience init?(coder: NSCoder) { nil }

  @available(*, unavailable, message: "Models are not localized here: names in errors are those of the model.")
  public var localizationDictionary: [String: String]? {
    get { unavailable() }
    set { unavailable() }
  }
}

extension NSEntityDescription {
  /// Reads an entity from an archive.
  @available(*, unavailable, message: "Read the whole model with NSManagedObjectModel(contentsOf:) instead.")
  public convenience init?(coder: NSCoder) { nil }
}

extension NSPropertyDescription {
  /// Reads a property from an archive.
  @available(*, unavailable, message: "Read the whole model with NSManagedObjectModel(contentsOf:) instead.")
  public convenience init?(coder: NSCoder) { nil }
}

extension NSFetchIndexDescription {
  /// Reads an index from an archive.
  @available(*, unavailable, message: "Read the whole model with NSManagedObjectModel(contentsOf:) instead.")
  public convenience init?(coder: NSCoder) { nil }
}

extension NSFetchIndexElementDescription {
  /// Reads an index element from an archive.
  @available(*, unavailable, message: "Read the whole model with NSManagedObjectModel(contentsOf:) instead.")
  public convenience init?(coder: NSCoder) { nil }
}
