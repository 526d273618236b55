import AudioBase
import SystemBase

/// A record of a journal, in the order of the recording.
package enum JournalRecord: Hashable, Sendable {
  /// The take, as a `.dub` without layers: for the case that it was never saved.
  case begin(take: [UInt8])
  /// A pass began.
  case layer(id: Int, name: String)
  /// A hit; its number is the count of the hits of the layer before it.
  case hit(TakeHit, layer: Int)
  /// The length of a hit whose pad was held, by its number.
  case length(Int, hit: Int, layer: Int)
  /// The layer was undone.
  case drop(layer: Int)
  /// The layer has recorded sound, or more of it than before.
  case audio(AudioClip, layer: Int)
}

extension JournalRecord {
  private enum Kind: UInt8 { case begin = 1, layer, hit, length, drop, audio }

  /// The record without its frame; little endian.
  var payload: [UInt8] {
    switch self {
    case .begin(let take): return [Kind.begin.rawValue] + take
    case .layer(let id, let name): return [Kind.layer.rawValue] + JournalBytes.of(id) + Array(name.utf8)
    case .hit(let hit, let layer):
      let numbers = [layer, hit.frame, hit.pad, hit.velocity, hit.length, hit.sample]
      return [Kind.hit.rawValue] + numbers.flatMap(JournalBytes.of)
    case .length(let length, let hit, let layer):
      return [Kind.length.rawValue] + [length, hit, layer].flatMap(JournalBytes.of)
    case .drop(let layer): return [Kind.drop.rawValue] + JournalBytes.of(layer)
    case .audio(let clip, let layer):
      let numbers = [layer, clip.start, clip.frames, clip.sampleRate.hertz]
      return [Kind.audio.rawValue] + numbers.flatMap(JournalBytes.of) + clip.file.bytes
    }
  }

  /// Decodes a record.
  ///
  /// - Returns: nil if the bytes are not a record of this version.
  init?(payload: ArraySlice<UInt8>) {
    guard let first = payload.first, let kind = Kind(rawValue: first) else { return nil }
    let rest = payload.dropFirst()
    switch kind {
    case .begin: self = .begin(take: Array(rest))
    case .layer:
      guard let id = JournalBytes.numbers(rest.prefix(8), 1)?[0] else { return nil }
      guard let name = String(validating: rest.dropFirst(8), as: UTF8.self) else { return nil }
      self = .layer(id: id, name: name)
    case .hit:
      guard let numbers = JournalBytes.numbers(rest, 6) else { return nil }
      let columns = HitColumns(
        frames: [numbers[1]], pads: [numbers[2]], velocities: [numbers[3]], lengths: [numbers[4]],
        samples: [numbers[5]])
      guard let columns else { return nil }
      self = .hit(columns[0], layer: numbers[0])
    case .length:
      guard let numbers = JournalBytes.numbers(rest, 3), HitColumns.frameRange.contains(numbers[0]) else {
        return nil
      }
      self = .length(numbers[0], hit: numbers[1], layer: numbers[2])
    case .drop:
      guard let layer = JournalBytes.numbers(rest, 1)?[0] else { return nil }
      self = .drop(layer: layer)
    case .audio:
      let file = FilePath(bytes: rest.dropFirst(32))
      guard let numbers = JournalBytes.numbers(rest.prefix(32), 4), AudioClip.isValid(file),
        numbers[1...2].allSatisfy(HitColumns.frameRange.contains), SampleRate.playable.contains(numbers[3])
      else { return nil }
      let clip = AudioClip(
        file: file, start: numbers[1], frames: numbers[2], sampleRate: SampleRate(numbers[3]))
      self = .audio(clip, layer: numbers[0])
    }
  }
}

enum JournalBytes {
  static func of(_ number: Int) -> [UInt8] {
    let bits = UInt64(bitPattern: Int64(number))
    return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
  }

  static func of(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Reads this many numbers; nil if the bytes have another length.
  static func numbers(_ bytes: ArraySlice<UInt8>, _ count: Int) -> [Int]? {
    guard bytes.count == 8 * count else { return nil }
    return (0..<count).map { index in
      let part = bytes.dropFirst(8 * index).prefix(8)
      return Int(Int64(bitPattern: part.reversed().reduce(0) { $0 << 8 | UInt64($1) }))
    }
  }
}
