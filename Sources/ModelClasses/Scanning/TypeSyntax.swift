/// A type as a source spells it, as far as a property of a managed object can have it.
indirect enum TypeSyntax: Equatable {
  /// Names with their generic arguments, from the outside in.
  case named([Part])
  case optional(TypeSyntax)
  case array(TypeSyntax)
  case dictionary(TypeSyntax, TypeSyntax)
  /// With the word `any`, which some modules must spell.
  case existential(TypeSyntax)

  struct Part: Equatable {
    let name: String
    var arguments: [TypeSyntax] = []
  }

  static func named(_ name: String) -> TypeSyntax { .named([Part(name: name)]) }

  /// As Swift spells it.
  var text: String {
    switch self {
    case .named(let parts):
      parts.map { part in
        part.arguments.isEmpty ? part.name : "\(part.name)<\(part.arguments.map(\.text).joined(separator: ", "))>"
      }.joined(separator: ".")
    case .optional(.existential(let wrapped)): "(any \(wrapped.text))?"
    case .optional(let wrapped): "\(wrapped.text)?"
    case .existential(let type): "any \(type.text)"
    case .array(let element): "[\(element.text)]"
    case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
    }
  }
}
