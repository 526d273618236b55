import AudioBase
import CFFmpeg
import Glibc
import SystemBase

/// The reasons why a stream cannot be received. FFmpeg reports most of them as an input error; they are found out here.
extension NetworkReceiver {
  var closed: FileError {
    FileError(.readFailed, address.shown, detail: "the server closed the connection")
  }

  /// Returns the reason for a failure of FFmpeg. Connects again to find it out.
  func explained(_ failure: NetworkFailure) -> FileError {
    if watch.isLate {
      let seconds = Int(watch.timeout.rounded())
      return FileError(.readFailed, address.shown, detail: "the server does not answer for \(seconds) s")
    }
    if failure.isOpening, failure.isGeneral, let reason = openingProblem {
      return FileError(.readFailed, address.shown, detail: reason)
    }
    if failure.isContent {
      return indexProblem ?? FileError(.notAudio, address.shown, detail: failure.message)
    }
    if !failure.isOpening, failure.isGeneral { return closed }
    return FileError(.readFailed, address.shown, detail: failure.message)
  }

  /// The reason why no connection was made; nil if it is not known.
  private var openingProblem: String? {
    if let reason = NetworkReceiver.nameProblem(address.host) { return "\(address.host): \(reason)" }
    guard drumdub_ffmpeg_is_untrusted(address.text, watch.raw) != 0 else { return nil }
    return
      "the certificate of the server is not trusted; if you trust its issuer, add the issuer's certificate to the "
      + "system, or to a file that SSL_CERT_FILE names"
  }

  /// Returns why a host name cannot be resolved; nil if it can.
  private static func nameProblem(_ host: String) -> String? {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, nil, &hints, &found)
    if let found { freeaddrinfo(found) }
    return result == 0 ? nil : String(cString: gai_strerror(result))
  }

  /// The error of an MP4 file whose index follows its samples, on a server that sends no byte ranges; nil for other
  /// content.
  var indexProblem: FileError? {
    guard let start = try? NetworkFetch.start(of: address, watch), !start.isSeekable,
      NetworkReceiver.hasLateIndex(start.bytes)
    else { return nil }
    return FileError(
      .readFailed, address.shown,
      detail:
        "its index is at the end, which a server without byte ranges cannot send first; download the file")
  }

  /// Returns whether the first bytes of an MP4 file have the atom of the samples before that of the index
  /// (ISO/IEC 14496-12, section 4.2).
  static func hasLateIndex(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset + 8 <= bytes.count {
      let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      if offset == 0, name != "ftyp" { return false }
      if name == "moov" { return false }
      if name == "mdat" { return true }
      // Sizes 0 and 1 stand for the rest of the file and for a 64-bit size, which only mdat needs.
      guard size >= 8 else { return false }
      offset += size
    }
    return false
  }
}
