import AudioBase
import Dubbing
import Percussion
import SystemBase

extension ExportService {
  /// Prepares an archive. The take gets the title, the artist and the signature of its track if they are missing.
  package func pack(_ take: Take, _ options: ExportOptions) -> (pack: TakePack, notices: [ExportNotice]) {
    var notices: [ExportNotice] = []
    let kit = take.kit.flatMap(packedKit)
    if kit == nil, let name = take.kit?.name { notices.append(.kitNotPacked(name: name)) }
    let take = completed(take)
    if let track = take.track, track.signature == nil { notices.append(.trackNotSigned(track.path)) }
    var pack = TakePack(take, from: options.folder ?? sources.takes, kit: kit, to: options.path)
    pack.replaces = options.replaces
    let content = kit.flatMap { try? KitReader.read($0, unpackingInto: sources.kitCache) }
    pack.room = content.flatMap { sources.room($0.kit) }
    do throws(FileError) {
      pack.song = try song(of: take)
    } catch {
      notices.append(.songNotPacked(error))
    }
    return (pack, notices)
  }

  /// Returns the song of the track of a take, without the signature, which the take has; nil if nothing is kept for it.
  private func song(of take: Take) throws(FileError) -> Song? {
    guard let track = take.track, var song = try sources.songs?.song(of: track.key) else { return nil }
    song.track = song.track ?? track
    song.track?.signature = nil
    return song
  }

  private func completed(_ take: Take) -> Take {
    guard let track = take.track, let key = try? sources.key(track.path),
      let location = track.location(in: track.path, of: key)
    else { return take }
    var take = take
    if track.title == nil, let tags = try? sources.tags.read(track.path) {
      take.track?.title = tags.title
      take.track?.artist = tags.artist
    }
    if track.signature == nil {
      take.track?.signature = (try? sources.signer?.signature(of: location) { false }) ?? nil
    }
    return take
  }

  /// Returns the path of a kit; nil if it is missing, or from a SoundFont, which cannot be copied.
  private func packedKit(_ kit: KitReference) -> FilePath? {
    let path = kit.path.exists ? kit.path : sources.kit(kit.name)
    return path.flatMap { path in
      (try? KitSource(path)).flatMap { $0.format == .soundFont ? nil : path }
    }
  }

  /// Returns the track of a take: the file that the user names, else the file that the take names, else a file of the
  /// library with the same sound.
  ///
  /// - Throws: `notFound` if none of them exists.
  package func track(
    _ reference: TrackReference, _ named: FilePath?, _ notices: inout [ExportNotice]
  ) throws(FileError) -> TrackLocation {
    if let named {
      let key = try sources.key(named)
      if let track = reference.location(in: named, of: key) { return track }
      notices.append(.trackChanged(named))
      return TrackLocation(path: named)
    }
    var changed: FilePath?
    for path in [reference.path] + sources.files(reference.key) where path.exists {
      guard let key = try? sources.key(path) else { continue }
      if let track = reference.location(in: path, of: key) { return track }
      changed = changed ?? path
    }
    guard let changed else { throw FileError(.notFound, reference.path.shown) }
    notices.append(.trackChanged(changed))
    return TrackLocation(path: changed)
  }
}
