import AudioBase

/// A Standard MIDI File of type 0 or 1, as far as takes need it: notes, controllers, bends, tempo, time signatures and names.
///
/// Source: MIDI Manufacturers Association, "Standard MIDI Files 1.0", RP-001.
package struct MIDIFile: Hashable, Sendable {
  /// The length of a tick.
  package enum Division: Hashable, Sendable {
    /// A fraction of a quarter note, whose duration the tempo sets. 1 to 32,767 ticks.
    case quarter(ticks: Int)
    /// A fraction of a video frame, independent of the tempo. 29 frames a second mean 30,000/1,001.
    case video(framesPerSecond: Int, ticks: Int)
  }

  package struct Track: Hashable, Sendable {
    package var name: String?
    /// The events in the order of their ticks.
    package var events: [Event]

    package init(name: String? = nil, events: [Event] = []) { (self.name, self.events) = (name, events) }
  }

  package struct Event: Hashable, Sendable {
    /// The tick, counted from the beginning of the file.
    package var tick: Int
    package var kind: Kind

    package init(_ tick: Int, _ kind: Kind) {
      self.tick = tick
      self.kind = kind
    }
  }

  package enum Kind: Hashable, Sendable {
    /// Channels are 0–15, keys 0–127, velocities 1–127.
    case noteOn(channel: Int, key: Int, velocity: Int)
    case noteOff(channel: Int, key: Int)
    /// Values are 0–127. Written, and skipped by the reader, as bends are.
    case control(channel: Int, controller: Int, value: Int)
    /// 0–16,383; 8,192 is no bend.
    case bend(channel: Int, value: Int)
    /// The duration of a quarter note in microseconds, 1 to 16,777,215.
    case tempo(microseconds: Int)
    /// The numerator, 1–255, and the denominator, a power of two.
    case timeSignature(beats: Int, unit: Int)
  }

  /// The percussion channel of General MIDI, from 0.
  package static let percussionChannel = 9
  /// The duration of a quarter note in microseconds until a tempo is set: 120 a minute.
  package static let usualTempo = 500_000

  /// 0: one track holds everything. 1: the tracks sound together.
  package var type: Int
  package var division: Division
  package var tracks: [Track]

  package init(type: Int = 1, division: Division, tracks: [Track]) {
    (self.type, self.division, self.tracks) = (type, division, tracks)
  }
}

package struct MIDIClock: Sendable {
  private struct Segment {
    let tick: Int
    let seconds: Double
    let secondsPerTick: Double
  }

  private var segments: [Segment]

  package init(_ file: MIDIFile) {
    switch file.division {
    case .video(let frames, let ticks):
      let rate = frames == 29 ? 30_000 / 1_001.0 : Double(frames)
      segments = [Segment(tick: 0, seconds: 0, secondsPerTick: 1 / (rate * Double(ticks)))]
    case .quarter(let ticks):
      func perTick(_ microseconds: Int) -> Double { Double(microseconds) / 1e6 / Double(ticks) }
      segments = [Segment(tick: 0, seconds: 0, secondsPerTick: perTick(MIDIFile.usualTempo))]
      let tempi = file.tracks.flatMap(\.events).filter { if case .tempo = $0.kind { true } else { false } }
      // Tracks sound together: the tempo of one is that of all. The later one of the same tick counts.
      for event in tempi.enumerated().sorted(by: { ($0.1.tick, $0.0) < ($1.1.tick, $1.0) }).map(\.element) {
        guard case .tempo(let microseconds) = event.kind else { continue }
        segments.append(
          Segment(
            tick: event.tick, seconds: seconds(atTick: event.tick), secondsPerTick: perTick(microseconds)))
      }
    }
  }

  package func seconds(atTick tick: Int) -> Double {
    let segment = segments[max(segments.partitioningIndex { $0.tick > tick } - 1, 0)]
    return segment.seconds + Double(tick - segment.tick) * segment.secondsPerTick
  }
}
