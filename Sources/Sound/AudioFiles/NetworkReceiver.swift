import AudioBase
import Glibc
import SystemBase

/// Receives a stream on its own thread: connects, decodes, and connects again after the connection was lost.
///
/// A file is continued where it was lost, by decoding from its start; a station continues with what it sends.
struct NetworkReceiver {
  /// The attempts to connect again before the stream is given up.
  private static let attempts = 8
  /// The longest pause between two attempts, in seconds.
  private static let longestPause = 15.0
  /// Seconds of sound after which attempts are counted from 0 again.
  private static let steady = 5

  let address: StreamAddress
  private let buffer: NetworkBuffer
  let watch: NetworkWatch
  /// Seconds before the second attempt; each later pause is twice as long.
  private let firstPause: Double
  /// The frames that were received, of all connections.
  private var received = 0
  private var samples: [Float] = []
  private var lastTitle: String?

  init(_ address: StreamAddress, _ buffer: NetworkBuffer, _ watch: NetworkWatch, firstPause: Double) {
    (self.address, self.buffer, self.watch, self.firstPause) = (address, buffer, watch, firstPause)
  }

  /// Receives until the end, a failure or the cancellation.
  mutating func run() {
    do throws(FileError) {
      try FFmpegLibrary.load(for: "a stream", address.shown)
    } catch {
      return buffer.close(error)
    }
    var failures = 0
    while !buffer.isCancelled {
      let before = received
      do throws(FileError) {
        return buffer.close(try receive())
      } catch {
        if buffer.isCancelled { return }
        let rate = buffer.format.sampleRate.hertz
        if received - before > NetworkReceiver.steady * rate { failures = 0 }
        failures += 1
        EventLog.write(
          .stream,
          "\(address.host): failure \(failures) after \(received) frames: \(error.code), \(error.detail ?? "")"
        )
        guard received > 0, failures <= NetworkReceiver.attempts, error.code != .unsupported else {
          return buffer.close(error)
        }
        if failures == 1 { buffer.add(.interrupted(error), atOnce: true) }
        let pause = min(firstPause * Double(1 << (failures - 1)), NetworkReceiver.longestPause)
        guard buffer.pause(seconds: pause) else { return }
      }
    }
  }

  /// Receives one connection; nil at the end of the content. Throws why the connection was not made or was lost.
  private mutating func receive() throws(FileError) -> FileError? {
    var handle = try open()
    EventLog.write(.stream, "\(address.host): connected")
    if received > 0 { buffer.add(.resumed, atOnce: true) }
    let isStation = report(handle.tags)
    // The position in a file that is received again.
    var position = isStation || handle.networkSize == nil ? received : 0
    while true {
      let (outcome, _) = try handle.decode()
      if handle.hasNewTags() { _ = report(handle.tags) }
      guard case .decoded(let frames) = outcome else { break }
      let end = max(frames.count - frames.skipEnd, frames.skipStart)
      let range = min(frames.skipStart, end)..<end
      let known = min(max(received - position, 0), range.count)
      guard try write(handle, range.lowerBound + known..<range.upperBound, frames) else { return nil }
      position += range.count
    }
    if received == 0, let problem = indexProblem { throw problem }
    if let failure = handle.networkFailure, !failure.isGeneral || handle.networkSize != nil {
      throw explained(failure)
    }
    // FFmpeg reports an input error at the end of content of unknown size.
    if isStation { throw closed }
    return nil
  }

  /// Writes decoded frames to the buffer. Returns false if the stream was cancelled.
  private mutating func write(
    _ handle: borrowing FFmpegHandle, _ range: Range<Int>, _ frames: FFmpegHandle.Decoded
  ) throws(FileError) -> Bool {
    let format = try StreamFormat(
      checkedRate: frames.hertz, channels: frames.channels, length: nil, address.shown)
    guard buffer.accept(format) else {
      throw FileError(.unsupported, address.shown, detail: "the sample rate or channels change")
    }
    let count = range.count * frames.channels
    if samples.count < count { samples = [Float](repeating: 0, count: count) }
    received += range.count
    let subject = address.shown
    let result = samples.withUnsafeMutableBufferPointer { target -> Bool? in
      guard let start = target.baseAddress, count > 0 else { return true }
      guard handle.copy(range, into: start) else { return nil }
      PeakLimit.apply(to: start, count: count)
      return buffer.write(UnsafeBufferPointer(rebasing: target[..<count]))
    }
    guard let result else {
      throw FileError(.unsupported, subject, detail: "samples wider than 32 bits")
    }
    return result
  }

  /// Reports the names in tags. Returns whether they are those of a station.
  private mutating func report(_ tags: [(name: String, value: String)]) -> Bool {
    func value(_ name: String) -> String? {
      tags.first { $0.name.lowercased() == name && !$0.value.isEmpty }?.value
    }
    if let name = value("icy-name") { buffer.add(.named(name)) }
    let own = [value("artist"), value("title")].compactMap(\.self).joined(separator: " - ")
    if let title = value("streamtitle") ?? (own.isEmpty ? nil : own), title != lastTitle {
      lastTitle = title
      buffer.add(.titled(title))
    }
    return tags.contains { $0.name.lowercased().hasPrefix("icy-") }
  }

  // MARK: Opening

  private func open() throws(FileError) -> FFmpegHandle {
    do throws(NetworkFailure) {
      return try FFmpegHandle(target(), watch)
    } catch {
      throw explained(error)
    }
  }

  /// Returns the address of the stream. Stations often publish the address of a playlist with it.
  private func target() throws(NetworkFailure) -> StreamAddress {
    let path = address.text.prefix { $0 != "?" }.lowercased()
    guard path.hasSuffix(".m3u") || path.hasSuffix(".pls") else { return address }
    let text = String(decoding: try NetworkFetch.start(of: address, watch).bytes, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      let value = line.lowercased().hasPrefix("file") ? line.drop { $0 != "=" }.dropFirst() : line
      if let found = StreamAddress(value) { return found }
    }
    return address
  }
}
