/// The four bytes before each MPEG audio frame (ISO/IEC 11172-3, 2.4.2.3; MPEG 2.5 as everybody reads it).
package struct MPEGHeader: Equatable {
  private let bits: UInt32

  package init?(_ bytes: some RandomAccessCollection<UInt8>) {
    guard bytes.count >= 4 else { return nil }
    bits = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    guard bits >> 21 == 0x7FF, version != 1, layer != 0, rateIndex != 3, bitrateIndex != 15 else {
      return nil
    }
  }

  /// 0: MPEG 2.5, 2: MPEG 2, 3: MPEG 1.
  private var version: Int { Int(bits >> 19 & 3) }
  /// 1: layer III, 2: II, 3: I.
  private var layer: Int { Int(bits >> 17 & 3) }
  private var bitrateIndex: Int { Int(bits >> 12 & 15) }
  private var rateIndex: Int { Int(bits >> 10 & 3) }
  private var padding: Int { Int(bits >> 9 & 1) }
  var isMono: Bool { bits >> 6 & 3 == 3 }
  var isFreeFormat: Bool { bitrateIndex == 0 }

  package var hertz: Int { [44_100, 48_000, 32_000][rateIndex] >> [2, 0, 1, 0][version] }

  /// Where the Xing header stands in a frame of layer III, past its side information.
  var xingOffset: Int { version == 3 ? (isMono ? 21 : 36) : (isMono ? 13 : 21) }

  /// The whole frame in bytes; nil for a free format, whose frames do not tell.
  package var frameSize: Int? {
    guard !isFreeFormat else { return nil }
    let rate = MPEGHeader.kilobits[table][bitrateIndex] * 1_000
    switch layer {
    case 3: return (12 * rate / hertz + padding) * 4
    case 1 where version != 3: return 72 * rate / hertz + padding
    default: return 144 * rate / hertz + padding
    }
  }

  /// Whether both can be of one stream: version, layer, rate and, in free format, that too.
  package func isConsistent(with other: MPEGHeader) -> Bool {
    (bits ^ other.bits) & 0xFFFE_0C00 == 0 && isFreeFormat == other.isFreeFormat
  }

  private var table: Int {
    switch (version, layer) {
    case (3, 3): 0
    case (3, 2): 1
    case (3, _): 2
    case (_, 3): 3
    default: 4
    }
  }

  /// kbit/s by index: MPEG 1 layer I, II, III, then MPEG 2 layer I, then II and III.
  private static let kilobits: [[Int]] = [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
}
