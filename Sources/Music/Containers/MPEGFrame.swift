/// The header of a frame of MPEG audio: layers I to III (ISO 11172-3, section 2.4.2.3; ISO 13818-3; MPEG 2.5)
/// or ADTS (ISO 13818-7, section 6.2).
package struct MPEGFrame: Hashable {
  /// The layer, 1 to 3; 0 for ADTS.
  package let layer: Int
  /// 0: MPEG 2.5, 2: MPEG 2, 3: MPEG 1; for ADTS the value in the header.
  private let version: Int
  package let sampleRate: Int
  let channels: Int
  /// The size of the frame in bytes, header included; nil for a free format, whose headers do not contain it.
  package let length: Int?
  /// The bit rate; nil for ADTS and a free format.
  let kilobits: Int?

  /// Reads the four bytes of a header, or the seven of ADTS; fails if no frame begins there.
  package init?(_ bytes: Span<UInt8>, at offset: Int = 0) {
    guard let word = bytes.big(offset, 4), word >> 21 == 0x7FF else { return nil }
    layer = (4 - (word >> 17 & 3)) & 3
    version = word >> 19 & 3
    if layer == 0 {
      guard word >> 20 == 0xFFF, let tail = bytes.big(offset + 3, 4), let rate = Self.rate(adts: word) else {
        return nil
      }
      sampleRate = rate
      channels = [0, 1, 2, 3, 4, 5, 6, 8][word >> 6 & 7]
      let size = tail >> 13 & 0x1FFF
      guard size > 7 else { return nil }
      (length, kilobits) = (size, nil)
    } else {
      let index = word >> 12 & 15
      // Of the emphasis, 2 is reserved.
      guard version != 1, index != 15, word & 3 != 2, let rate = Self.rate(mpeg: word) else { return nil }
      sampleRate = rate
      channels = word >> 6 & 3 == 3 ? 1 : 2
      let padding = word >> 9 & 1
      let kilobits = index == 0 ? nil : Self.bitrates(layer, version)[index - 1]
      self.kilobits = kilobits
      let (layer, version) = (layer, version)
      length = kilobits.map { Self.length(layer, version, $0, rate, padding: padding) }
    }
  }

  /// Returns whether another frame may be in the same stream.
  package func isConsistent(with other: MPEGFrame) -> Bool {
    layer == other.layer && version == other.version && sampleRate == other.sampleRate
      && (length == nil) == (other.length == nil)
  }

  /// The number of bytes that `init` reads.
  var headerSize: Int { layer == 0 ? 7 : 4 }

  /// The samples of each channel.
  var samples: Int {
    switch layer {
    case 0: 1_024
    case 1: 384
    case 3 where version != 3: 576
    default: 1_152
    }
  }

  /// The offset of a Xing or Info header in a frame of layer III, past its side information.
  var xingOffset: Int { version == 3 ? (channels == 1 ? 21 : 36) : (channels == 1 ? 13 : 21) }

  private static func rate(adts word: Int) -> Int? {
    let rates = [
      96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]
    let index = word >> 10 & 15
    return index < rates.count ? rates[index] : nil
  }

  private static func rate(mpeg word: Int) -> Int? {
    let index = word >> 10 & 3
    guard index < 3 else { return nil }
    let divisor = [4, 1, 2, 1][word >> 19 & 3]
    return [44_100, 48_000, 32_000][index] / divisor
  }

  /// Returns the bitrates in kilobits per second, by the index in the header minus 1.
  private static func bitrates(_ layer: Int, _ version: Int) -> [Int] {
    switch (layer, version == 3) {
    case (1, true): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    case (2, true): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    case (_, true): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case (1, false): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    default: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    }
  }

  private static func length(_ layer: Int, _ version: Int, _ kilobits: Int, _ rate: Int, padding: Int) -> Int
  {
    switch layer {
    case 1: (12_000 * kilobits / rate + padding) * 4
    case 3 where version != 3: 72_000 * kilobits / rate + padding
    default: 144_000 * kilobits / rate + padding
    }
  }
}
