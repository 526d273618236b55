import AudioBase
import Documents
import SystemBase

/// Finds the best picture for a track among those in its file and its folder.
///
/// Front covers are preferred, then larger pictures, then those in the file. Any thread; blocks on file
/// access.
package struct PictureFinder: Sendable {
  /// A picture and where it was found.
  package struct Found: Hashable, Sendable {
    package let data: PictureData
    /// The path; nil for a picture in the music file.
    package let path: FilePath?

    /// Identifies the content, so that a picture that many tracks share is stored once.
    package var hash: ContentHash { ContentHash(data.bytes) }
  }

  /// The names of pictures in folders without extension, in order of preference.
  private static let names = ["cover", "front", "folder", "album"]
  private static let extensions: Set<String> = ["jpg", "jpeg", "png", "webp"]
  /// The number of bytes that usually contains the size in pixels. A JPEG with much metadata is read
  /// completely.
  private static let headLength = 64 << 10

  /// Reads the best picture in a music file; nil if it has none.
  package typealias Embedded = @Sendable (FilePath) throws(FileError) -> PictureData?

  private let embedded: Embedded

  /// Creates a finder.
  ///
  /// - Parameter embedded: reads the picture in a file, preferably in another process as `TagWorkerPool`
  ///   does.
  package init(embedded: @escaping Embedded) { self.embedded = embedded }

  /// Returns the best picture for a file; nil if neither the file nor its folder has one.
  ///
  /// - Throws: if the file cannot be read.
  package func best(for path: FilePath) throws(FileError) -> Found? {
    let embedded = try embedded(path)
    let found = [embedded.map { Found(data: $0, path: nil) }, folderPicture(path.directory)].compactMap(
      \.self)
    return PictureRank.best(of: found.map(\.data.picture)).map { found[$0] }
  }

  /// Returns the best picture in a folder, empty for the current one; nil if none can be read.
  package func folderPicture(_ folder: FilePath) -> Found? {
    let names = FolderReader.names(in: folder.isEmpty ? FilePath(".") : folder)
    let candidates = names.compactMap { name in PictureFinder.order(of: name).map { ($0, name) } }
    let sorted = candidates.sorted { ($0.0, $0.1.shown) < ($1.0, $1.1.shown) }
    let pictures = sorted.compactMap { read(folder.appending($0.1)) }
    return PictureRank.best(of: pictures.map(\.picture)).flatMap { index in
      guard let bytes = try? FileBytes.read(pictures[index].path, limit: PictureRank.byteLimit) else {
        return nil
      }
      return Found(
        data: PictureData(picture: pictures[index].picture, bytes: bytes), path: pictures[index].path)
    }
  }

  /// Reads the header of a picture file; nil if it is not a picture.
  private func read(_ path: FilePath) -> (path: FilePath, picture: TrackPicture)? {
    guard let file = try? RegularFile(withContent: path), file.size <= PictureRank.byteLimit,
      let head = try? file.read(at: 0, count: PictureFinder.headLength), var header = PictureHeader(head.span)
    else { return nil }
    if header.width == nil, let all = try? file.read(at: 0, count: file.size) {
      header = PictureHeader(all.span) ?? header
    }
    let picture = TrackPicture(
      type: TrackPicture.frontCover, mimeType: header.mimeType, width: header.width, height: header.height,
      bytes: file.size)
    return (path, picture)
  }

  /// Returns the rank of a file name; nil if it is not that of a cover.
  private static func order(of name: FilePath) -> Int? {
    guard extensions.contains(name.fileExtension) else { return nil }
    let stem = ASCIIText.lowercased(name.bytes.dropLast(name.fileExtension.utf8.count + 1))
    return names.firstIndex(of: stem)
  }
}

/// The rank of a picture as cover: front covers before others, then by number of pixels.
package struct PictureRank: Hashable, Comparable {
  private enum Fitness: Comparable { case icon, other, untyped, front }

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
