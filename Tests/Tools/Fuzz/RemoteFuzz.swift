import AudioBase
import Remote
import SystemBase

/// A line of the remote control: parsed, written again, and read as a range, a search and an address.
enum RemoteFuzz {
  private static let song: MPDSong = {
    var track = TrackInfo(path: FilePath("/music/Björk/01.flac"))
    (track.title, track.artist, track.genres) = ("Über die Liebe", "Björk", ["Pop", "Dance"])
    return MPDSong(uri: "Björk/01.flac", track: track, addedAt: 1_700_000_000)
  }()
  private static let roots = MusicRoots([FilePath("/music")])

  static func take(_ bytes: [UInt8]) {
    readAddress(String(decoding: bytes, as: UTF8.self))
    checkAddress(FilePath(bytes: bytes))
    do throws(MPDError) {
      let line = try MPDLine(parsing: bytes)
      let written = try MPDLine(parsing: Array(line.text.utf8))
      precondition(written.arguments.count == line.arguments.count, "an argument is lost")
      for argument in line.arguments { _ = try? MPDRange(argument) }
      for isFolded in [false, true] { search(line.arguments, isFolded) }
    } catch {
      precondition(!error.line(index: 0, command: "").dropLast().contains(0x0A), "an error of two lines")
    }
  }

  /// Each file in the folder has an address.
  private static func checkAddress(_ name: FilePath) {
    let parts = name.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !name.isAbsolute, parts.allSatisfy({ !$0.isEmpty && !$0.elementsEqual("..".utf8) }) else { return }
    let path = FilePath("/music").appending(name)
    let uri = roots.uri(path)
    precondition(!uri.contains("\n"), "an address of two lines")
    precondition(roots.paths(uri).contains(path), "a path without an address")
  }

  private static func search(_ arguments: [String], _ isFolded: Bool) {
    guard let selection = try? MPDSelection(arguments, folded: isFolded) else { return }
    _ = selection.filter.accepts(song)
    _ = (selection.filter.condition, selection.filter.onlyURI, selection.filter.folder)
  }

  private static func readAddress(_ text: String) {
    for location in roots.locations(text) {
      precondition(location.path.isAbsolute, "a relative path")
    }
    if let address = NetworkAddress(text) {
      precondition(NetworkAddress(address.text) == address, "another address")
    }
  }
}
