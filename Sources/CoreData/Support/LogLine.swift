import Foundation

/// Writes a line to the log. What it quotes may come from a file: it moves no cursor, and makes no line of its own.
func logLine(_ text: String) { NSLog("%@", "CoreData: \(text)".onOneLine) }
