import CoreDataModel
import Foundation
import ModelClasses

/// Reads the parts of models that entity classes need, and checks all versions.
struct ModelReading {
  private(set) var problems: [Problem] = []
  private(set) var models: [ClassModel] = []

  mutating func read(_ folder: ModelFolder) {
    do {
      let versions = try folder.versions()
      for version in versions { check(version) }
      guard let current = try folder.current() else {
        let reason =
          versions.isEmpty
          ? "there is no .xcdatamodel in the bundle"
          : "the bundle has \(versions.count) versions, and .xccurrentversion names none of them"
        problems.append(Problem(reason, file: folder.url.path, line: 0))
        return
      }
      if problems.isEmpty { models.append(try classModel(current)) }
    } catch let error as ModelReadingError {
      let file = error.url?.path ?? folder.url.path
      problems.append(Self.located(error.reason, in: file) ?? Problem(error.reason, file: file, line: 0))
    } catch {
      problems.append(Problem("\(error)", file: folder.url.path, line: 0))
    }
  }

  /// Checks a version. A problem that our reader reports begins with its line, or names the entity and the property.
  private mutating func check(_ version: URL) {
    let file = ModelFolder.contents(of: version).path
    let found = NSManagedObjectModel.problems(inModelAt: version).map { text in
      Self.located(text, in: file) ?? Problem(text, file: file, line: Self.line(of: text, in: version))
    }
    problems += found.sorted { $0.line < $1.line }
  }

  /// Returns a problem whose text begins with its line; nil for another text.
  private static func located(_ text: String, in file: String) -> Problem? {
    guard text.hasPrefix("line "), let colon = text.firstIndex(of: ":"), let line = Int(text[..<colon].dropFirst(5))
    else { return nil }
    return Problem(text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces), file: file, line: line)
  }

  /// Returns the line of the property, or else of the entity, that a problem names; 0 if it names none.
  private static func line(of text: String, in version: URL) -> Int {
    guard let data = try? Data(contentsOf: ModelFolder.contents(of: version)), let root = try? XMLTree.parse(data)
    else { return 0 }
    // The proposed name after this separator belongs to another element.
    let named = text.components(separatedBy: ". Did you mean ")[0]
    let words = Set(named.split { !($0.isLetter || $0.isNumber || "._".contains($0)) }.map(String.init))
    let entities = root.children(named: "entity")
    for entity in entities {
      for property in entity.children {
        if words.contains("\(entity.attributes["name"] ?? "").\(property.attributes["name"] ?? "")") {
          return property.line
        }
      }
    }
    // If two elements have the same name, the last one is the duplicate.
    guard let entity = entities.last(where: { words.contains($0.attributes["name"] ?? "") }) else { return 0 }
    return entity.children.last { words.contains($0.attributes["name"] ?? "") }?.line ?? entity.line
  }

  private func classModel(_ version: URL) throws -> ClassModel {
    let contents = ModelFolder.contents(of: version)
    let root = try XMLTree.parse(Data(contentsOf: contents))
    return ClassModel(file: contents.path, entities: root.children(named: "entity").map(Self.entity))
  }

  private static func entity(_ element: XMLTree) -> ClassModel.Entity {
    ClassModel.Entity(
      name: element.attributes["name"] ?? "", className: element.attributes["representedClassName"] ?? "",
      parent: element.attributes["parentEntity"],
      generation: element.attributes["codeGenerationType"].flatMap(ClassModel.Generation.init) ?? .none,
      attributes: element.children(named: "attribute").map { attribute in
        ClassModel.Attribute(
          name: attribute.attributes["name"] ?? "", type: attribute.attributes["attributeType"] ?? "",
          isScalar: attribute.attributes["usesScalarValueType"] == "YES",
          customClass: attribute.attributes["customClassName"].flatMap { $0.isEmpty ? nil : $0 }, line: attribute.line)
      },
      relationships: element.children(named: "relationship").map { relationship in
        ClassModel.Relationship(
          name: relationship.attributes["name"] ?? "", destination: relationship.attributes["destinationEntity"] ?? "",
          isToMany: relationship.attributes["toMany"] == "YES", isOrdered: relationship.attributes["ordered"] == "YES",
          line: relationship.line)
      }, fetchedProperties: element.children(named: "fetchedProperty").compactMap { $0.attributes["name"] },
      line: element.line)
  }
}
