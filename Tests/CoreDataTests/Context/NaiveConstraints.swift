@testable import CoreData

/// Tracks with unique codes as plain values, and what a save makes of them under a merge policy.
struct NaiveConstraints {
  struct Track: Equatable {
    /// Never changes, and is different for each track.
    let title: String
    var code: String?
    var note: String?
    var plays = 0

    var text: String { "\(code ?? "nil") \(title) \(note ?? "nil") \(plays)" }
  }

  /// By title.
  var stored: [String: Track] = [:]
  /// In the order of their first change.
  var updated: [Track] = []
  var inserted: [Track] = []
  var deleted: Set<String> = []

  /// What there is once the changes are saved.
  private var after: [String: Track] {
    var tracks = stored
    for title in deleted { tracks[title] = nil }
    for track in updated + inserted { tracks[track.title] = track }
    return tracks
  }

  private var disputedCode: String? {
    let codes = after.values.compactMap(\.code)
    return codes.first { code in codes.filter { $0 == code }.count > 1 }
  }

  var texts: [String] { stored.values.map(\.text).sorted() }

  /// - Returns: false where the policy has the save fail.
  mutating func save(_ policy: NSMergePolicyType) -> Bool {
    while let code = disputedCode {
      if policy == .errorMergePolicyType { return false }
      settle(code, policy)
    }
    stored = after
    forgetChanges()
    return true
  }

  mutating func forgetChanges() {
    (updated, inserted, deleted) = ([], [], [])
  }

  private mutating func settle(_ code: String, _ policy: NSMergePolicyType) {
    let owner = stored.values.first { $0.code == code && after[$0.title]?.code == code }.flatMap { after[$0.title] }
    let rivals = (updated.filter { stored[$0.title]?.code != code } + inserted).filter { $0.code == code }
    switch policy {
    case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType:
      var winner = owner ?? rivals[0]
      for loser in owner == nil ? Array(rivals.dropFirst()) : rivals {
        if inserted.contains(loser) {
          if policy == .mergeByPropertyStoreTrumpMergePolicyType { winner.take(loser) }
          inserted.removeAll { $0 == loser }
        } else if let index = updated.firstIndex(of: loser), let old = stored[loser.title] {
          if policy == .rollbackMergePolicyType { updated.remove(at: index) } else { updated[index].code = old.code }
        }
      }
      put(winner)
    default:
      var winner = rivals[rivals.count - 1]
      for loser in rivals.dropLast() + [owner].compactMap({ $0 }) {
        if policy == .mergeByPropertyObjectTrumpMergePolicyType { winner.take(loser) }
        inserted.removeAll { $0 == loser }
        updated.removeAll { $0 == loser }
        if stored[loser.title] != nil { deleted.insert(loser.title) }
      }
      put(winner)
    }
  }

  mutating func put(_ track: Track) {
    if let index = inserted.firstIndex(where: { $0.title == track.title }) {
      inserted[index] = track
    } else if let index = updated.firstIndex(where: { $0.title == track.title }) {
      updated[index] = track
    } else if stored[track.title] != track {
      updated.append(track)
    }
  }
}

extension NaiveConstraints.Track {
  mutating func take(_ other: Self) {
    note = note ?? other.note
    if plays == 0 { plays = other.plays }
  }
}
