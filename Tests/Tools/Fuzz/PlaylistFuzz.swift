import AudioBase
import Playlists
import SystemBase

enum PlaylistFuzz {
  /// Every other file is there.
  private static let reader: PlaylistReader = {
    var reader = PlaylistReader { path in path.bytes.reduce(0) { $0 &+ $1 } & 1 == 0 }
    reader.length = { _ in 600 }
    return reader
  }()

  /// - Parameter name: the name of the list, which determines its format if the content does not.
  static func take(_ bytes: [UInt8], name: String) {
    do throws(FileError) {
      let playlist = try reader.parse(bytes, from: FilePath("/music/\(name)"))
      check(playlist)
      checkParts(bytes)
      for format in [PlaylistWriter.Format.m3u8, .pls, .xspf] { writeAndRead(playlist, format) }
    } catch {
      precondition(error.code == .notAudio || error.code == .damaged, "\(error)")
    }
  }

  /// Each entry comes back, whatever it is called.
  private static func writeAndRead(_ playlist: Playlist, _ format: PlaylistWriter.Format) {
    let path = FilePath("/music/again")
    let bytes = PlaylistWriter(format: format).bytes(playlist, at: path)
    guard let again = try? reader.parse(bytes, from: path) else {
      preconditionFailure("a written playlist cannot be read")
    }
    precondition(again.entries.count <= playlist.entries.count, "entries were made up")
  }

  /// As a sheet in a music file: parts begin in the file and no two of them in one place.
  private static func checkParts(_ bytes: [UInt8]) {
    var track = TrackInfo(path: FilePath("/music/disc.flac"))
    track.stream.duration = 600
    track.parts = PlaylistReader.parts(String(decoding: bytes, as: UTF8.self), of: track.path)
    let starts = track.heldTracks.compactMap(\.section?.start)
    precondition(Set(starts).count == starts.count && starts.allSatisfy { $0.seconds < 600 }, "no part")
  }

  private static func check(_ playlist: Playlist) {
    for entry in playlist.entries {
      if case .file(let path) = entry.location {
        precondition(!path.isEmpty && !path.bytes.contains(0), "no path")
      }
      precondition((entry.section?.start.frames ?? 0) >= 0, "no section")
      precondition((entry.duration ?? 1).isFinite && (entry.duration ?? 1) > 0, "no duration")
    }
  }
}
