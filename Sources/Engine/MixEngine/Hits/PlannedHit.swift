/// A hit, a note or a controller of a take, or a beat of the metronome, at a frame of a track or of a free sequence.
public struct PlannedHit: Hashable, Sendable, BitwiseCopyable {
  /// The sound of a planned hit: a pad, a note or a controller of the instrument, or the metronome's normal or accented
  /// beat.
  public enum Kind: Hashable, Sendable, BitwiseCopyable { case pad, note, control, beat, accent }

  // Long takes have many of them, so that each has 32 bytes.

  /// The track's own frame; in a free sequence, output frames from its beginning.
  public var frame: Int
  /// The index of the pad's sample, from 0; if the pad has no such sample, it chooses one. The string of a note, from 0,
  /// or −1. The value of a controller; the bend in steps of `NoteEvent.bendSteps`.
  public var sample: Int
  /// The linear gain.
  public var gain: Float
  private var storedLength: Int32
  private var storedPad: Int16
  private var storedVelocity: UInt8
  public var kind: Kind

  /// The number of the pad, from 1; the key of a note, 0–127; the number of a controller, or −1 for the bend; not used for
  /// a beat.
  public var pad: Int { Int(storedPad) }
  /// The velocity, 1–127.
  public var velocity: Int { Int(storedVelocity) }
  /// The time for which a gate pad or a note was held, in the unit of `frame`, at most 2³¹ − 1; 0 if it sounds to its end.
  public var length: Int {
    get { Int(storedLength) }
    set { storedLength = Int32(clamping: newValue) }
  }

  public init(
    frame: Int, kind: Kind = .pad, pad: Int = 0, velocity: Int = 127, sample: Int = 0, gain: Float = 1,
    length: Int = 0
  ) {
    (self.frame, self.sample, self.gain) = (frame, sample, gain)
    storedLength = Int32(clamping: length)
    storedPad = Int16(clamping: pad)
    storedVelocity = UInt8(clamping: velocity)
    self.kind = kind
  }
}

/// Planned hits ordered by frames, in memory that does not move.
package final class HitSequence: @unchecked Sendable {
  private let hits: UnsafeMutableBufferPointer<PlannedHit>

  /// Frames that are played once, before those that repeat.
  private let lead: Double
  /// Frames after the lead that repeat; 0 if the sequence is played once.
  private let period: Double

  /// Creates a sequence and sorts its hits.
  ///
  /// - Parameters:
  ///   - list: in any order; hits of the same frame keep theirs.
  ///   - lead: without music: frames that are played once, before those that repeat.
  ///   - period: without music: frames after the lead that repeat. Hits after their end are left out.
  package convenience init(_ list: [PlannedHit], lead: Double = 0, period: Double = 0) {
    let list = period > 0 ? list.filter { Double($0.frame) < lead + period } : list
    self.init(frames: list.map(\.frame), lead: lead, period: period) { order, hits in
      for (index, place) in order.enumerated() { hits.initializeElement(at: index, to: list[Int(place)]) }
    }
  }

  /// Creates a sequence of hits that exist in another form, without a copy of them.
  ///
  /// - Parameters:
  ///   - frames: those of the hits, in any order; hits of the same frame keep theirs.
  ///   - write: initializes all of the memory with the hits at the places that it gets, in their order.
  package init(
    frames: [Int], lead: Double = 0, period: Double = 0,
    write: (_ places: [Int32], _ memory: UnsafeMutableBufferPointer<PlannedHit>) -> Void
  ) {
    (self.lead, self.period) = (lead, period)
    hits = .allocate(capacity: max(frames.count, 1))
    count = frames.count
    write(FrameOrder.places(of: frames), hits)
  }

  /// Merges two sequences that are played once, without sorting. Hits of the same frame stay in the order of the sequences.
  package init(merging first: HitSequence, _ second: HitSequence) {
    (lead, period) = (0, 0)
    count = first.count + second.count
    hits = .allocate(capacity: max(count, 1))
    var (left, right) = (0, 0)
    for index in 0..<count {
      let takesFirst =
        right == second.count || (left < first.count && first.hits[left].frame <= second.hits[right].frame)
      hits.initializeElement(at: index, to: takesFirst ? first.hits[left] : second.hits[right])
      if takesFirst { left += 1 } else { right += 1 }
    }
  }

  package let count: Int

  deinit { hits.deallocate() }

  var table: HitSequenceTable {
    HitSequenceTable(hits: UnsafePointer(hits.baseAddress), count: count, lead: lead, period: period)
  }
}

/// A sequence as the audio thread reads it.
public struct HitSequenceTable: @unchecked Sendable, BitwiseCopyable {
  var hits: UnsafePointer<PlannedHit>?
  var count = 0
  /// Frames that are played once, before those that repeat.
  var lead = 0.0
  /// Frames after the lead that repeat; 0 if the sequence is played once.
  var period = 0.0

  /// Returns the index of the first hit that is not before a frame.
  func first(from frame: Double) -> Int {
    guard let hits else { return 0 }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if Double(hits[middle].frame) < frame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The sequences of the tracks that may be heard next, as the audio thread reads them; a track may have several.
public struct HitSequenceSet: @unchecked Sendable, BitwiseCopyable {
  struct Entry: BitwiseCopyable {
    var stream: UInt64
    var table: HitSequenceTable
    /// Whether this stands for a sequence that is still being loaded.
    var isAwaited = false
  }

  var entries: UnsafePointer<Entry>?
  var count = 0
  /// Seconds for which the beginning of a track waits for its sequence at most.
  var timeout = 0.0

  /// Returns the sequence at an index; nil if it belongs to another track.
  func table(_ index: Int, of stream: UInt64) -> HitSequenceTable? {
    guard let entries, entries[index].stream == stream else { return nil }
    return entries[index].table
  }

  /// Returns whether a sequence of this track is still being loaded.
  func isAwaited(_ stream: UInt64) -> Bool {
    guard let entries else { return false }
    for index in 0..<count where entries[index].stream == stream && entries[index].isAwaited { return true }
    return false
  }
}

/// Owns the memory of a set of sequences, and the sequences.
final class HitSequenceSetOwner: @unchecked Sendable {
  let set: HitSequenceSet
  private let sequences: [HitSequence]
  private let entries: UnsafeMutableBufferPointer<HitSequenceSet.Entry>

  init(_ list: [(stream: StreamID, sequence: HitSequence)], awaited: [StreamID], timeout: Double) {
    sequences = list.map(\.sequence)
    let all =
      list.map { HitSequenceSet.Entry(stream: $0.stream.value, table: $0.sequence.table) }
      + awaited.map { HitSequenceSet.Entry(stream: $0.value, table: HitSequenceTable(), isAwaited: true) }
    entries = .allocate(capacity: all.count)
    _ = entries.initialize(from: all)
    set = HitSequenceSet(
      entries: UnsafePointer(entries.baseAddress), count: all.count, timeout: timeout)
  }

  deinit { entries.deallocate() }
}
