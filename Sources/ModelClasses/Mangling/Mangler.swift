/// Makes the names that the compiler gives to members, as the compiler's `docs/ABI/Mangling.rst` says.
///
/// Parts that were spelled before are named by a letter: a whole identifier or type by its index (`substitutions`), a
/// part of an identifier by that of the word.
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

  /// The name of a property's accessor.
  ///
  /// - Parameters:
  ///   - isSetter: whether it is the one that sets.
  ///   - property: the property's name.
  ///   - owner: the class.
  ///   - extending: the module of the extension that the property is in, where the class has another.
  ///   - file: the discriminator in the names of private members: see `discriminator(module:file:)`.
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

  /// The name of a method.
  ///
  /// - Parameters: as of `accessor`.
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
      // The first one says that there are several, or that the only one has a label.
      if index == 0, parameters.count > 1 || parameter.label != nil { mangler.text += "_" }
    }
    if parameters.count > 1 || parameters.first?.label != nil { mangler.text += "t" }
    return mangler.text + "F"
  }

  /// The discriminator in the names of members that are private to a file.
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
      // A protocol in an existential is its name, without the letter of a type.
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

  // MARK: What was spelled before

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
