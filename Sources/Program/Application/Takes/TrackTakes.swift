import AudioBase
import Dubbing
import MixEngine
import SystemBase

package enum TakeGroup: Hashable, Sendable {
  case track(TrackLocation)
  /// Takes without a track.
  case free
  /// Takes whose track was not found.
  case lost

  /// Creates the name of the takes of a track. `track` is nil for the free takes.
  init(_ track: TrackLocation?) { self = track.map { .track($0) } ?? .free }
}

struct TrackTakes {
  /// The key of the track; nil until the file was read, or if it cannot be read.
  var key: TrackKey?
  /// Whether the folder of takes has been searched.
  var isFound = false
  var problem: FileError?
  /// The takes, the oldest first.
  var takes: [Take] = []
  /// The take that plays and is recorded to; nil if the next recording starts a new take.
  var current: Take.ID?
  /// What is kept for the song.
  var song = Song()
  /// The changes of the song that were made before its file was read.
  var songEdits: [SongEdit] = []
  var tagTempo: TempoMap?
  /// The hits and clicks that the engine plays; nil if they have to be planned again.
  var sequences: [HitSequence]?
  /// The plans of the layers of the current take.
  var plans = LayerPlans()
  /// The hits of the layers that are being recorded. They change with each hit, so they are planned apart.
  var liveSequences: LiveHitSequences?

  /// The tempo that was tapped or typed for the track.
  var tempo: TempoMap? { song.tempo }

  var take: Take? { takes.first { $0.id == current } }

  /// The tempo in use: that of the current take, else the one that was tapped or typed for the track, else that of its
  /// tags. A tempo that is tapped or typed while there is a take is stored in the take.
  var knownTempo: TempoMap? { take?.tempo ?? tempo ?? tagTempo }

  mutating func forgetSequences() { (sequences, liveSequences) = (nil, nil) }

  /// Stores what was recorded in the current take. This changes the hits in place, since a copy would cost as much as
  /// there are hits. Returns the hits that are heard.
  mutating func record(_ outputs: [TakeRecorder.Output], knowsSamples: Bool) -> [TakeHit] {
    guard let place = takes.firstIndex(where: { $0.id == current }) else { return [] }
    var heard: [TakeHit] = []
    for output in outputs {
      takes[place].record(output)
      switch output {
      case .hit(let hit, let number, let id):
        guard let layer = takes[place].layer(id), takes[place].sounds(layer) else { continue }
        heard.append(hit)
        liveSequences?.add(
          PlannedHit(hit, gain: layer.settings.gain.factor, knowsSamples: knowsSamples), layer: id,
          id: number)
      case .length(let length, let hit, let layer):
        if liveSequences?.setLength(length, ofHit: hit, layer: layer) == false { liveSequences = nil }
      case .layer, .lanePoint, .audio, .audioGrew, .origin, .ended: continue
      }
    }
    return heard
  }

  /// Replaces the take with the same id, or adds it.
  mutating func replace(_ take: Take) {
    forgetSequences()
    if let index = takes.firstIndex(where: { $0.id == take.id }) {
      takes[index] = take
    } else {
      takes.append(take)
    }
  }

  /// Removes a take; if it was the current one, the last one becomes current.
  mutating func remove(_ id: Take.ID) {
    forgetSequences()
    takes.removeAll { $0.id == id }
    if current == id { current = takes.last?.id }
  }

  mutating func sort() { takes.sort { ($0.created, $0.id) < ($1.created, $1.id) } }

  /// Adds takes that were found on the disk, unless a newer version is in memory.
  mutating func add(_ found: [Take]) {
    let known = Set(takes.map(\.id))
    takes = found.filter { !known.contains($0.id) } + takes
    sort()
    if current == nil { current = latest }
    sequences = nil
  }

  /// The take that was changed last.
  var latest: Take.ID? { takes.max { ($0.modified, $0.id) < ($1.modified, $1.id) }?.id }
}
