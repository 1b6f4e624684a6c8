import Foundation
import PackagePlugin

/// Makes classes and accessors of a target's models, and puts the models among its resources.
///
/// Where Apple's tools build, Xcode does that.
@main struct CoreDataModelPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    #if os(macOS)
      return []
    #else
      // The tool is missing where the package is built for an Apple platform.
      guard let target = target as? any SourceModuleTarget, let tool = try? context.tool(named: "CoreDataModelTool")
      else { return [] }
      let folder = context.pluginWorkDirectoryURL
      let source = folder.appending(path: "CoreDataModel.swift")
      let models = try Self.models(in: target.directoryURL)
      let sources = target.sourceFiles(withSuffix: "swift").map(\.url).filter { !$0.path.hasPrefix(folder.path) }
      var arguments = ["generate", "--module", target.moduleName, "--output", source.path, "--models-to", folder.path]
      var inputs = sources
      for model in models {
        arguments += ["--model", model.path]
        inputs += try Self.files(in: model)
      }
      for dependency in target.recursiveTargetDependencies {
        // Types of Core Data itself are known, and system libraries have none.
        guard let module = dependency as? any SourceModuleTarget, module.moduleName != "CoreData" else { continue }
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

  /// The models in a target's folder. What is in a model is none.
  private static func models(in folder: URL) throws -> [URL] {
    var models: [URL] = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey]) {
      if ["xcdatamodeld", "xcdatamodel"].contains(file.pathExtension) {
        models.append(file)
      } else if (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true,
        !file.lastPathComponent.hasPrefix(".")
      {
        models += try Self.models(in: file)
      }
    }
    return models.sorted { $0.path < $1.path }
  }

  private static func files(in folder: URL) throws -> [URL] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return names.map { folder.appending(path: $0) }.filter {
      ["contents", ".xccurrentversion"].contains($0.lastPathComponent)
    }
  }
}
