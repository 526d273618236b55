import AudioBase

/// How well a picture stands for its music: a front cover before others, then the one with more pixels.
package struct PictureRank: Hashable, Comparable {
  private enum Fitness: Int, Comparable {
    case icon, other, untyped, front

    static func < (left: Fitness, right: Fitness) -> Bool { left.rawValue < right.rawValue }
  }

  /// Larger ones are passed over: decoding one would take four bytes for each pixel.
  static let pixelLimit = 64_000_000
  package static let byteLimit = 32 << 20

  private static let kinds: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp"]

  private let fitness: Fitness
  private let pixels: Int

  /// Nil for what is larger than the limits, or whose header does not tell its size.
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

  /// The place of the best; of equals the first one. Nil where none will do.
  package static func best(of pictures: [TrackPicture]) -> Int? {
    let ranked = pictures.enumerated().compactMap { index, picture in PictureRank(picture).map { (index, $0) }
    }
    return ranked.reduce(nil as (Int, PictureRank)?) { best, next in
      best.map { $0.1 < next.1 ? next : $0 } ?? next
    }?.0
  }
}
