import AudioBase
import Glibc
import Player
import SystemBase

/// The metadata of a track under the names of MPRIS, and the paths that stand for tracks.
enum MPRISMetadata {
  private static let prefix = "/org/drumdub/track/"

  static func path(_ id: QueueItem.ID?) -> String { id.map { "\(prefix)\($0.value)" } ?? MPRIS.noTrack }

  /// Returns the track of a path; nil for another path.
  static func id(_ path: String?) -> QueueItem.ID? {
    guard let path, path.hasPrefix(prefix) else { return nil }
    return Int(path.dropFirst(prefix.count)).map { QueueItem.ID($0) }
  }

  /// - Parameters:
  ///   - seconds: the duration; nil if unknown.
  ///   - folder: the folder that relative paths start from.
  ///   - cover: the picture file; nil if there is none.
  ///   - rating: 1 to 5 stars; nil for none.
  static func values(
    _ item: QueueItem, seconds: Double?, folder: FilePath, cover: FilePath?, rating: Int?
  ) -> [String: BusValue] {
    let track = item.tags ?? item.listed
    var values: [String: BusValue] = [
      "mpris:trackid": .path(path(item.id)), "xesam:title": .string(item.title),
    ]
    values["mpris:length"] = seconds.map { .int64(Int64($0 * 1e6)) }
    values["mpris:artUrl"] = cover.map { .string(FileURL.text($0)) }
    values["xesam:url"] = .string(
      item.location.address?.text ?? FileURL.text(item.location.inside(folder).path))
    let artists = track.artists.isEmpty ? item.artist.map { [$0] } ?? [] : track.artists
    if !artists.isEmpty { values["xesam:artist"] = .strings(artists) }
    values["xesam:album"] = (track.album ?? item.listed.album).map { .string($0) }
    values["xesam:albumArtist"] = track.albumArtist.map { .strings([$0]) }
    if !track.genres.isEmpty { values["xesam:genre"] = .strings(track.genres) }
    values["xesam:trackNumber"] = (track.trackNumber ?? item.listed.trackNumber).map {
      .int32(Int32(clamping: $0))
    }
    values["xesam:discNumber"] = track.discNumber.map { .int32(Int32(clamping: $0)) }
    values["xesam:audioBPM"] = track.bpm.flatMap { Int32(exactly: $0.rounded()) }.map { .int32($0) }
    values["xesam:contentCreated"] = track.date.map { .string($0) }
    values["xesam:userRating"] = rating.map { .double(Double($0) / 5) }
    return values
  }
}

/// `file:` addresses (RFC 8089).
enum FileURL {
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)

  /// The address of an absolute path, which need not be UTF-8.
  static func text(_ path: FilePath) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("file://".utf8)
    for byte in path.bytes {
      if plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The path of an address without a host, or with `localhost`; nil for another address.
  static func path(_ text: String) -> FilePath? {
    guard text.prefix(7).lowercased() == "file://" else { return nil }
    let rest = text.dropFirst(7)
    guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash].lowercased()) else {
      return nil
    }
    return decoded(rest[slash...].utf8).map { FilePath(bytes: $0) }
  }

  private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}

/// Volumes from 0 to 1 and more, as volume controls of desktops show them: the cube root of the gain.
enum MPRISVolume {
  private static let decibelsPerDecade = 60.0

  static func value(_ level: Decibels, isMuted: Bool) -> Double {
    isMuted ? 0 : Double(Int((pow(10, level.value / decibelsPerDecade) * 1e6).rounded())) / 1e6
  }

  /// The level of a volume; nil for silence.
  static func level(_ value: Double) -> Decibels? {
    let quietest = pow(10, PlayerModel.volumeRange.lowerBound / decibelsPerDecade)
    guard value >= quietest / 2 else { return nil }
    return Decibels(decibelsPerDecade * log10(value))
  }
}
