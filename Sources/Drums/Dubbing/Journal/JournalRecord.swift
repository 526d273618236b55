import AudioBase
import SystemBase

package enum JournalRecord: Hashable, Sendable {
  /// The take, as a `.dub` without layers: for the case that it was never saved.
  case begin(take: [UInt8])
  case layer(id: Int, name: String)
  /// A hit; its number is the count of the hits of the layer before it.
  case hit(TakeHit, layer: Int)
  /// The length of a hit whose pad was held, by its number.
  case length(Int, hit: Int, layer: Int)
  /// A point of the lane of a value of the mixer, whose address is not empty.
  case point(Lane.Point, address: String, layer: Int)
  /// The layer was undone.
  case drop(layer: Int)
  /// The layer has recorded sound, or more of it than before.
  case audio(AudioClip, layer: Int)
  /// A record of a later version, with its kind.
  case unknown([UInt8])
}

extension JournalRecord {
  private enum Kind: UInt8 { case begin = 1, layer, hit, length, drop, audio, point }

  /// The record without its frame; little endian.
  var payload: [UInt8] {
    switch self {
    case .begin(let take): return [Kind.begin.rawValue] + take
    case .layer(let id, let name):
      return [Kind.layer.rawValue] + LittleEndian.bytes(of: id) + Array(name.utf8)
    case .hit(let hit, let layer):
      let numbers = [layer, hit.frame, hit.pad, hit.velocity, hit.length, hit.sample]
      return [Kind.hit.rawValue] + numbers.flatMap(LittleEndian.bytes)
    case .length(let length, let hit, let layer):
      return [Kind.length.rawValue] + [length, hit, layer].flatMap(LittleEndian.bytes)
    case .drop(let layer): return [Kind.drop.rawValue] + LittleEndian.bytes(of: layer)
    case .audio(let clip, let layer):
      let numbers = [layer, clip.start, clip.frames, clip.sampleRate.hertz]
      return [Kind.audio.rawValue] + numbers.flatMap(LittleEndian.bytes) + clip.file.bytes
    case .point(let point, let address, let layer):
      let numbers = [layer, point.frame, Int(truncatingIfNeeded: point.value.bitPattern)]
      return [Kind.point.rawValue] + numbers.flatMap(LittleEndian.bytes) + Array(address.utf8)
    case .unknown(let payload): return payload
    }
  }

  /// Decodes a record; nil if the bytes are damaged.
  init?(payload: ArraySlice<UInt8>) {
    guard let first = payload.first else { return nil }
    guard let kind = Kind(rawValue: first) else {
      self = .unknown(Array(payload))
      return
    }
    let rest = payload.dropFirst()
    switch kind {
    case .begin: self = .begin(take: Array(rest))
    case .layer:
      guard let id: Int = LittleEndian.numbers(rest.prefix(8), 1)?[0],
        let name = String(validating: rest.dropFirst(8), as: UTF8.self)
      else { return nil }
      self = .layer(id: id, name: name)
    case .hit:
      guard let numbers: [Int] = LittleEndian.numbers(rest, 6),
        let columns = HitColumns(
          frames: [numbers[1]], pads: [numbers[2]], velocities: [numbers[3]], lengths: [numbers[4]],
          samples: [numbers[5]])
      else { return nil }
      let hit = columns[0]
      guard hit.isStored else { return nil }
      self = .hit(hit, layer: numbers[0])
    case .length:
      guard let numbers: [Int] = LittleEndian.numbers(rest, 3), HitColumns.frameRange.contains(numbers[0])
      else { return nil }
      self = .length(numbers[0], hit: numbers[1], layer: numbers[2])
    case .drop:
      guard let layer: Int = LittleEndian.numbers(rest, 1)?[0] else { return nil }
      self = .drop(layer: layer)
    case .audio:
      let file = FilePath(bytes: rest.dropFirst(32))
      guard let numbers: [Int] = LittleEndian.numbers(rest.prefix(32), 4), AudioClip.isValid(file),
        numbers[1...2].allSatisfy(HitColumns.frameRange.contains), SampleRate.playable.contains(numbers[3])
      else { return nil }
      let clip = AudioClip(
        file: file, start: numbers[1], frames: numbers[2], sampleRate: SampleRate(numbers[3]))
      self = .audio(clip, layer: numbers[0])
    case .point:
      guard let numbers: [Int] = LittleEndian.numbers(rest.prefix(24), 3),
        let address = String(validating: rest.dropFirst(24), as: UTF8.self), !address.isEmpty,
        HitColumns.frameRange.contains(numbers[1]),
        case let value = Double(bitPattern: UInt64(truncatingIfNeeded: numbers[2])), value.isFinite
      else { return nil }
      self = .point(Lane.Point(numbers[1], value), address: address, layer: numbers[0])
    }
  }
}

/// Integers as bytes, the lowest first.
enum LittleEndian {
  static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  static func number<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> Number {
    bytes.prefix(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// Reads this many numbers; nil if the bytes have another length.
  static func numbers<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>, _ count: Int) -> [Number]? {
    let size = Number.bitWidth / 8
    return bytes.count == size * count ? (0..<count).map { number(bytes.dropFirst(size * $0)) } : nil
  }
}
