import AudioBase

/// A Standard MIDI File of type 0 or 1, as far as takes need it: notes, controllers, bends, pressure on notes, tempo, time
/// signatures and names.
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

    package init(_ tick: Int, _ kind: Kind) { (self.tick, self.kind) = (tick, kind) }
  }

  package enum Kind: Hashable, Sendable {
    /// Channels are 0–15, keys 0–127, velocities 1–127.
    case noteOn(channel: Int, key: Int, velocity: Int)
    case noteOff(channel: Int, key: Int)
    /// The pressure on a note, 0–127.
    case pressure(channel: Int, key: Int, value: Int)
    /// Values are 0–127. The reader skips all controllers but those of electronic kits, and bends.
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
  /// What the reader found to be wrong.
  package var flaws: Flaws

  package init(type: Int = 1, division: Division, tracks: [Track], flaws: Flaws = Flaws()) {
    (self.type, self.division, self.tracks, self.flaws) = (type, division, tracks, flaws)
  }
}

extension MIDIFile {
  /// What a file states wrongly, which was read as far as its meaning is clear.
  package struct Flaw: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case headerLength(Int)
      case trackCount(stated: Int, read: Int)
      /// The length of a chunk: the track was read to its end.
      case chunkLength
      /// Bytes between chunks were skipped.
      case skipped(bytes: Int)
      /// A data byte above 127, which counts as 127.
      case dataByte(UInt8)
      /// A message without a status after a system exclusive message, which cancels it. The status before it counts.
      case runningStatus
      /// Data without a status, which was skipped up to the next status.
      case noStatus
      /// A status that does not occur in files. The message was skipped.
      case status(UInt8)
      /// The length of a system exclusive message, which was skipped.
      case systemExclusive
      /// A variable-length quantity of more than four bytes.
      case longNumber
      /// A tempo without a duration, which was skipped.
      case tempo
      /// A time signature that there is not, which was skipped.
      case timeSignature
      /// An event goes beyond its track. The track ends before it.
      case cut
    }

    /// The offset in bytes.
    package var place: Int
    package var kind: Kind

    package init(_ kind: Kind, at place: Int) { (self.kind, self.place) = (kind, place) }
  }

  /// The flaws of a file: the first ones, and how many there are.
  package struct Flaws: Hashable, Sendable {
    private static let most = 8

    package private(set) var first: [Flaw] = []
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    mutating func add(_ flaw: Flaw) {
      if flaw == first.last { return }
      count += 1
      if first.count < Flaws.most { first.append(flaw) }
    }
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
