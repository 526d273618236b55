import Studio
import SystemBase

/// The mixer with which a take was recorded, and the levels of the player and of the parts of the song: what exports of the take
/// have.
package struct TakeMixer: Hashable, Sendable {
  /// Nil in a take of a program that did not store it: the dry one.
  package var graph: MixGraph?
  /// Nil in a take of a program that did not store them: those of the player.
  package var gains: MixGains?
  /// The levels of parts of the song with which lanes of them begin; those of other parts are unity gain.
  package var songParts: [String: SongPartLevel] = [:]

  package init(
    _ graph: MixGraph? = nil, _ gains: MixGains? = nil, songParts: [String: SongPartLevel] = [:]
  ) {
    (self.graph, self.gains, self.songParts) = (graph, gains, songParts)
  }

  /// Reads the member `mixer` of an object.
  init(_ members: inout JSONMembers, _ name: String = "mixer") throws(FileError) {
    guard var object = try members.object(name) else { return }
    gains = try object.object("levels").map { (levels) throws(FileError) in try MixGains(levels) }
    songParts = try SongFile.partLevels(&object, "songParts")
    graph = try MixFile.graph(&object)
  }

  /// The members of the graph, and the levels as `levels` and `songParts`; nil without a graph.
  var members: JSONObject? {
    graph.map {
      JSONObject(
        ["levels": gains?.members, "songParts": SongFile.parts(songParts)],
        unknown: MixFile.members(of: $0))
    }
  }
}

extension Take {
  package var ownMixer: TakeMixer {
    get { TakeMixer(mixer, gains, songParts: songParts) }
    set { (mixer, gains, songParts) = (newValue.graph, newValue.gains, newValue.songParts) }
  }
}
