import Foundation
import PackagePlugin

/// Generates classes and accessors from a target's models, and adds the models to the target's resources.
///
/// With Apple's tools the plugin does nothing, because Xcode generates both.
@main struct CoreDataModelPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    #if os(macOS)
      return []
    #else
      // The tool is not built if the target platform is one of Apple's.
      guard let target = target as? any SourceModuleTarget, let tool = try? context.tool(named: "CoreDataModelTool")
      else { return [] }
      let folder = context.pluginWorkDirectoryURL
      let source = folder.appending(path: "CoreDataModel.swift")
      // The list has no models that the manifest excludes.
      let models = target.sourceFiles.map(\.url).filter { ["xcdatamodeld", "xcdatamodel"].contains($0.pathExtension) }
        .sorted { $0.path < $1.path }
      let sources = target.sourceFiles(withSuffix: "swift").map(\.url).filter { !$0.path.hasPrefix(folder.path) }
      var arguments = ["generate", "--module", target.moduleName, "--output", source.path, "--models-to", folder.path]
      var inputs = sources
      for model in models {
        arguments += ["--model", model.path]
        inputs += try Self.files(in: model)
      }
      // Some manifests exclude the model, because SwiftPM warns of files that it does not know.
      if models.isEmpty {
        let folders = context.package.targets.map { $0.directoryURL.path }
        arguments += Self.models(in: target.directoryURL, besides: folders).flatMap { ["--excluded", $0.path] }
      }
      for dependency in target.recursiveTargetDependencies {
        // The tool knows the types of Core Data, and system libraries have no Swift types.
        guard let module = dependency as? any SourceModuleTarget,
          !["CoreData", "CoreDataModel"].contains(module.moduleName)
        else { continue }
        for file in module.sourceFiles(withSuffix: "swift") {
          arguments += ["--import", "\(module.moduleName)=\(file.url.path)"]
          inputs.append(file.url)
        }
      }
      arguments += sources.map(\.path)
      let resources = models.map { model in
        let type = model.pathExtension == "xcdatamodeld" ? "momd" : "mom"
        return folder.appending(path: model.deletingPathExtension().lastPathComponent + "." + type)
      }
      return [
        .buildCommand(
          displayName: "Core Data classes of \(target.name)",
          executable: tool.url, arguments: arguments, inputFiles: inputs,
          outputFiles: [source] + resources)
      ]
    #endif
  }

  /// Returns the models in a target's folder and its subfolders.
  ///
  /// - Parameter targets: the folders of all targets. A model in the folder of a nested target belongs to that target.
  private static func models(in folder: URL, besides targets: [String]) -> [URL] {
    let inner = targets.map { $0 + "/" }.filter { $0.hasPrefix(folder.path + "/") && $0 != folder.path + "/" }
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { file in
      file.pathExtension == "xcdatamodeld" && !inner.contains { file.path.hasPrefix($0) }
    }.sorted { $0.path < $1.path }
  }

  private static func files(in folder: URL) throws -> [URL] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return names.map { folder.appending(path: $0) }.filter {
      ["contents", ".xccurrentversion"].contains($0.lastPathComponent)
    }
  }
}
