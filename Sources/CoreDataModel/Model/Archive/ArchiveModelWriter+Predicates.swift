import Foundation

/// Keys of our own in archives that we write.
enum ArchivedKeys {
  /// A derived attribute's expression, as text.
  static let derivation = "_derivation"
  /// The name of the composite that an attribute is of.
  static let composite = "_composite"
  /// The smallest and largest value or length and the pattern of an attribute.
  static let minimum = "_minimum"
  static let maximum = "_maximum"
  static let pattern = "_pattern"
  /// Validation predicates, as texts, one for each of `NSValidationWarnings`.
  static let validation = "_validation"
  /// A fetch request's predicate, as text.
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
    // A block has no text.
    let rules = property.explicitValidation.compactMap { predicate, warning in
      Self.format(of: predicate).map { (format: $0, warning: warning) }
    }
    if !rules.isEmpty {
      fields.append((key: ArchivedKeys.validation, value: builder.array(rules.map { builder.string($0.format) })))
      fields.append((key: "NSValidationWarnings", value: builder.array(rules.map { builder.string($0.warning) })))
    }
    return fields
  }

  /// A predicate's text, when it reads back.
  static func format(of predicate: NSPredicate) -> String? {
    let format = predicate.syntax.description
    return (try? NSPredicate.parse(format: format)) == nil ? nil : format
  }

  /// A fetch request; nil where its predicate has no text: without it, it would fetch something else.
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
