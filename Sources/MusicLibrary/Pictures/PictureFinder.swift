import AudioBase
import SystemBase
import TextEncodings
import TrackTags

/// Finds the picture that stands for a track: the best of those in the file and those in its folder.
///
/// A front cover comes before others, then the one with more pixels, then the file's own. Any thread; it blocks for as
/// long as the disk does.
package struct PictureFinder: Sendable {
  package struct Found: Hashable, Sendable {
    package let data: PictureData
    /// Nil for one inside the music file.
    package let path: FilePath?

    /// Names the picture, so that one that many tracks share is kept once.
    package var hash: ContentHash { ContentHash(data.bytes) }
  }

  /// What names of pictures in folders begin with, the likeliest first.
  private static let names = ["cover", "front", "folder", "album"]
  private static let extensions: Set<String> = ["jpg", "jpeg", "png", "webp"]
  /// So much of a file has its size in pixels, but for a JPEG behind much metadata, which is read whole.
  private static let headLength = 64 << 10

  package typealias Embedded = @Sendable (FilePath) throws(FileError) -> PictureData?

  private let embedded: Embedded

  /// - Parameter embedded: reads the picture in a file: best in another process, as `TagWorkerPool` does.
  package init(embedded: @escaping Embedded) { self.embedded = embedded }

  /// - Returns: nil where neither the file nor its folder has one.
  /// - Throws: where the file cannot be read.
  package func best(for path: FilePath) throws(FileError) -> Found? {
    let embedded = try embedded(path)
    return PictureFinder.better(embedded.map { Found(data: $0, path: nil) }, folderPicture(path.directory))
  }

  /// The best picture that stands in a folder for all in it; nil where there is none that can be read.
  ///
  /// - Parameter folder: empty is the current one.
  package func folderPicture(_ folder: FilePath) -> Found? {
    let names = (try? FolderReader(folder.isEmpty ? FilePath(".") : folder).names()) ?? []
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

  /// What the header of a picture's file says; nil where it is none.
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

  /// The place of a name among the likeliest; nil for one that is no cover's.
  private static func order(of name: FilePath) -> Int? {
    guard extensions.contains(name.fileExtension) else { return nil }
    let stem = ASCIIText.lowercased(name.bytes.dropLast(name.fileExtension.utf8.count + 1))
    return names.firstIndex(of: stem)
  }

  private static func better(_ first: Found?, _ second: Found?) -> Found? {
    let found = [first, second].compactMap { $0 }
    return PictureRank.best(of: found.map(\.data.picture)).map { found[$0] }
  }
}
