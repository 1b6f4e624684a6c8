import Foundation

/// Converts the values of a transformable attribute to data and back.
package struct AttributeTransformer: Sendable {
  /// The attribute, in messages.
  private let attribute: String
  private let name: String?
  /// The class that the model says the values are of.
  private let valueClass: String?
  /// The modules that the model may belong to.
  private let modules: [String]

  /// - Parameter path: what messages call an element of a composite attribute.
  /// - Returns: nil for an attribute that is not transformable, or that no store keeps.
  init?(_ attribute: NSAttributeDescription, named path: String? = nil, of entity: NSEntityDescription) {
    guard attribute.attributeType == .transformableAttributeType, !attribute.isTransient else { return nil }
    self.attribute = "\(entity.name ?? "").\(path ?? attribute.name)"
    name = attribute.valueTransformerName.flatMap { $0.isEmpty ? nil : $0 }
    valueClass = attribute.explicitValueClassName
    modules = entity.model?.bundleModules ?? []
  }

  /// Whether another attribute names the same transformer, so that the data of one is the other's.
  package func isNamed(like other: AttributeTransformer) -> Bool { name == other.name }

  /// The value that data stands for; nil, with a line in the log, when it cannot be read. The data stays as it is until
  /// another value is set.
  ///
  /// If the program has no transformer of the attribute's name, and the data is no archive that can be read, the data
  /// is the value.
  package func value(of data: Data) -> Any? {
    switch method {
    case .missing(let allowed): return (try? SecureArchive.value(in: data, allowed: allowed)) ?? data
    case .archive(let allowed):
      do {
        return try SecureArchive.value(in: data, allowed: allowed)
      } catch {
        log("\(error)")
        return nil
      }
    case .transformer(let transformer):
      if let value = value(of: data, by: transformer) { return value }
      log("\(type(of: transformer)) makes nothing of it")
      return nil
    }
  }

  /// The data that a save hands to a store.
  ///
  /// - Parameter property: the attribute, in a message.
  /// - Throws: 134030 (`NSPersistentStoreSaveError`), naming the attribute.
  package func storedData(of value: Any, _ property: @autoclosure () -> String) throws -> Data {
    do {
      return try data(of: value)
    } catch {
      throw NSError.coreData(
        NSPersistentStoreSaveError, "\(property()) cannot be saved: \(error).", details: [NSUnderlyingErrorKey: error])
    }
  }

  /// The data that stands for a value.
  ///
  /// - Throws: `SecureArchiveError`.
  package func data(of value: Any) throws -> Data {
    switch method {
    case .missing(let allowed):
      // Data that was read as the value, because it is no archive, is stored unchanged.
      if let data = value as? Data, (try? SecureArchive.value(in: data, allowed: allowed)) == nil { return data }
      do {
        return try SecureArchive.data(of: value, allowed: allowed)
      } catch let error as SecureArchiveError {
        throw SecureArchiveError("no value transformer is registered as \(name ?? ""), and \(error)")
      }
    case .archive(let allowed): return try SecureArchive.data(of: value, allowed: allowed)
    case .transformer(let transformer as NSSecureUnarchiveFromDataTransformer):
      // Its own answer would be nil without the reason.
      if let data = transformer.reverseTransformedValue(value) as? Data { return data }
      _ = try SecureArchive.data(of: value, allowed: type(of: transformer).allowedTopLevelClasses)
      throw SecureArchiveError("\(type(of: transformer)) makes no data of a \(type(of: value))")
    case .transformer(let transformer):
      guard type(of: transformer).allowsReverseTransformation() else {
        throw SecureArchiveError("\(type(of: transformer)) does not transform back")
      }
      if let data = transformer.transformedValue(value) as? Data { return data }
      throw SecureArchiveError("\(type(of: transformer)) makes no data of a \(type(of: value))")
    }
  }

  private enum Method {
    /// The program has no transformer of the name, so that values are archived, as without a name.
    case missing([AnyClass])
    /// An archive whose value may be of these classes.
    case archive([AnyClass])
    case transformer(ValueTransformer)
  }

  /// The names under which Foundation decodes archives, the last two whatever is in them. Here nothing is decoded that
  /// is not allowed, so that all of them mean the same.
  private static let archiveNames: Set<String> = [
    NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue,
    NSValueTransformerName.secureUnarchiveClassName.rawValue, "NSKeyedUnarchiveFromData", "NSUnarchiveFromData",
  ]

  private var method: Method {
    guard let name, !Self.archiveNames.contains(name) || Self.isReplaced(name) else { return .archive(archivedClasses) }
    if let known = ValueTransformer.named(NSValueTransformerName(name), in: modules) { return .transformer(known) }
    if Self.missing.withLock({ $0.insert(attribute).inserted }) {
      DeveloperLog.write(
        "no value transformer is registered as \(name), which \(attribute) names: its values are archived.")
    }
    return .missing(archivedClasses)
  }

  /// The attributes whose transformer was not found: each is logged once.
  private static let missing = Protected<Set<String>>([])

  private var archivedClasses: [AnyClass] {
    let named: AnyClass? = valueClass.flatMap { ClassLookup.anyClass(named: $0, of: modules) }
    return NSSecureUnarchiveFromDataTransformer.allowedTopLevelClasses + [named].compactMap { $0 }
  }

  /// Whether the program has registered a transformer of its own under one of these names.
  private static func isReplaced(_ name: String) -> Bool {
    guard let known = ValueTransformer.known(as: NSValueTransformerName(name)) else { return false }
    return type(of: known) != NSSecureUnarchiveFromDataTransformer.self
  }

  private func value(of data: Data, by transformer: ValueTransformer) -> Any? {
    if transformer is NSSecureUnarchiveFromDataTransformer { return transformer.transformedValue(data) }
    return type(of: transformer).allowsReverseTransformation() ? transformer.reverseTransformedValue(data) : nil
  }

  private func log(_ reason: String) {
    logLine("what is stored of \(attribute) reads as nil: \(reason).")
  }
}
