// With `Testing` and a module named AppKit the compiler imports this one, too: on Apple platforms it lets tests attach
// images. Here it adds nothing.
@_exported import AppKit
