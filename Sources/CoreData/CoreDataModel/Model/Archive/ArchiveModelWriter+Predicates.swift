import Foundation

/// The keys of this package in the archives that it writes.
enum ArchivedKeys {
  /// The expression of a derived attribute, as text.
  static let derivation = "_derivation"
  /// The name of an attribute's composite.
  static let composite = "_composite"
  /// The least and greatest value or length of an attribute, and its pattern.
  static let minimum = "_minimum"
  static let maximum = "_maximum"
  static let pattern = "_pattern"
  /// The validation predicates as texts, one for each entry of `NSValidationWarnings`.
  static let validation = "_validation"
  /// The predicate of a fetch request, as text.
  static let predicate = "_predicate"
}

extension ArchiveModelWriter {
  mutating func validation(of property: NSPropertyDescription) -> KeyedArchiveBuilder.Fields {
    var fields: KeyedArchiveBuilder.Fields = []
    if let bounds = (property as? NSAttributeDescription)?.bounds {
      let texts = [
        (ArchivedKeys.minimum, bounds.minimum?.description), (ArchivedKeys.maximum, bounds.maximum?.description),
        (ArchivedKeys.pattern, bounds.pattern),
      ]
      fields += texts.filter { $0.1 != nil }.map { (key: $0.0, value: builder.string($0.1)) }
    }
    // A predicate with a block has no text, so it is omitted.
    let rules = property.explicitValidation.compactMap { predicate, warning in
      Self.format(of: predicate).map { (format: $0, warning: warning) }
    }
    if !rules.isEmpty {
      fields.append((key: ArchivedKeys.validation, value: builder.array(rules.map { builder.string($0.format) })))
      fields.append((key: "NSValidationWarnings", value: builder.array(rules.map { builder.string($0.warning) })))
    }
    return fields
  }

  /// The text of a predicate; nil if it cannot be parsed again.
  static func format(of predicate: NSPredicate) -> String? {
    let format = predicate.syntax.description
    return (try? NSPredicate.parse(format: format)) == nil ? nil : format
  }

  /// The archive of a fetch request; nil if its predicate has no text. Without the predicate, it would fetch other
  /// objects.
  mutating func request(_ request: NSFetchRequest<any NSFetchRequestResult>, _ model: NSManagedObjectModel?) -> Node? {
    let format = request.predicate.flatMap(Self.format)
    if request.predicate != nil, format == nil { return nil }
    let entity = request.entityName.flatMap { model?.entitiesByName[$0] }
    let flags = ArchivedFetchFlags(request)
    let order = (request.sortDescriptors ?? []).compactMap { descriptor in
      descriptor.key.map { sortDescriptor($0, descriptor) }
    }
    return builder.object(
      ["NSFetchRequest", "NSPersistentStoreRequest"],
      [
        (key: "NSEntity", value: entity.map(reference) ?? KeyedArchiveBuilder.null),
        (key: "NSFetchLimit", value: .integer(Int64(request.fetchLimit))),
        (key: "NSFetchOffset", value: .integer(Int64(request.fetchOffset))),
        (key: "NSBatchSize", value: .integer(Int64(request.fetchBatchSize))),
        (key: "NSResultType", value: .integer(Int64(request.resultType.rawValue))),
        (key: "NSHasFetchRequestFlags", value: .bool(true)),
        (key: "NSFetchRequestFlags", value: .integer(flags.rawValue)),
        (key: ArchivedKeys.predicate, value: builder.string(format)),
        (key: "NSSortDescriptors", value: order.isEmpty ? KeyedArchiveBuilder.null : builder.array(order)),
      ]
    )
  }

  private mutating func sortDescriptor(_ key: String, _ descriptor: NSSortDescriptor) -> Node {
    builder.object(
      ["NSSortDescriptor"],
      [
        (key: "NSKey", value: builder.string(key)),
        (key: "NSAscending", value: .bool(descriptor.ascending)),
        (key: "NSSelector", value: builder.string(descriptor.selector?.description ?? "compare:")),
        (key: "NSReverseNullOrder", value: .bool(false)),
      ]
    )
  }
}
