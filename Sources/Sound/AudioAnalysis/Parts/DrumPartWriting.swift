import AudioBase
import SystemBase

/// Separates the parts of a track, first those from the frame on that is heard, and writes their drums to a sparse file. Used by
/// one thread at a time.
struct DrumPartWriting {
  enum End {
    case whole, cancelled, long
  }

  /// The frames that are written at once.
  private static let piece = 1 << 15

  private let file: SparsePartFile
  private let channels: Int
  /// The frames that the file of the track states; nil if it states none.
  private let stated: Int?
  /// The frames of the longest track.
  private let most: Int
  private var separation: DrumSeparation
  private var sound: PartSound
  /// The parts that are in the sparse file.
  private var done: Set<Int> = []
  /// No part has a greater number.
  private var last = Int.max

  init(
    _ samples: TrackSamples, hits: SongHits, strength: DrumStrength, _ file: SparsePartFile, most: Int
  ) {
    (self.file, self.most) = (file, most)
    (channels, stated) = (samples.format.channels, samples.count)
    separation = DrumSeparation(
      samples.format.sampleRate, channels: channels, hits: hits, strength: strength)
    sound = PartSound(samples)
  }

  /// The frames of the track, once all parts are done.
  var frames: Int { sound.end ?? 0 }

  /// Separates all parts.
  ///
  /// - Parameters:
  ///   - heard: returns the frame of the track that is heard; called before each part.
  ///   - isCancelled: called often.
  ///   - progress: receives the part that is done, 0…1, and the file as far as it is written.
  mutating func run(
    heard: () -> Int, _ isCancelled: () -> Bool, _ progress: (Double, DrumPartFile?) -> Void
  ) throws(FileError) -> End {
    while let part = next(separation.part(of: heard())) {
      let isThere = try sound.read(separation.surroundings(of: part), isCancelled: isCancelled)
      if isCancelled() { return .cancelled }
      if !isThere {
        last = part - 1
        continue
      }
      if sound.next > most { return .long }
      if let end = sound.end {
        last = separation.parts(in: end) - 1
        if part > last { continue }
      }
      let separated = separation.separate(
        part, from: sound.values, end: sound.end, isCancelled: isCancelled)
      guard let separated, !isCancelled() else { return .cancelled }
      try write(separated)
      done.insert(part)
      let prepared = prepared
      let count = prepared.reduce(0) { $0 + $1.count }
      progress(
        Double(count) / Double(max(count, stated ?? count, 1)),
        DrumPartFile(path: file.path, prepared: prepared))
    }
    return .whole
  }

  /// Returns the first part from one on that is not done, then the first of all; nil if all are done.
  private func next(_ wanted: Int) -> Int? {
    for first in [min(wanted, last), 0] {
      var part = first
      while done.contains(part) { part += 1 }
      if part <= last { return part }
    }
    return nil
  }

  /// The ranges of the track whose parts are done, in ascending order.
  private var prepared: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for part in done.sorted() {
      var frames = separation.frames(of: part)
      if part == last, let end = sound.end { frames = min(frames.lowerBound, end)..<end }
      if let former = ranges.last, former.upperBound == frames.lowerBound {
        ranges[ranges.count - 1] = former.lowerBound..<frames.upperBound
      } else {
        ranges.append(frames)
      }
    }
    return ranges
  }

  private func write(_ part: DrumSeparation.Part) throws(FileError) {
    // Piece by piece, since a part is large.
    for first in stride(from: 0, to: part.frames.count, by: DrumPartWriting.piece) {
      let end = min(first + DrumPartWriting.piece, part.frames.count)
      func piece(_ values: ArraySlice<Float>) -> ArraySlice<Float> {
        values[values.startIndex + first * channels..<values.startIndex + end * channels]
      }
      let frames = DrumPart.frames(piece(part.sound), piece(part.drums), channels: channels)
      try file.write(frames, at: part.frames.lowerBound + first)
    }
  }

  /// Writes the frames of the sparse file, which is whole, with a writer, and closes it.
  ///
  /// - Returns: false if cancelled.
  func encode(by writer: any AudioFileWriter, _ isCancelled: () -> Bool) throws(FileError) -> Bool {
    for first in stride(from: 0, to: frames, by: DrumPartWriting.piece) {
      if isCancelled() { return false }
      let part = try file.frames(first..<min(first + DrumPartWriting.piece, frames))
      try part.withUnsafeBufferPointer { (part) throws(FileError) in try writer.write(part) }
    }
    try writer.close()
    return true
  }
}

/// Rounds drums so that they and what they leave can be stored.
enum DrumPart {
  private static let scale: Float = 32_768

  /// Returns stereo frames of drums, rounded to 16 bits. The music is the difference of the sound and the drums: rounding keeps
  /// its number of bits that of the sound, and its samples within full scale if the sound is.
  ///
  /// - Parameters:
  ///   - sound: whole frames, interleaved.
  ///   - channels: 1 or 2.
  static func frames(_ sound: ArraySlice<Float>, _ drums: ArraySlice<Float>, channels: Int) -> [Frame] {
    var values = [Float](repeating: 0, count: drums.count)
    for (index, (sound, drums)) in zip(sound, drums).enumerated() {
      let least = ((sound - 1) * scale).rounded(.down) + 1, largest = ((sound + 1) * scale).rounded(.down)
      let value = min(max((drums * scale).rounded(), least), max(least, largest))
      values[index] = min(max(value, -scale), scale - 1) / scale
    }
    return stride(from: 0, to: values.count, by: channels).map { place in
      Frame(values[place], values[place + channels - 1])
    }
  }
}
