import Foundation
import OrderedRows

/// Merges a few keys into an ordered list of keys.
struct OrderedMerge {
  let order: CompiledOrder
  let reader: ContextReader

  /// The keys of both, in order.
  ///
  /// - Complexity: each arriving key is inserted by a binary search that reads the sort values of O(log n) other
  ///   keys. If that would be more reads than n, all keys are sorted instead.
  func merge(_ arriving: [RowKey], into keys: ContiguousArray<RowKey>) throws -> ContiguousArray<RowKey> {
    guard !arriving.isEmpty else { return keys }
    let steps = Int.bitWidth - keys.count.leadingZeroBitCount
    if order.terms.isEmpty || arriving.count * steps > keys.count {
      return ContiguousArray(try order.sorted(Array(keys) + arriving, in: reader))
    }
    var known: [Int: [Value]] = [:]
    func values(at place: Int) throws -> [Value] {
      if let values = known[place] { return values }
      let values = try order.values(of: keys[place], in: reader)
      known[place] = values
      return values
    }
    var result: ContiguousArray<RowKey> = []
    result.reserveCapacity(keys.count + arriving.count)
    var taken = 0
    for key in try order.sorted(arriving, in: reader) {
      let own = try order.values(of: key, in: reader)
      let place = try (taken..<keys.count).partitionPoint { !order.precedes(try values(at: $0), keys[$0], own, key) }
      result += keys[taken..<place]
      result.append(key)
      taken = place
    }
    return result + keys[taken...]
  }
}
