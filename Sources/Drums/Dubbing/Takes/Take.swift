import AudioBase
import MixEngine
import Studio
import SystemBase

/// A recording: played hits in layers, kept apart from the track that they were played to.
package struct Take: Hashable, Sendable, Identifiable {
  /// Text of letters, digits and hyphens; part of the file's name.
  package private(set) var id: String
  package var name: String
  /// The track; nil for a take that was played to the metronome alone.
  package var track: TrackReference?
  package var kit: KitReference?
  /// The rate of the frames of a take without a track, else that of the track counts; nil for 48 kHz.
  package var rate: SampleRate?
  /// The frames of a take without a track that repeat; nil if it plays once.
  package var loop: Range<Int>?
  package var tempo: TempoMap?
  /// The mixer with which it was recorded; nil for the dry one.
  package var mixer: MixGraph?
  /// The levels of the player with which it was recorded; nil if the take does not know them.
  package var gains: MixGains?
  /// The levels of parts of the song with which it was recorded; those of other parts were unity gain.
  package var songParts: [String: SongPartLevel] = [:]
  /// The layers in the order in which they are shown. Edits change them (`Take+Edit.swift`) and can be undone.
  package internal(set) var layers: [Layer] = []
  /// The values of the mixer that change while the take plays, in the order of their identities: those of the take, then
  /// those of its layers. No two of them have the same identity, and none is empty. Lanes of removed layers are not here.
  package internal(set) var lanes: [Lane] = []
  package internal(set) var history = TakeHistory()
  /// Seconds since 1970.
  package var created: Int
  package var modified: Int
  /// Members of the file that this version does not know.
  package var unknown = JSONObject()

  package init(
    id: String, name: String, track: TrackReference?, kit: KitReference? = nil, tempo: TempoMap? = nil,
    created: Int
  ) {
    (self.id, self.name, self.track) = (id, name, track)
    (self.kit, self.tempo, self.created) = (kit, tempo, created)
    modified = created
  }

  func copy(id: String) -> Take {
    var copy = self
    copy.id = id
    return copy
  }

  package var frameRate: SampleRate { track?.sampleRate ?? rate ?? .standard }

  package var pads: PadSet { layers.reduce(PadSet()) { $0.union(PadSet($1.hits.pads)) } }

  package var hitCount: Int { layers.reduce(0) { $0 + $1.hits.struckCount } }

  /// The layers, and those on the shelf.
  var allLayers: [Layer] { layers + history.shelf.values }

  package func layer(_ id: Int) -> Layer? { layers.first { $0.id == id } }

  /// Returns whether a layer is heard, by its mute and solo settings and those of the others.
  package func sounds(_ layer: Layer) -> Bool {
    layer.settings.isSolo || !(layer.settings.isMuted || layers.contains { $0.settings.isSolo })
  }

  /// The number of the next layer, which no layer of the take has had.
  package var nextLayerID: Int { max(layers.map(\.id).max() ?? 0, history.shelf.keys.max() ?? 0) + 1 }
}

package struct TrackReference: Hashable, Sendable {
  package var key: TrackKey
  /// The last known path; the key identifies the track.
  package var path: FilePath
  package var sampleRate: SampleRate
  /// The frames; nil if the file does not state its length.
  package var frames: FrameCount?
  package var title: String?
  package var artist: String?
  /// The signature that identifies the recording in other files; nil if it is not computed yet.
  package var signature: TrackSignature?
  /// The seconds by which this file's sound is later than in the imported take's file; nil if they do not differ.
  package var offset: Double?
  package var unknown = JSONObject()

  package init(key: TrackKey, path: FilePath, sampleRate: SampleRate, frames: FrameCount?) {
    (self.key, self.path, self.sampleRate, self.frames) = (key, path, sampleRate, frames)
  }
}

extension TrackReference {
  /// Returns the whole file with a key, or the section that is the track; nil if the file has another sound.
  package func location(in path: FilePath, of key: TrackKey) -> TrackLocation? {
    if key == self.key { return TrackLocation(path: path) }
    guard let start = self.key.sectionStart(in: key) else { return nil }
    return TrackLocation(path: path, section: section(from: start))
  }

  /// Returns the section that begins at a time and has the length of the track.
  private func section(from start: DiscTime) -> TrackSection? {
    guard let frames else { return TrackSection(start: start) }
    let end = start.position(at: sampleRate) + frames
    let time = DiscTime(seconds: end.seconds(at: sampleRate))
    // The last section ends at the end of the file, which is not a whole disc frame.
    return TrackSection(start: start, end: time.position(at: sampleRate) == end ? time : nil)
  }
}

package struct KitReference: Hashable, Sendable {
  package var name: String
  package var path: FilePath
  /// The hash of the sounds and of what decides how they are played; nil if the take does not know it.
  package var hash: ContentHash?
  /// The MIDI notes of the pads, which map them to the pads of other kits; empty if they are not known.
  package var notes: [Int: Int]
  package var unknown = JSONObject()

  package init(name: String, path: FilePath, hash: ContentHash? = nil, notes: [Int: Int] = [:]) {
    (self.name, self.path, self.hash, self.notes) = (name, path, hash, notes)
  }
}

/// The tempo of a track and the positions of its beats, as files have them. `BeatGrid` computes with it.
package struct TempoMap: Hashable, Sendable {
  package static let speeds = 20.0...400.0

  /// The tempo after the last beat; it counts the beats of the time signature.
  package var bpm: Double
  /// The frames on which beats were found or tapped. Before the first and after the last one, the beats are even.
  package var beats: [Int]
  /// The time signature of the bars, the first of which begins with the first beat; nil for that of the metronome.
  package var signature: TimeSignature?
  package var unknown = JSONObject()

  package init(bpm: Double, beats: [Int] = [], signature: TimeSignature? = nil) {
    (self.bpm, self.beats, self.signature) = (bpm, beats, signature)
  }
}
