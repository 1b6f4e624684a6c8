/// How far a declaration can be seen.
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

  /// Whether mangled names include the file.
  var isOfFile: Bool { self <= .fileprivate }

  /// The access level that a function in another file needs to take the place of such a declaration: the linkage must
  /// be the same, and apart from a file's, no linkage is narrower than the module's.
  var keyword: String {
    switch self {
    case .private, .fileprivate, .internal: "internal"
    case .package: "package"
    case .public, .open: "public"
    }
  }
}

/// The place of a declaration.
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
  /// Its name behind those of the types around it.
  let path: [String]
  let access: AccessLevel
  let isGeneric: Bool
  /// The types behind the colon.
  let inherited: [TypeSyntax]
  let place: SourcePlace
  /// The `#if` that it stands in, each as a condition.
  var conditions: [String] = []
}

/// A member with `@NSManaged`.
struct ManagedMember {
  enum Kind: Equatable {
    case property(TypeSyntax, setter: AccessLevel)
    case function(parameters: [Parameter], result: TypeSyntax?)
  }

  struct Parameter: Equatable {
    /// Nil for `_`.
    let label: String?
    let type: TypeSyntax
  }

  let kind: Kind
  let name: String
  /// The type that it is a member of, as an extension or the types around it name it.
  let owner: [String]
  let access: AccessLevel
  let isStatic: Bool
  /// The `#if` that it stands in, each as a condition.
  let conditions: [String]
  /// The name that the member has for Objective-C: `addNotesObject:`.
  let selector: String?
  let place: SourcePlace
}

/// A property without `@NSManaged` that other files can name, and read at once.
struct PlainProperty {
  let name: String
  /// As of a managed member.
  let owner: [String]
  let conditions: [String]
}

/// A module that a source imports.
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
  /// The protocols that an extension adds, by the path of the type.
  var conformances: [(path: [String], inherited: [TypeSyntax])] = []
  var problems: [Problem] = []
  /// Problems of declarations that may not be compiled.
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
