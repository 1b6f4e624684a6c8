import CoreData
import OrderedRows

/// A check of a grouping's key path against a model.
struct GroupingCheck {
  /// The entities of the related objects on the path, whose changes may change groups.
  let related: [NSEntityDescription]
  /// The sort key by which a list has the objects of each group together; nil if the list cannot be sorted so.
  let sortKey: String?

  /// Checks the key path of a grouping. A grouping by a closure has none and is not checked.
  ///
  /// - Throws: `invalidGrouping`, with the reason.
  init<Item, Group>(_ grouping: FetchedGrouping<Item, Group>, of entity: NSEntityDescription) throws {
    guard let path = grouping.path else {
      (related, sortKey) = ([], nil)
      return
    }
    func wrong(_ reason: String) -> FetchedSourceError { .invalidGrouping(path: path, reason: reason) }
    let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard steps.count == 1 || grouping.mayLeadAway else {
      throw wrong("it is an attribute of another entity than \(entity.text). Group by a key path.")
    }
    var (related, here) = ([NSEntityDescription](), entity)
    for step in steps.dropLast() {
      guard let relationship = here.relationshipsByName[step], let next = relationship.destinationEntity else {
        let known = here.relationshipsByName.values.filter { !$0.isToMany }.map(\.name)
        throw wrong(
          "\(here.text) has no relationship “\(step)”; to one object it has "
            + NearNames.choices(for: step, among: known))
      }
      guard !relationship.isToMany else { throw wrong("\(here.text).\(step) is a to-many relationship.") }
      related.append(next)
      here = next
    }
    let name = steps.last ?? path
    guard let attribute = here.attributesByName[name] else {
      throw wrong(
        here.relationshipsByName[name] == nil
          ? "\(here.text) has no attribute “\(name)”; it has "
            + NearNames.choices(for: name, among: here.attributesByName.keys)
          : "\(here.text).\(name) is a relationship. Use a FetchedDataSource, or groupedByEach(_:).")
    }
    let type = attribute.attributeType
    guard !Self.withoutEquality.contains(type) else {
      throw wrong(
        "values of \(here.text).\(name) are not comparable: its type is undefined, an object ID, "
          + "transformable or binary.")
    }
    if let types = grouping.types, !types.contains(type) {
      throw wrong("\(here.text).\(name) does not have values of the type \(Group.self) or of the one that was named.")
    }
    self.related = related
    // A store cannot sort by a transient attribute.
    sortKey = grouping.isSortedByPath && !attribute.isTransient ? path : nil
  }

  private static let withoutEquality: Set<NSAttributeType> = [
    .undefinedAttributeType, .objectIDAttributeType, .transformableAttributeType, .binaryDataAttributeType,
  ]
}

extension NSEntityDescription {
  /// The entity's name for an error message.
  var text: String { name ?? "an entity without a name" }
}
