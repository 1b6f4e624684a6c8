/// The page's program, in the order of its parts.
enum PageProgram {
  static let text = "(() => {\n\"use strict\";\n" + frames + list + batches + stepping + "})();\n"
}
