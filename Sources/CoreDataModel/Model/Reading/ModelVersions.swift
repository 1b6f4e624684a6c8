import Foundation

/// The versions of a model in the bundle that it was read from.
package enum ModelVersions {
  private static let kinds = ["momd", "xcdatamodeld"]

  /// The version that a store was made for.
  ///
  /// - Parameters:
  ///   - hashes: the store's version hashes: ours, or Apple's, which a compiled bundle lists.
  ///   - model: any version that was read from the bundle.
  package static func model(
    withHashes hashes: StoredHashes, beside model: NSManagedObjectModel
  ) -> NSManagedObjectModel? {
    model.versionsURL.flatMap { self.model(withHashes: hashes, in: $0) }
  }

  /// The version in a bundle that has entities of these hashes.
  package static func model(withHashes hashes: StoredHashes, in bundle: URL) -> NSManagedObjectModel? {
    guard !hashes.byName.isEmpty else { return nil }
    let versions = files(in: bundle)
    let listed = listedHashes(bundle)
    if let version = versions.first(where: { listed[$0.deletingPathExtension().lastPathComponent] == hashes.byName }) {
      return try? NSManagedObjectModel(reading: version)
    }
    return versions.lazy.compactMap { try? NSManagedObjectModel(reading: $0) }.first {
      hashes.match($0.entities)
    }
  }

  /// The versions in a bundle, by name; none where it is no bundle.
  package static func files(in bundle: URL) -> [URL] {
    guard kinds.contains(bundle.pathExtension) else { return [] }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: bundle.path)) ?? []).sorted()
    return names.map { bundle.appendingPathComponent($0) }.filter { ["mom", "xcdatamodel"].contains($0.pathExtension) }
  }

  /// The bundle with all versions, where an address names one or a version in it.
  static func bundle(around url: URL) -> URL? {
    if kinds.contains(url.pathExtension) { return url }
    let outer = url.deletingLastPathComponent()
    if kinds.contains(outer.pathExtension) { return outer }
    // The XML in a version.
    let outermost = outer.deletingLastPathComponent()
    return kinds.contains(outermost.pathExtension) ? outermost : nil
  }

  /// The version hashes that Apple's compiler lists for each version, by the version's name.
  static func listedHashes(_ bundle: URL) -> [String: [String: Data]] {
    let list = ModelNote.unlessWrong("no version is found by the hashes that it lists") {
      try NestedPropertyList.dictionary(at: bundle.appendingPathComponent("VersionInfo.plist"))
    }
    return list?["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]] ?? [:]
  }
}
