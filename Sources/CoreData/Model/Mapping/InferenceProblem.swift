import Foundation

/// The reason why no mapping between two models can be inferred.
struct InferenceProblem: Error {
  /// The destination's entity.
  let entity: String
  var property: String?
  /// A sentence without its end.
  let reason: String

  /// Apple's error, with its keys.
  var error: NSError {
    var details: [String: Any] = ["reason": reason, "entity": entity]
    details["property"] = property
    let place = property.map { "\(entity).\($0)" } ?? "the entity \(entity)"
    return .coreData(
      NSInferredMappingModelError, "No mapping can be inferred for \(place): \(reason).", details: details
    )
  }
}
