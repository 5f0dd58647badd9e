package import Foundation

/// The folders of the repository that tests read from.
package enum Repository {
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  package static let presets = root.appendingPathComponent("presets")
  package static let scripts = root.appendingPathComponent("Tests/scripts")
}
