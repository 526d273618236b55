import Studio
import SystemBase

/// The mixer with which a take was recorded, and the levels of the player: what exports of the take have.
package struct TakeMixer: Hashable, Sendable {
  /// Nil in a take of a program that did not store it: the dry one.
  package var graph: MixGraph?
  /// Nil in a take of a program that did not store them: those of the player.
  package var gains: MixGains?

  package init(_ graph: MixGraph? = nil, _ gains: MixGains? = nil) {
    (self.graph, self.gains) = (graph, gains)
  }

  /// Reads the member `mixer` of an object.
  init(_ members: inout JSONMembers, _ name: String = "mixer") throws(FileError) {
    guard var object = try members.object(name) else { return }
    gains = try object.object("levels").map { (levels) throws(FileError) in try MixGains(levels) }
    graph = try MixFile.graph(&object)
  }

  /// The members of the graph, and the levels as `levels`; nil without a graph.
  var members: JSONObject? {
    graph.map { JSONObject(["levels": gains?.members], unknown: MixFile.members(of: $0)) }
  }
}

extension Take {
  package var ownMixer: TakeMixer {
    get { TakeMixer(mixer, gains) }
    set { (mixer, gains) = (newValue.graph, newValue.gains) }
  }
}
