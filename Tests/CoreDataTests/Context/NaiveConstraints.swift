@testable import CoreData

/// A naive model of tracks with unique codes, as plain values, and of saves under a merge policy.
struct NaiveConstraints {
  struct Track: Equatable {
    /// Different for each track. It never changes.
    let title: String
    var code: String?
    var note: String?
    var plays = 0

    var text: String { "\(code ?? "nil") \(title) \(note ?? "nil") \(plays)" }
  }

  /// The stored tracks by title.
  var stored: [String: Track] = [:]
  /// The changed tracks, in the order of their first change.
  var updated: [Track] = []
  var inserted: [Track] = []
  var deleted: Set<String> = []

  /// The tracks that there are after a save of the changes.
  private var after: [String: Track] {
    var tracks = stored
    for title in deleted { tracks[title] = nil }
    for track in updated + inserted { tracks[track.title] = track }
    return tracks
  }

  /// Tracks with the same code: the one that is stored with it, and those that got it.
  private struct Dispute {
    let owner: String?
    let rivals: [String]
  }

  /// The disputes, in the order in which their codes were set. No track is in two of them.
  private var disputes: [Dispute] {
    var codes: [String] = []
    var claims: [String: [String]] = [:]
    for track in updated.filter({ stored[$0.title]?.code != $0.code }) + inserted {
      guard let code = track.code else { continue }
      if claims[code] == nil { codes.append(code) }
      claims[code, default: []].append(track.title)
    }
    let after = after
    return codes.compactMap { code in
      let owner = stored.values.first { $0.code == code && after[$0.title]?.code == code }?.title
      let rivals = claims[code] ?? []
      return rivals.count + (owner == nil ? 0 : 1) > 1 ? Dispute(owner: owner, rivals: rivals) : nil
    }
  }

  var texts: [String] { stored.values.map(\.text).sorted() }

  /// - Returns: false if the policy makes the save fail.
  mutating func save(_ policy: NSMergePolicyType) -> Bool {
    // A track that gets its former code back may be in another dispute then. The next round settles that.
    while case let found = disputes, !found.isEmpty {
      if policy == .errorMergePolicyType { return false }
      for dispute in found { settle(dispute, policy) }
    }
    stored = after
    forgetChanges()
    return true
  }

  mutating func forgetChanges() {
    (updated, inserted, deleted) = ([], [], [])
  }

  private mutating func settle(_ dispute: Dispute, _ policy: NSMergePolicyType) {
    let owner = dispute.owner.flatMap { after[$0] }
    let rivals = dispute.rivals.compactMap { title in (updated + inserted).first { $0.title == title } }
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
