import AudioBase
import MusicLibrary

enum PlaylistFuzz {
  /// Every other file is there.
  private static let reader = PlaylistReader { path in path.bytes.reduce(0) { $0 &+ $1 } & 1 == 0 }

  static func take(_ bytes: [UInt8]) {
    do throws(AudioError) {
      check(try reader.parse(bytes, from: FilePath("/music/list.m3u8")))
    } catch {
      precondition(error.code == .notAudio, "\(error)")
    }
  }

  private static func check(_ playlist: Playlist) {
    for entry in playlist.entries {
      if case .file(let path) = entry.location {
        precondition(!path.isEmpty && !path.bytes.contains(0), "no path")
      }
      precondition((entry.duration ?? 1).isFinite && (entry.duration ?? 1) > 0, "no duration")
    }
    let report = try? JSONReport.text(playlist)
    precondition(report != nil, "no JSON")
  }
}
