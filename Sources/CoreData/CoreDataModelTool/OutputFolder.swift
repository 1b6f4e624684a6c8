import Foundation

/// Writes the tool's output only if it differs from the existing files, because a written file causes everything that
/// depends on it to be rebuilt.
enum OutputFolder {
  static func write(_ text: String, to url: URL) throws { try write(Data(text.utf8), to: url) }

  private static func write(_ data: Data, to url: URL) throws {
    if let old = try? Data(contentsOf: url), old == data { return }
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url, options: .atomic)
  }

  /// Writes a model as Apple's compiler names it, so that programs find it: `Name.momd` with a file per version and a
  /// list that names the current one, or `Name.mom`. The files contain the model's XML, which our reader accepts in
  /// their place.
  static func write(_ model: ModelFolder, into folder: URL) throws {
    let versions = try model.versions()
    guard model.hasVersions else {
      return try copy(ModelFolder.contents(of: model.url), to: folder.appendingPathComponent(model.name + ".mom"))
    }
    let bundle = folder.appendingPathComponent(model.name + ".momd")
    var expected: Set = ["VersionInfo.plist"]
    for version in versions {
      let name = version.deletingPathExtension().lastPathComponent + ".mom"
      expected.insert(name)
      try copy(ModelFolder.contents(of: version), to: bundle.appendingPathComponent(name))
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: bundle.path) where !expected.contains(name) {
      try FileManager.default.removeItem(at: bundle.appendingPathComponent(name))
    }
    guard let current = try model.current() else { return }
    let list = ["NSManagedObjectModel_CurrentVersionName": current.deletingPathExtension().lastPathComponent]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    try write(data, to: bundle.appendingPathComponent("VersionInfo.plist"))
  }

  /// Copies a file byte by byte, because a model may have another encoding than UTF-8, which its XML declares.
  private static func copy(_ file: URL, to url: URL) throws { try write(try Data(contentsOf: file), to: url) }
}
