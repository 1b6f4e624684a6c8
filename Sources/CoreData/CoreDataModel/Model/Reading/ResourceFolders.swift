import Foundation

/// The folders of a program's resources: its own, and those of the package modules that were built with it. The latter
/// are `.resources` or `.bundle` folders beside the program.
package enum ResourceFolders {
  package static func folders(of bundle: Bundle = .main) -> [URL] {
    let own = [bundle.resourceURL, bundle.bundleURL].compactMap { $0 }
    let beside =
      (try? FileManager.default.contentsOfDirectory(at: bundle.bundleURL, includingPropertiesForKeys: nil)) ?? []
    let modules = beside.filter { ["resources", "bundle"].contains($0.pathExtension) }
    var seen: Set<String> = []
    return (own + modules.sorted { $0.path < $1.path }).filter {
      seen.insert($0.standardizedFileURL.path).inserted
    }
  }
}
