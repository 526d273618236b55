import AudioBase
import SystemBase

/// The distance of the frames that are being written from the end of a repeated range.
struct LoopTurn {
  let loop: StreamLoop
  /// Output frames before the end of the range.
  let framesLeft: Int
  let seam: LoopCrossfade

  /// Output frames before the crossfade at the end of the range.
  var framesToSeam: Int { max(0, framesLeft - seam.length) }
}

/// Loops: a range of the track is repeated.
extension StreamFiller {
  /// Returns the end of the range that is repeated; nil if none is, or if the track was begun behind the range.
  func turn(_ source: Source) -> LoopTurn? {
    guard let loop, loop.stream == source.item.id, beginning.trackFrame < loop.frames.upperBound else {
      return nil
    }
    let trackRate = source.stream.format.sampleRate
    let track = Double(loop.frames.upperBound - beginning.trackFrame)
    let whole = track * Double(rate.hertz) / Double(trackRate.hertz)
    return LoopTurn(
      loop: loop, framesLeft: max(0, Int(whole.rounded()) - (ring.position - beginning.ring)),
      seam: LoopCrossfade(before: loop.frames.lowerBound, trackRate: trackRate, rate: rate))
  }

  /// Makes the last frames of the range, and goes back to its first frame. Returns how many frames of `chunk` were
  /// made.
  func turnBack(_ source: Source, at turn: LoopTurn) throws(FileError) -> Int {
    let end = UnsafeMutableBufferPointer(rebasing: chunk[..<min(turn.framesLeft, chunk.count)])
    let count = try StreamFiller.readAll(source.stream, into: end)
    // A range without any frames would be repeated without end.
    if count == 0 && ring.position == beginning.ring {
      loop = nil
      return 0
    }
    let start = turn.loop.frames.lowerBound
    turnedTo = start
    if count == 0 {
      try source.stream.seek(to: FrameCount(start))
    } else {
      try source.stream.seek(to: FrameCount(start - turn.seam.leadTrackFrames))
      try mix(turn.seam, of: source.stream, into: UnsafeMutableBufferPointer(rebasing: end[..<count]))
    }
    return count
  }

  private func mix(
    _ seam: LoopCrossfade, of stream: TrackStream, into end: UnsafeMutableBufferPointer<Frame>
  ) throws(FileError) {
    let lead = UnsafeMutableBufferPointer<Frame>.allocate(capacity: max(seam.leadLength, 1))
    defer { lead.deallocate() }
    let count = try StreamFiller.readAll(
      stream, into: UnsafeMutableBufferPointer(rebasing: lead[..<seam.leadLength]))
    LoopCrossfade.mix(end, with: UnsafeBufferPointer(rebasing: lead[..<count].suffix(end.count)))
  }

  private static func readAll(
    _ stream: TrackStream, into out: UnsafeMutableBufferPointer<Frame>
  ) throws(FileError) -> Int {
    var done = 0
    while done < out.count {
      let count = try stream.read(into: UnsafeMutableBufferPointer(rebasing: out[done...]))
      if count == 0 { break }
      done += count
    }
    return done
  }
}
