import Foundation

/// Finds the versions of a model in the bundle from which it was read.
package enum ModelVersions {
  private static let kinds = ["momd", "xcdatamodeld"]

  /// The version of the model that a store was made for.
  ///
  /// - Parameters:
  ///   - hashes: the store's version hashes. They may be Apple's, which a compiled bundle lists.
  ///   - model: any version of the model, read from the bundle.
  package static func model(
    withHashes hashes: StoredHashes, beside model: NSManagedObjectModel
  ) -> NSManagedObjectModel? {
    model.versionsURL.flatMap { self.model(withHashes: hashes, in: $0) }
  }

  /// The version in a bundle whose entities have the given hashes.
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

  /// The version files in a bundle, sorted by name; empty if the URL is not a bundle.
  package static func files(in bundle: URL) -> [URL] {
    guard kinds.contains(bundle.pathExtension) else { return [] }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: bundle.path)) ?? []).sorted()
    return names.map { bundle.appendingPathComponent($0) }.filter { ["mom", "xcdatamodel"].contains($0.pathExtension) }
  }

  /// The bundle with all versions, for the URL of the bundle, of a version, or of a version's XML; nil for another URL.
  static func bundle(around url: URL) -> URL? {
    if kinds.contains(url.pathExtension) { return url }
    let outer = url.deletingLastPathComponent()
    if kinds.contains(outer.pathExtension) { return outer }
    // The URL may be that of the XML in a version.
    let outermost = outer.deletingLastPathComponent()
    return kinds.contains(outermost.pathExtension) ? outermost : nil
  }

  /// The version hashes that Apple's compiler lists in a bundle, by version and entity name.
  static func listedHashes(_ bundle: URL) -> [String: [String: Data]] {
    let list = ModelNote.unlessWrong("no version is found by the hashes that it lists") {
      try NestedPropertyList.dictionary(at: bundle.appendingPathComponent("VersionInfo.plist"))
    }
    return list?["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]] ?? [:]
  }
}
