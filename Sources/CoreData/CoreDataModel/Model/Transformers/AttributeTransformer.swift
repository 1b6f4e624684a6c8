import Foundation

/// Converts values of a transformable attribute to data and back.
package struct AttributeTransformer: Sendable {
  /// The attribute's name for messages.
  private let attribute: String
  private let name: String?
  /// The class of the values according to the model.
  private let valueClass: String?
  /// The modules that may contain the transformer's class.
  private let modules: [String]

  /// - Parameter path: the name of a composite attribute's element for messages.
  /// - Returns: nil if the attribute is not transformable, or if stores do not keep it.
  init?(_ attribute: NSAttributeDescription, named path: String? = nil, of entity: NSEntityDescription) {
    guard attribute.attributeType == .transformableAttributeType, !attribute.isTransient else { return nil }
    self.attribute = "\(entity.name ?? "").\(path ?? attribute.name)"
    name = attribute.valueTransformerName.flatMap { $0.isEmpty ? nil : $0 }
    valueClass = attribute.explicitValueClassName
    modules = entity.model?.bundleModules ?? []
  }

  /// Whether another attribute has the same transformer, so that stored data can be used for both.
  package func isNamed(like other: AttributeTransformer) -> Bool { name == other.name }

  /// Converts stored data to a value. If that fails, it logs a line and returns nil, and the stored data is kept until
  /// a program sets another value.
  ///
  /// If the program does not have the attribute's transformer, the data is read as an archive. If that fails, the data
  /// itself is the value.
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

  /// Converts a value to the data that is stored in a save.
  ///
  /// - Parameter property: the attribute's name for the error.
  /// - Throws: 134030 (`NSPersistentStoreSaveError`), naming the attribute, if the value cannot be converted.
  package func storedData(of value: Any, _ property: @autoclosure () -> String) throws -> Data {
    do {
      return try data(of: value)
    } catch {
      throw NSError.coreData(
        NSPersistentStoreSaveError, "\(property()) cannot be saved: \(error).", details: [NSUnderlyingErrorKey: error])
    }
  }

  /// Converts a value to data.
  ///
  /// - Throws: a `SecureArchiveError` if the value cannot be converted.
  package func data(of value: Any) throws -> Data {
    switch method {
    case .missing(let allowed):
      // The value is data that could not be read as an archive. Store it unchanged.
      if let data = value as? Data, (try? SecureArchive.value(in: data, allowed: allowed)) == nil { return data }
      do {
        return try SecureArchive.data(of: value, allowed: allowed)
      } catch let error as SecureArchiveError {
        throw SecureArchiveError("no value transformer is registered as \(name ?? ""), and \(error)")
      }
    case .archive(let allowed): return try SecureArchive.data(of: value, allowed: allowed)
    case .transformer(let transformer as NSSecureUnarchiveFromDataTransformer):
      // The transformer returns nil without a reason, so archive the value to get the error.
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
    /// The program does not have the named transformer. Values of these classes are archived, as if no transformer were
    /// named.
    case missing([AnyClass])
    /// Values of these classes are archived.
    case archive([AnyClass])
    case transformer(ValueTransformer)
  }

  /// The transformer names for which Foundation uses archives. The last two allow any class in Foundation; here all
  /// four decode only allowed classes.
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

  /// The attributes whose missing transformer was logged, so that each is logged only once.
  private static let missing = Protected<Set<String>>([])

  private var archivedClasses: [AnyClass] {
    let named: AnyClass? = valueClass.flatMap { ClassLookup.anyClass(named: $0, of: modules) }
    return NSSecureUnarchiveFromDataTransformer.allowedTopLevelClasses + [named].compactMap { $0 }
  }

  /// Whether the program has registered another transformer under one of Foundation's names.
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
