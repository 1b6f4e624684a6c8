import Foundation

extension NSManagedObjectModel {
  /// The fetch request templates by name.
  public var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] { templates }

  /// A fetch request template with its variables. Copy it before you change it.
  ///
  /// - Parameter name: the template's name.
  /// - Returns: the template; nil if the model has none of that name.
  public func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
    templates[name]
  }

  /// Returns a copy of a fetch request template whose variables are replaced by values.
  ///
  /// - Parameters:
  ///   - name: the template's name.
  ///   - variables: a value for each variable, by its name without `$`. `NSNull` means nil.
  /// - Returns: a request that can be changed and executed; nil if the model has no template of that name.
  /// - Complexity: O(size of the predicate).
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let request = templates[name]?.copy(giving: (any NSFetchRequestResult).self) else { return nil }
    request.predicate = request.predicate?.withSubstitutionVariables(variables)
    return request
  }

  /// Adds, replaces or removes a fetch request template. The model keeps the template itself, not a copy.
  ///
  /// - Parameters:
  ///   - fetchRequestTemplate: the template; nil to remove it.
  ///   - name: its name.
  public func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) {
    templates[name] = fetchRequestTemplate
  }
}
