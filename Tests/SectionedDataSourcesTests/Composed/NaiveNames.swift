import SectionedChanges

@testable import SectionedDataSources

/// A reference for composed sources: the expected list, computed anew at each step.
final class NaiveNames {
  private struct Key: Hashable {
    let child: ObjectIdentifier
    let id: ListedID<Int>
  }

  private var items: [Key: Int32] = [:]
  private var sections: [Key: Int32] = [:]

  /// Returns the expected list after a step.
  func list(of children: [BookChild]) -> [(section: ListedID<Int>, items: [ListedID<Int>])] {
    var itemKeys: [Key] = []
    var sectionKeys: [Key] = []
    for child in children {
      for section in child.core.snapshot.sections {
        sectionKeys.append(Key(child: ObjectIdentifier(child.core), id: section.id))
        for item in section.items { itemKeys.append(Key(child: ObjectIdentifier(child.core), id: item.id)) }
      }
    }
    sections = Self.numbers(of: sectionKeys, keeping: sections)
    items = Self.numbers(of: itemKeys, keeping: items)
    var result: [(section: ListedID<Int>, items: [ListedID<Int>])] = []
    for child in children {
      let id = ObjectIdentifier(child.core)
      for section in child.core.snapshot.sections {
        let rows = section.items.map {
          ListedID($0.id.id, occurrence: items[Key(child: id, id: $0.id), default: -1])
        }
        let number = sections[Key(child: id, id: section.id), default: -1]
        result.append((ListedID(section.id.id, occurrence: number), rows))
      }
    }
    return result
  }

  private static func numbers(of keys: [Key], keeping old: [Key: Int32]) -> [Key: Int32] {
    var result = old.filter { keys.contains($0.key) }
    for key in keys where result[key] == nil {
      let taken = Set(result.filter { $0.key.id.id == key.id.id }.values)
      var number: Int32 = 0
      while taken.contains(number) { number += 1 }
      result[key] = number
    }
    return result
  }
}
