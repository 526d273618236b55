import AudioBase
import SystemBase

/// The key of a file of a web server, by which it is found again.
///
/// It is made of the address, without the query and the user, which may be valid for some minutes only, and of the size: the
/// key of a file on disk would need parts of its sound from the network.
package enum RemoteKey {
  /// Seconds that the server has for an answer.
  private static let timeout = 10.0

  /// Asks a server for a file. Any thread that may wait for the network. Returns nil for a stream, and without an answer.
  package static func key(of address: StreamAddress) -> TrackKey? {
    guard case .file(let file) = RemoteFile.find(address, NetworkWatch(timeout: timeout)) else { return nil }
    return file.key
  }
}

extension RemoteFile {
  var key: TrackKey {
    let path = origin.target.prefix { $0 != "?" }
    let scheme = origin.isSecure ? "https" : "http"
    return TrackKey(ContentHash(Array("\(scheme)://\(origin.place.lowercased())\(path)\n\(size)".utf8)))
  }

  /// Returns the address of a redirection.
  ///
  /// - Throws: if it is no address of the web, or if the way to it is not encrypted any more.
  static func redirected(
    from address: StreamAddress, to place: String?, of origin: StreamAddress
  ) throws(FileError) -> StreamAddress {
    guard let place, let next = address.resolving(place) else {
      throw FileError(.readFailed, origin.shown, detail: "the server redirects to no http or https address")
    }
    guard next.isSecure || !address.isSecure else {
      throw FileError(
        .readFailed, origin.shown,
        detail: "the server redirects from https to http; if you trust it, play \(next.shown)")
    }
    return next
  }
}
