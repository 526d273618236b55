import AudioBase
import SystemBase

/// The parts of a track that is open: reads their files in step with the track. The feeder's thread.
final class PartSet {
  let track: TrackLocation
  private(set) var parts: SongParts
  var ramp: WeightRamp
  /// The frames of the current step: what belongs to no part, the track, and the files of the parts.
  let signals: [UnsafeMutableBufferPointer<Frame>]
  private let readers: [PartReader]
  private let trackRate: SampleRate
  /// Track frames for each frame of the ring.
  private let ratio: Double

  /// The clips of the track, which belong to no part; nil while it has none.
  private var clips: PartReader?
  private let openClips: () throws(FileError) -> TrackStream?

  /// Opens the files of parts.
  ///
  /// - Parameters:
  ///   - former: the factors that were heard before, which move to those of the parts; nil if nothing was.
  ///   - position: that of the music ring at which they begin.
  ///   - open: opens the file of a part.
  ///   - openClips: opens the clips of the track alone; returns nil if it has none.
  init(
    _ parts: SongParts, of source: StreamFiller.Source, chunk: Int, from former: [Float]?, at position: Int,
    open: (SongPart) throws(FileError) -> TrackStream,
    openClips: @escaping () throws(FileError) -> TrackStream?
  ) throws(FileError) {
    let trackRate = source.stream.format.sampleRate
    var readers: [PartReader] = []
    for part in parts.files {
      readers.append(PartReader(try open(part), of: part, trackRate: trackRate))
    }
    let rate = source.stream.sampleRate
    (self.trackRate, self.openClips) = (trackRate, openClips)
    (self.parts, self.readers, track) = (parts, readers, source.item.location)
    ratio = Double(trackRate.hertz) / Double(rate.hertz)
    ramp = WeightRamp(from: former, to: WeightCourse(parts), at: position, length: rate.hertz / 100)
    signals = (0..<(readers.count + 2)).map { _ in
      let frames = UnsafeMutableBufferPointer<Frame>.allocate(capacity: chunk)
      frames.initialize(repeating: .zero)
      return frames
    }
  }

  deinit { for signal in signals { signal.deallocate() } }

  /// Sets the gains of other parts of the same names, which are reached from a position of the music ring on.
  func setGains(of other: SongParts, at position: Int, _ place: TrackPlace) {
    (parts.gains, parts.course) = (other.gains, other.course)
    ramp.move(to: WeightCourse(parts), at: position, place)
  }

  /// Returns the place of the track at positions of the music ring, from that of a frame of the track on.
  func place(of trackFrame: Int, at position: Int) -> TrackPlace {
    TrackPlace(position: position, trackFrame: Double(trackFrame), ratio: ratio)
  }

  func place(at trackFrame: Int, and frames: Int = 0) throws(FileError) {
    let stream = try openClips()
    clips = stream.map { PartReader($0, of: SongPart("", nil), trackRate: trackRate) }
    try clips?.place(at: trackFrame, and: frames)
    for reader in readers { try reader.place(at: trackFrame, and: frames) }
  }

  /// Reads the frames of the parts that belong to frames of the track.
  func read(with track: UnsafeBufferPointer<Frame>) throws(FileError) {
    try hold(track) { (reader, signal) throws(FileError) in try reader.read(into: signal) }
  }

  /// Reads the frames of the parts that belong to the last frames of a repeated range, and goes back to its start.
  func turnBack(with track: UnsafeBufferPointer<Frame>, at turn: LoopTurn) throws(FileError) {
    try hold(track) { (reader, signal) throws(FileError) in try reader.turnBack(into: signal, at: turn) }
  }

  /// Keeps frames of the track without its clips, and has the signals beside them read.
  private func hold(
    _ track: UnsafeBufferPointer<Frame>,
    _ read: (PartReader, UnsafeMutableBufferPointer<Frame>) throws(FileError) -> Void
  ) throws(FileError) {
    for index in track.indices {
      signals[0][index] = .zero
      signals[1][index] = track[index]
    }
    if let clips {
      try read(clips, UnsafeMutableBufferPointer(rebasing: signals[0][..<track.count]))
      for index in track.indices { signals[1][index] -= signals[0][index] }
    }
    for (reader, signal) in zip(readers, signals.dropFirst(2)) {
      try read(reader, UnsafeMutableBufferPointer(rebasing: signal[..<track.count]))
    }
  }

  /// Fades in what the parts and the track are, and adds a frame that belongs to none of them.
  func fadeIn(_ index: Int, gain: Float, adding other: Frame) {
    for signal in signals { signal[index] *= gain }
    signals[0][index] += other
  }

  /// Replaces frames of the track, the first of which comes to a position of the music ring, by the sum of the parts that
  /// belong to them.
  func sum(
    into track: UnsafeMutableBufferPointer<Frame>, at position: Int, _ place: TrackPlace
  ) throws(FileError) {
    try read(with: UnsafeBufferPointer(track))
    for index in track.indices { track[index] = signals[0][index] }
    for (number, signal) in signals.dropFirst().enumerated() {
      var factors = ramp.factors(of: number, from: position, place)
      for index in track.indices { track[index] += signal[index] * factors.next() }
    }
  }
}
