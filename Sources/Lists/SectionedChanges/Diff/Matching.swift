/// The indices of elements with equal identifiers in two lists; -1 for an element that is not in the other list.
///
/// Items are numbered across all sections ("flat indices").
@usableFromInline
struct Matching {
  /// The new flat index by old flat index.
  @usableFromInline var newOfOld: [Int]
  /// The old flat index by new flat index.
  @usableFromInline var oldOfNew: [Int]

  /// Complexity: O(old + new). Each identifier is hashed once.
  /// - Throws: a ``SectionedChangeError`` that names every identifier that a list contains twice.
  @inlinable
  init<ID: Hashable>(_ old: [ID], _ new: [ID], _ reason: SectionedChangeError.Reason, _ noun: String) throws {
    newOfOld = Array(repeating: -1, count: old.count)
    oldOfNew = Array(repeating: -1, count: new.count)
    var places = [ID: Int](minimumCapacity: old.count)
    for (index, id) in old.enumerated() {
      guard places.updateValue(index, forKey: id) == nil else { throw Self.duplicates(in: old, "old", reason, noun) }
    }
    var unmatched: Set<ID> = []
    for (index, id) in new.enumerated() {
      if let place = places[id] {
        guard newOfOld[place] < 0 else { throw Self.duplicates(in: new, "new", reason, noun) }
        newOfOld[place] = index
        oldOfNew[index] = place
      } else if !unmatched.insert(id).inserted {
        throw Self.duplicates(in: new, "new", reason, noun)
      }
    }
  }

  /// Throws an error that names every identifier that a list contains more than once.
  ///
  /// Complexity: O(identifiers).
  static func checkUnique<ID: Hashable>(
    _ ids: [ID], _ list: String, _ reason: SectionedChangeError.Reason, _ noun: String
  ) throws {
    guard Set(ids).count < ids.count else { return }
    throw duplicates(in: ids, list, reason, noun)
  }

  @usableFromInline
  static func duplicates<ID: Hashable>(
    in ids: [ID], _ list: String, _ reason: SectionedChangeError.Reason, _ noun: String
  ) -> SectionedChangeError {
    var seen: Set<ID> = []
    var named: Set<ID> = []
    let twice = ids.filter { !seen.insert($0).inserted && named.insert($0).inserted }
    let names = twice.map { "\(named: $0)" }.joined(separator: ", ")
    return SectionedChangeError(
      reason, "The \(list) list has more than one \(noun) with the identifier \(names). Identifiers must be unique.")
  }
}

extension Matching {
  /// Returns the new flat indices, sorted, of elements that can count as untouched: they are in both given ranges, and
  /// have the same relative order in both lists.
  ///
  /// Every such choice gives the same change set. This one takes linear time, and omits few elements if few moved. If
  /// the orders differ, it omits the element that moved farther.
  @usableFromInline
  func orderedElements(old: Range<Int>, new: Range<Int>) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(Swift.min(old.count, new.count))
    var first = old.lowerBound
    var second = new.lowerBound
    while first < old.upperBound, second < new.upperBound {
      let newPlace = newOfOld[first]
      if newPlace == second {
        result.append(second)
        first += 1
        second += 1
        continue
      }
      let oldPlace = oldOfNew[second]
      if newPlace < second || newPlace >= new.upperBound {
        first += 1
      } else if oldPlace < first || oldPlace >= old.upperBound {
        second += 1
      } else if oldPlace - first > newPlace - second {
        second += 1
      } else {
        first += 1
      }
    }
    return result
  }
}
