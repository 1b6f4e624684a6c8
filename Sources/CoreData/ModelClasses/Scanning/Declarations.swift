/// The access level of a declaration.
enum AccessLevel: Int, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  init?(_ word: String) {
    switch word {
    case "private": self = .private
    case "fileprivate": self = .fileprivate
    case "internal": self = .internal
    case "package": self = .package
    case "public": self = .public
    case "open": self = .open
    default: return nil
    }
  }

  static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }

  /// Whether mangled names of such declarations include the file.
  var isOfFile: Bool { self <= .fileprivate }

  /// The access level that a function in another file needs to have the same linkage as such a declaration. Apart from
  /// file-private linkage, there is no narrower linkage than that of the module.
  var keyword: String {
    switch self {
    case .private, .fileprivate, .internal: "internal"
    case .package: "package"
    case .public, .open: "public"
    }
  }
}

/// The location of a declaration.
struct SourcePlace: Equatable {
  let file: String
  let line: Int
}

/// A type that a source declares.
struct TypeDeclaration {
  enum Kind: Equatable {
    case `class`, `struct`, `enum`, `protocol`
    case alias(TypeSyntax)
  }

  let kind: Kind
  /// The path of its name with those of the enclosing types.
  let path: [String]
  let access: AccessLevel
  let isGeneric: Bool
  /// The types in the inheritance clause.
  let inherited: [TypeSyntax]
  let place: SourcePlace
  /// The conditions of the enclosing `#if` directives.
  var conditions: [String] = []
}

/// An `@NSManaged` member.
struct ManagedMember {
  enum Kind: Equatable {
    case property(TypeSyntax, setter: AccessLevel)
    case function(parameters: [Parameter], result: TypeSyntax?)
  }

  struct Parameter: Equatable {
    /// The argument label; nil for `_`.
    let label: String?
    let type: TypeSyntax
  }

  let kind: Kind
  let name: String
  /// The path of the type that has the member, as written in an extension or by the enclosing types.
  let owner: [String]
  let access: AccessLevel
  let isStatic: Bool
  /// The conditions of the enclosing `#if` directives.
  let conditions: [String]
  /// The Objective-C name of the member, such as `addNotesObject:`.
  let selector: String?
  let place: SourcePlace
}

/// A property without `@NSManaged` that other files can use, and whose getter is neither asynchronous nor throwing.
struct PlainProperty {
  let name: String
  /// The path of the type that has the property.
  let owner: [String]
  let conditions: [String]
}

/// An import declaration of a source.
struct ModuleImport: Hashable {
  let module: String
  let access: AccessLevel?
  let conditions: [String]
}

/// The results of a scan.
struct Declarations {
  var imports: [ModuleImport] = []
  var types: [TypeDeclaration] = []
  var members: [ManagedMember] = []
  var properties: [PlainProperty] = []
  /// The conformances in extensions, by the path of the extended type.
  var conformances: [(path: [String], inherited: [TypeSyntax])] = []
  var problems: [Problem] = []
  /// The problems of declarations under conditions, which may not be compiled.
  var conditionalProblems: [(problem: Problem, conditions: [String])] = []

  static func += (left: inout Declarations, right: Declarations) {
    left.types += right.types
    left.members += right.members
    left.properties += right.properties
    left.conformances += right.conformances
    left.problems += right.problems
    left.conditionalProblems += right.conditionalProblems
    left.imports += right.imports
  }
}
