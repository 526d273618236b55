import SystemBase

/// A set of pads with the paths of their samples, as `kit.json` describes it.
package struct Kit: Hashable, Sendable {
  package var name: String
  /// The folder that holds it.
  package var path: FilePath
  package var pads: [Pad]

  package init(name: String, path: FilePath, pads: [Pad]) {
    self.name = name
    self.path = path
    self.pads = pads
  }
}
