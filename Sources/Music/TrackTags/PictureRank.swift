import AudioBase

/// The rank of a picture as cover: front covers before others, then by number of pixels.
package struct PictureRank: Hashable, Comparable {
  private enum Fitness: Int, Comparable {
    case icon, other, untyped, front

    static func < (left: Fitness, right: Fitness) -> Bool { left.rawValue < right.rawValue }
  }

  /// The largest accepted number of pixels; decoding takes four bytes for each.
  static let pixelLimit = 64_000_000
  /// The largest accepted size in bytes.
  package static let byteLimit = 32 << 20

  private static let kinds: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp"]

  private let fitness: Fitness
  private let pixels: Int

  /// Fails if the picture exceeds the limits or its size is unknown.
  package init?(_ picture: TrackPicture) {
    guard picture.bytes <= PictureRank.byteLimit, let kind = picture.mimeType,
      PictureRank.kinds.contains(kind),
      let width = picture.width, let height = picture.height, width > 0, height > 0
    else { return nil }
    let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, pixels <= PictureRank.pixelLimit else { return nil }
    self.pixels = pixels
    fitness =
      switch picture.type {
      case TrackPicture.frontCover: .front
      case 0: .untyped
      case 1, 2: .icon
      default: .other
      }
  }

  package static func < (left: PictureRank, right: PictureRank) -> Bool {
    (left.fitness, left.pixels) < (right.fitness, right.pixels)
  }

  /// Returns the index of the best picture, the first of equals; nil if none is acceptable.
  package static func best(of pictures: [TrackPicture]) -> Int? {
    let ranked = pictures.enumerated().compactMap { index, picture in PictureRank(picture).map { (index, $0) }
    }
    return ranked.reduce(nil as (Int, PictureRank)?) { best, next in
      best.map { $0.1 < next.1 ? next : $0 } ?? next
    }?.0
  }
}
