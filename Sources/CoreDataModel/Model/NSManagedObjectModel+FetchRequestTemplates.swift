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

  /// A copy of a fetch request template with values in place of the variables of its predicate.
  ///
  /// - Parameters:
  ///   - name: the template's name.
  ///   - variables: a value for every variable, by the name without `$`; `NSNull` stands for nil.
  /// - Returns: a request that can be changed and executed, or nil when the model has no template of that name.
  /// - Complexity: O(size of the predicate).
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let request = templates[name]?.copy(giving: (any NSFetchRequestResult).self) else { return nil }
    request.predicate = request.predicate?.withSubstitutionVariables(variables)
    return request
  }

  /// Adds, replaces or removes a fetch request template. The template itself is kept, not a copy.
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
