import Foundation

extension NSManagedObjectModel {
  /// The fetch request templates by name.
  public var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] { templates }

  /// A fetch request template, with its variables as they are. Copy it before changing it.
  ///
  /// - Parameter name: the template's name.
  /// - Returns: the template, or nil when the model has none of that name.
  public func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
    templates[name]
  }

  /// Adds, replaces or removes a fetch request template.
  ///
  /// - Parameters:
  ///   - fetchRequestTemplate: the template; nil removes it.
  ///   - name: its name.
  public func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) {
    templates[name] = fetchRequestTemplate
  }
}
