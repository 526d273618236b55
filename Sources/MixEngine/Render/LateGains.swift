import AudioBase

/// Gains that became known after their tracks were opened: of those tracks the ring may hold beginnings that say
/// otherwise. Audio thread.
struct LateGains: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var stream: UInt64
    var gains: TrackGains
    var isFinal: Bool
  }

  /// More tracks than can be in the ring or opened ahead.
  private static var capacity: Int {
    @_noLocks @_noAllocation get { 8 }
  }
  /// Seconds for which the beginning of a track waits for its gain.
  static var patience: Double {
    @_noLocks @_noAllocation get { 0.1 }
  }

  private let entries: UnsafeMutablePointer<Entry>
  private var count = 0
  /// The entry that is replaced where there is no room.
  private var oldest = 0
  private let patience: Int
  /// The track that waits or has waited last, and for how many frames.
  private var waitingStream: UInt64 = 0
  private var waited = 0

  init(rate: SampleRate) {
    entries = .allocate(capacity: LateGains.capacity)
    patience = Int(Double(rate.hertz) * LateGains.patience)
  }

  deinit { entries.deallocate() }

  @_noLocks @_noAllocation
  mutating func set(_ gains: TrackGains, of stream: StreamID, isFinal: Bool) {
    let entry = Entry(stream: stream.value, gains: gains, isFinal: isFinal)
    if let index = index(of: stream.value) {
      (entries + index).initialize(to: entry)
    } else if count < LateGains.capacity {
      (entries + count).initialize(to: entry)
      count += 1
    } else {
      (entries + oldest).initialize(to: entry)
      oldest = (oldest + 1) % LateGains.capacity
    }
  }

  /// What is known of a track by now.
  @_noLocks @_noAllocation
  func gains(of marker: StreamMarker) -> TrackGains {
    guard let index = index(of: marker.stream.value) else { return marker.gains }
    return entries[index].gains
  }

  /// Whether a track that could begin has to wait for its gain.
  ///
  /// - Parameter count: frames of silence that follow where it has to.
  @_noLocks @_noAllocation
  mutating func mustWait(for marker: StreamMarker, _ count: Int) -> Bool {
    if !marker.awaitsGain { return false }
    if let index = index(of: marker.stream.value), entries[index].isFinal { return false }
    if waitingStream != marker.stream.value {
      waitingStream = marker.stream.value
      waited = 0
    }
    if waited >= patience { return false }
    waited += count
    return true
  }

  @_noLocks @_noAllocation
  private func index(of stream: UInt64) -> Int? {
    for index in 0..<count where entries[index].stream == stream { return index }
    return nil
  }
}
