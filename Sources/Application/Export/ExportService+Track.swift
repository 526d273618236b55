import AudioBase
import Dubbing
import SystemBase

extension ExportService {
  /// Returns the track of a take: the file that the user names, else the file that the take names, else a file of the
  /// library with the same sound.
  ///
  /// - Throws: `notFound` if none of them exists.
  func track(
    _ reference: TrackReference, _ named: FilePath?, _ notices: inout [ExportNotice]
  ) throws(FileError) -> TrackLocation {
    if let named {
      let key = try sources.key(named)
      if let track = location(named, key, reference) { return track }
      notices.append(.trackChanged(named))
      return TrackLocation(path: named)
    }
    var changed: FilePath?
    for path in [reference.path] + sources.files(reference.key) where path.exists {
      guard let key = try? sources.key(path) else { continue }
      if let track = location(path, key, reference) { return track }
      changed = changed ?? path
    }
    guard let changed else { throw FileError(.notFound, reference.path.shown) }
    notices.append(.trackChanged(changed))
    return TrackLocation(path: changed)
  }

  /// Checks that a file has the sound of the track of a take.
  ///
  /// - Returns: nil if the file has another sound.
  private func location(_ path: FilePath, _ key: TrackKey, _ reference: TrackReference) -> TrackLocation? {
    if key == reference.key { return TrackLocation(path: path) }
    guard reference.key.isPart(of: key), let start = reference.key.sectionStart(in: key) else { return nil }
    return TrackLocation(path: path, section: section(start, reference))
  }

  /// The part of a file that begins at a time and has the length of the track of a take.
  private func section(_ start: DiscTime, _ reference: TrackReference) -> TrackSection? {
    let rate = reference.sampleRate
    guard let frames = reference.frames else { return TrackSection(start: start) }
    let end = start.position(at: rate) + frames
    let time = DiscTime(seconds: end.seconds(at: rate))
    // The last part of a file ends with it, at no disc frame.
    return TrackSection(start: start, end: time.position(at: rate) == end ? time : nil)
  }
}
