/// What is to sound when the music comes to a frame: a hit of a take, or a beat of the metronome.
public struct PlannedHit: Hashable, Sendable, BitwiseCopyable {
  public enum Kind: Hashable, Sendable, BitwiseCopyable { case pad, beat, accent }

  /// Of the track, in its own frames; of a free plan, output frames from its start.
  public var frame: Int
  public var kind: Kind
  /// From 1; nothing where it is a beat.
  public var pad: Int
  /// 1–127.
  public var velocity: Int
  /// Which of the pad's samples, from 0; the pad chooses where it has none of that number.
  public var sample: Int
  public var gain: Float
  /// For which a gate pad was held, in the frames that `frame` counts; 0: as long as it can sound.
  public var length: Int

  public init(
    frame: Int, kind: Kind = .pad, pad: Int = 0, velocity: Int = 127, sample: Int = 0, gain: Float = 1,
    length: Int = 0
  ) {
    self.frame = frame
    self.kind = kind
    self.pad = pad
    self.velocity = velocity
    self.sample = sample
    self.gain = gain
    self.length = length
  }
}

/// Hits in the order of their frames, in memory that does not move.
package final class HitPlan: @unchecked Sendable {
  private let hits: UnsafeMutableBufferPointer<PlannedHit>

  /// - Parameter list: in any order; equal frames stay in theirs.
  package init(_ list: [PlannedHit]) {
    hits = .allocate(capacity: max(list.count, 1))
    let order = list.indices.sorted { (list[$0].frame, $0) < (list[$1].frame, $1) }
    _ = hits.initialize(from: order.lazy.map { list[$0] })
    count = list.count
  }

  package let count: Int

  deinit { hits.deallocate() }

  package var table: PlanTable { PlanTable(hits: UnsafePointer(hits.baseAddress), count: count) }
}

/// A plan as the audio thread finds it.
public struct PlanTable: @unchecked Sendable, BitwiseCopyable {
  let hits: UnsafePointer<PlannedHit>?
  let count: Int

  @_noLocks @_noAllocation
  init(hits: UnsafePointer<PlannedHit>?, count: Int) {
    self.hits = hits
    self.count = count
  }

  /// The first hit that is not before a frame.
  @_noLocks @_noAllocation
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

/// The plans of the tracks that may be heard next, by the names of their openings; a track may have several.
public struct PlanSet: @unchecked Sendable, BitwiseCopyable {
  struct Entry: BitwiseCopyable {
    var stream: UInt64
    var table: PlanTable
    /// What is to sound with the track is still being looked for.
    var isAwaited = false
  }

  let entries: UnsafePointer<Entry>?
  let count: Int

  @_noLocks @_noAllocation
  init(entries: UnsafePointer<Entry>?, count: Int) {
    self.entries = entries
    self.count = count
  }

  /// The plan at an index, where it is for this track.
  @_noLocks @_noAllocation
  func table(_ index: Int, of stream: UInt64) -> PlanTable? {
    guard let entries, entries[index].stream == stream else { return nil }
    return entries[index].table
  }

  /// Whether a plan of this track is still to come.
  @_noLocks @_noAllocation
  func isAwaited(_ stream: UInt64) -> Bool {
    guard let entries else { return false }
    for index in 0..<count where entries[index].stream == stream && entries[index].isAwaited { return true }
    return false
  }
}

/// The memory of a set of plans, and the plans.
final class PlanSetOwner: @unchecked Sendable {
  let set: PlanSet
  private let plans: [HitPlan]
  private let entries: UnsafeMutableBufferPointer<PlanSet.Entry>

  init(_ list: [(stream: StreamID, plan: HitPlan)], awaited: [StreamID]) {
    plans = list.map(\.plan)
    let nothing = PlanTable(hits: nil, count: 0)
    let all =
      list.map { PlanSet.Entry(stream: $0.stream.value, table: $0.plan.table) }
      + awaited.map { PlanSet.Entry(stream: $0.value, table: nothing, isAwaited: true) }
    entries = .allocate(capacity: all.count)
    _ = entries.initialize(from: all)
    set = PlanSet(entries: UnsafePointer(entries.baseAddress), count: all.count)
  }

  deinit { entries.deallocate() }
}
