// Nested folders in SwiftUI's three views for trees.
#if canImport(SwiftUI) && canImport(Observation)
  import SectionedTrees
  import SwiftUI

  struct Folder: Identifiable, Equatable {
    let id: Int
    var parent: Int?
    var name: String
  }

  @available(iOS 17, macOS 14, visionOS 1, *)
  struct FoldersList: View {
    let folders: ObservableTree<MemoryTree<Folder, Int>>

    var body: some View {
      // guide
      List(folders.roots, children: \.children) { node in
        Text(node.model?.name ?? "")
      }
      // end
    }
  }

  @available(iOS 17, macOS 14, visionOS 1, *)
  struct FoldersOutline: View {
    let folders: ObservableTree<MemoryTree<Folder, Int>>

    var body: some View {
      List {
        OutlineGroup(folders.roots, children: \.children) { node in
          Text(node.model?.name ?? "")
        }
      }
    }
  }

  // guide
  @available(iOS 17, macOS 14, visionOS 1, *)
  struct FolderRow: View {
    @Bindable var folders: ObservableTree<MemoryTree<Folder, Int>>
    let node: ObservableTreeNode<MemoryTree<Folder, Int>>

    var body: some View {
      if let children = node.children {
        DisclosureGroup(isExpanded: $folders[isExpanded: node.id]) {
          ForEach(children) { FolderRow(folders: folders, node: $0) }
        } label: {
          Text(node.model?.name ?? "")
        }
      } else {
        Text(node.model?.name ?? "")
      }
    }
  }
// end
#endif
