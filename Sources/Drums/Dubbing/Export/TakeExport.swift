import AudioBase
import MixEngine
import Studio
import SystemBase
import TrackFeed

/// The content of an export of a take, and its mix.
package struct TakeExport: Sendable {
  /// A range of the track in seconds; of a free take, seconds from its beginning.
  package struct Range: Hashable, Sendable {
    package var start: Double
    /// The end in seconds; nil for the end of the track.
    package var end: Double?

    /// Creates a range in seconds; nil if it is empty or begins before 0.
    package init?(start: Double, end: Double? = nil) {
      guard start >= 0, start.isFinite, end.map({ $0 > start && $0.isFinite }) ?? true else { return nil }
      (self.start, self.end) = (start, end)
    }

    /// Reads `30-90`, `0:30-1:30.5`, `1:02:00-`; without an end, it goes to the end of the track.
    package init?(_ text: String) {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, let start = Range.seconds(parts[0]) else { return nil }
      if parts[1].isEmpty {
        self.init(start: start)
      } else {
        guard let end = Range.seconds(parts[1]) else { return nil }
        self.init(start: start, end: end)
      }
    }

    private static let largest = 1e7

    private static func seconds(_ text: Substring) -> Double? {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard (1...3).contains(parts.count) else { return nil }
      var seconds = 0.0
      for (index, part) in parts.enumerated() {
        guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let number = Double(part),
          index == 0 || number < 60
        else { return nil }
        seconds = seconds * 60 + number
      }
      return seconds <= largest ? seconds : nil
    }
  }

  /// The levels of the mix, as the player sets them. The master volume is not applied.
  package struct Levels: Hashable, Sendable {
    package var music: Decibels
    package var pads: Decibels
    package var gainChoice: GainChoice
    package var mixer: MixGraph
    package var limiter = LimiterSettings.standard

    package init(
      music: Decibels = .unity, pads: Decibels = .unity, gainChoice: GainChoice = .none,
      mixer: MixGraph = MixGraph()
    ) {
      (self.music, self.pads, self.gainChoice, self.mixer) = (music, pads, gainChoice, mixer)
    }
  }

  package var take: Take
  /// The folder of the take, which has its recorded sound.
  package var folder = FilePath("")
  /// The track; nil exports the hits alone.
  package var track: TrackLocation?
  package var replayGain: ReplayGain?
  /// The parts in which the track is heard, and their gains with those of lanes; nil: as its file alone.
  package var parts: SongParts?
  package var rate: SampleRate
  package var levels: Levels
  /// The change of the pitch of the track and of recorded sound.
  package var transposition = Transposition.none
  /// The range; nil for all of it.
  package var range: Range?
  /// Seconds of sound after the end. Nil: until the last voice ends, and none after the end of a range.
  package var tail: Double?
  /// Whether the numbers of samples in the take are those of the kit.
  package var knowsSamples = true

  package init(
    _ take: Take, track: TrackLocation?, rate: SampleRate, levels: Levels = Levels(),
    replayGain: ReplayGain? = nil
  ) {
    (self.take, self.track, self.rate) = (take, track, rate)
    (self.levels, self.replayGain) = (levels, replayGain)
  }
}

/// The part of the mix that is rendered in one pass.
package enum MixPart: Hashable, Sendable {
  /// Everything, through the limiter, as it is heard.
  case mix
  // Stems, without the limiter: their sum is the mix wherever the limiter does not work.
  case music
  case layer(Int)
  case pad(Int)
  case instrument
  /// All pads together.
  case pads

  package var isStem: Bool { self != .mix }

  /// Returns whether the music bus is heard, which has the sound of inputs too.
  func hasMusic(of take: Take) -> Bool {
    switch self {
    case .mix, .music: true
    case .layer: isAudioLayer(of: take)
    case .pad, .instrument, .pads: false
    }
  }

  func isAudioLayer(of take: Take) -> Bool {
    if case .layer(let id) = self { take.layer(id)?.audio != nil } else { false }
  }

  /// Returns the stems: the music, the layers that sound, the pads that they strike, and the instrument if it has notes.
  static func stems(of export: TakeExport) -> [MixPart] {
    let layers = export.take.layers.filter { layer in
      export.take.sounds(layer) && (!layer.hits.isEmpty || (layer.audio != nil && export.track != nil))
    }
    let struck = Set(layers.flatMap(\.hits.pads))
    let pads = struck.filter(HitColumns.padRange.contains).sorted()
    return (export.track == nil ? [] : [.music]) + layers.map { .layer($0.id) } + pads.map { .pad($0) }
      + (struck.count > pads.count ? [.instrument] : [])
  }
}

extension TakeExport {
  func clips(for part: MixPart) -> [TrackClip] {
    switch part {
    case .mix: take.clips(in: folder)
    case .music, .pad, .instrument, .pads: []
    case .layer(let id): take.clips(in: folder, layers: id...id)
    }
  }

  /// Returns the hits of a part, by frames of the track, or of the output without one. Those of other parts, without gain,
  /// end sounds of the part: they strike the pad again, or another one of its choke group.
  func hits(for part: MixPart) -> [PlannedHit] {
    var list: [PlannedHit] = []
    for layer in take.layers {
      for var hit in TakeCompiler.hits(of: take, layers: layer.id...layer.id, knowsSamples: knowsSamples) {
        switch part {
        case .mix: break
        case .music: hit.gain = 0
        case .layer(let id): if id != layer.id { hit.gain = 0 }
        case .pad(let pad): if hit.number != pad { hit.gain = 0 }
        case .instrument: if hit.kind != .note { hit.gain = 0 }
        case .pads: if hit.kind == .note { hit.gain = 0 }
        }
        list.append(hit)
      }
    }
    return track == nil ? TakeCompiler.scaled(list, of: take, rate: rate) : list
  }
}
