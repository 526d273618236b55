import MusicFiles
import Playlists
import SystemBase
import Testing

/// What file managers know of the program.
@Suite struct DesktopFileTests {
  /// The types of the extensions that shared-mime-info knows and that hold music alone.
  private static let types = [
    "wav": "audio/x-wav", "aiff": "audio/x-aiff", "aif": "audio/x-aiff", "aifc": "audio/x-aifc",
    "au": "audio/basic", "snd": "audio/basic", "flac": "audio/flac", "ogg": "audio/ogg",
    "oga": "audio/x-vorbis+ogg", "opus": "audio/x-opus+ogg", "spx": "audio/x-speex+ogg", "mp3": "audio/mpeg",
    "mp2": "audio/mp2", "mpga": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/x-m4b", "aac": "audio/aac",
    "adts": "audio/aac", "wv": "audio/x-wavpack", "ape": "audio/x-ape", "mpc": "audio/x-musepack",
    "mpp": "audio/x-musepack", "mp+": "audio/x-musepack", "tta": "audio/x-tta", "wma": "audio/x-ms-wma",
    "ac3": "audio/ac3", "dts": "audio/vnd.dts", "voc": "audio/x-voc", "dsf": "audio/x-dsf",
    "dff": "audio/x-dff", "amr": "audio/AMR", "mka": "audio/x-matroska", "weba": "audio/webm",
    "mod": "audio/x-mod", "s3m": "audio/x-s3m", "it": "audio/x-it", "xm": "audio/x-xm",
    "m3u": "audio/x-mpegurl", "m3u8": "application/vnd.apple.mpegurl", "pls": "audio/x-scpls",
    "xspf": "application/xspf+xml", "cue": "application/x-cue",
  ]

  @Test func desktopFileListsTheTypesOfMusicAndPlaylists() throws {
    let root = FilePath(#filePath).directory.directory.directory.directory
    let bytes = try FileBytes.read(root.appending("Resources/Desktop/drumdub.desktop"), limit: 1 << 20)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.first == "[Desktop Entry]")
    #expect(lines.contains("Exec=drumdub %U") && lines.contains("Terminal=true"))
    let list = try #require(lines.first { $0.hasPrefix("MimeType=") }).dropFirst(9)
    let listed = list.split(separator: ";").map(String.init)
    #expect(Set(listed).count == listed.count && list.hasSuffix(";"))
    for (name, type) in DesktopFileTests.types {
      let path = FilePath("a.\(name)")
      #expect(MusicNames.isMusic(path) || PlaylistFormat(name: path) != nil, "\(name)")
      #expect(listed.contains(type), "\(type)")
    }
  }
}
