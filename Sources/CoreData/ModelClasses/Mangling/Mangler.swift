/// Creates the mangled names of members, as specified in the compiler's `docs/ABI/Mangling.rst`.
///
/// Repeated parts are replaced by letters: a whole identifier or type by its index in `substitutions`, a part of an
/// identifier by the index of the word.
struct Mangler {
  private enum Key: Hashable {
    case identifier(String)
    case nominal(NominalType)
    case bound(ResolvedType)
  }

  private var text = "$s"
  private var words: [String] = []
  private var substitutions: [Key: Int] = [:]
  private var merging = Merging()

  /// The mangled name of a property's accessor.
  ///
  /// - Parameters:
  ///   - isSetter: true for the setter, false for the getter.
  ///   - property: the property's name.
  ///   - owner: the class that has the property.
  ///   - extending: the module of the extension that declares the property, if it differs from the class's module.
  ///   - file: the discriminator for a private member; see `discriminator(module:file:)`.
  ///   - type: the property's type.
  static func accessor(
    isSetter: Bool, of property: String, in owner: NominalType, extending module: String?, file: String?,
    type: ResolvedType
  ) -> String {
    var mangler = Mangler()
    mangler.member(property, owner, module, file)
    mangler.append(type)
    return mangler.text + (isSetter ? "vs" : "vg")
  }

  /// The mangled name of a method.
  ///
  /// - Parameters: those of `accessor`.
  static func method(
    _ name: String, in owner: NominalType, extending module: String?, file: String?,
    parameters: [(label: String?, type: ResolvedType)], result: ResolvedType?
  ) -> String {
    var mangler = Mangler()
    mangler.member(name, owner, module, file)
    if parameters.allSatisfy({ $0.label == nil }) {
      if !parameters.isEmpty { mangler.text += "y" }
    } else {
      for parameter in parameters {
        if let label = parameter.label { mangler.identifier(label) } else { mangler.text += "_" }
      }
    }
    if let result { mangler.append(result) } else { mangler.text += "y" }
    if parameters.isEmpty { mangler.text += "y" }
    for (index, parameter) in parameters.enumerated() {
      mangler.append(parameter.type)
      // The underscore after the first parameter means that there are several, or that the only one has a label.
      if index == 0, parameters.count > 1 || parameter.label != nil { mangler.text += "_" }
    }
    if parameters.count > 1 || parameters.first?.label != nil { mangler.text += "t" }
    return mangler.text + "F"
  }

  /// The discriminator in the mangled names of file-private members.
  static func discriminator(module: String, file: String) -> String {
    "_" + MD5.digest(module + (file.split(separator: "/").last.map(String.init) ?? file))
  }

  // MARK: Parts

  private mutating func member(_ name: String, _ owner: NominalType, _ module: String?, _ file: String?) {
    append(owner)
    if let module {
      self.module(module)
      text += "E"
    }
    identifier(name)
    if let file {
      identifier(file)
      text += "LL"
    }
  }

  private mutating func module(_ name: String) {
    if name == "Swift" { text += "s" } else { identifier(name) }
  }

  private mutating func append(_ nominal: NominalType) {
    if nominal.module == "Swift", nominal.path.count == 1, let letter = Self.standard[nominal.path[0].name] {
      if !merging.merge(letter, isStandard: true, into: &text) { text += "S" + String(letter) }
      return
    }
    if substitute(.nominal(nominal)) { return }
    if nominal.path.count > 1 {
      append(NominalType(module: nominal.module, path: nominal.path.dropLast()))
    } else {
      module(nominal.module)
    }
    guard let step = nominal.path.last else { return }
    identifier(step.name)
    text.append(step.kind)
    remember(.nominal(nominal))
  }

  private mutating func append(_ type: ResolvedType) {
    switch type {
    case .any: text += "yp"
    case .anyObject: text += "yXl"
    case .existential(let nominal):
      // In an existential, a protocol is mangled without the letter of its kind.
      protocolName(nominal)
      text += "_p"
    case .nominal(let nominal, let arguments):
      guard !arguments.isEmpty else { return append(nominal) }
      if substitute(.bound(type)) { return }
      if let wrapped = type.wrapped {
        append(wrapped)
        text += "Sg"
      } else {
        append(nominal)
        text += "y"
        for argument in arguments { append(argument) }
        text += "G"
      }
      remember(.bound(type))
    }
  }

  private mutating func protocolName(_ nominal: NominalType) {
    if substitute(.nominal(nominal)) { return }
    if nominal.path.count > 1 {
      append(NominalType(module: nominal.module, path: nominal.path.dropLast()))
    } else {
      module(nominal.module)
    }
    if let step = nominal.path.last { identifier(step.name) }
    remember(.nominal(nominal))
  }

  private static let standard: [String: Character] = [
    "Array": "a", "Bool": "b", "Dictionary": "D", "Double": "d", "Float": "f", "Set": "h", "Int": "i", "Character": "J",
    "ClosedRange": "N", "Range": "n", "ObjectIdentifier": "O", "Optional": "q", "String": "S", "Substring": "s",
    "UInt": "u",
  ]

  // MARK: Substitutions

  private mutating func remember(_ key: Key) { substitutions[key] = substitutions.count }

  private mutating func substitute(_ key: Key) -> Bool {
    guard let index = substitutions[key] else { return false }
    if index >= 26 {
      text += "A" + (index == 26 ? "" : String(index - 27)) + "_"
    } else {
      let letter = Character(UnicodeScalar(UInt8(ascii: "A") + UInt8(index)))
      if !merging.merge(letter, isStandard: false, into: &text) { text += "A" + String(letter) }
    }
    return true
  }

  private mutating func identifier(_ name: String) {
    if substitute(.identifier(name)) { return }
    remember(.identifier(name))
    text += IdentifierMangling.mangled(name, words: &words)
  }
}
