import AudioBase
import Containers
import Glibc
import SystemBase

/// What is kept of the files of servers. Any thread.
package struct RemoteFiles: Sendable {
  /// The folder of the parts that were heard; nil: they are not kept.
  var cache: RemoteCache?
  /// Stores a picture and returns its file; nil if it cannot be stored.
  let storePicture: @Sendable ([UInt8]) -> FilePath?

  package init(
    cache: RemoteCache? = nil, storePicture: @escaping @Sendable ([UInt8]) -> FilePath? = { _ in nil }
  ) {
    (self.cache, self.storePicture) = (cache, storePicture)
  }
}

/// Receives a file of a server on its own thread: reads it as a file of the disk, decodes it ahead of the reader, and
/// continues where the reader seeks.
struct RemoteReceiver {
  /// The versions of a file that are played one after the other.
  private static let mostVersions = 4
  /// Seconds that the question for a file may take.
  private static let patience = 3.0

  private let address: StreamAddress
  private let files: RemoteFiles
  private let buffer: NetworkBuffer
  private let watch: NetworkWatch
  private let firstPause: Double
  /// The frame that is written next.
  private var position = 0
  private var hasFormat = false
  private var hasTags = false

  init(
    _ address: StreamAddress, _ files: RemoteFiles, _ buffer: NetworkBuffer, _ watch: NetworkWatch,
    firstPause: Double
  ) {
    (self.address, self.files, self.buffer) = (address, files, buffer)
    (self.watch, self.firstPause) = (watch, firstPause)
  }

  /// Receives until the cancellation. Returns false at once if the address is that of a stream, or of a file that is to be
  /// played as one.
  mutating func run() -> Bool {
    let isProxied = !address.isSecure && getenv("http_proxy") != nil
    guard !isProxied, !isPlaylist, (try? FFmpegLibrary.load(for: "a file", address.shown)) != nil else {
      return false
    }
    for version in 0..<RemoteReceiver.mostVersions where !buffer.isCancelled {
      // The question is one more wait before a stream begins.
      switch watch.limited(to: RemoteReceiver.patience, { RemoteFile.find(address, watch) }) {
      case .stream:
        guard hasFormat else { return false }
        // A seek has ended the question.
        if let target = buffer.takeTarget() {
          position = target
          continue
        }
        giveUp(
          FileError(.readFailed, address.shown, detail: "the server sends no parts of the file any more"))
        return true
      case .refused(let error):
        giveUp(error)
        return true
      case .file(let file):
        EventLog.write(.stream, "\(address.host): a file of \(file.size) bytes")
        if version > 0 {
          hasTags = false
          buffer.add(.replaced, atOnce: true)
        }
        let source = RemoteSource(
          file, files.cache?.file(of: file), buffer, watch, firstPause: firstPause)
        switch play(source) {
        case .cancelled: return true
        case .unsuitable: return false
        case .changed: files.cache?.remove(file)
        }
      }
    }
    giveUp(FileError(.readFailed, address.shown, detail: "the file changes on the server again and again"))
    return true
  }

  private var isPlaylist: Bool {
    let path = address.text.prefix { $0 != "?" }.lowercased()
    return [".m3u", ".m3u8", ".pls"].contains(where: path.hasSuffix)
  }

  /// Ends the stream with an error, until it is cancelled.
  private func giveUp(_ error: FileError) {
    repeat { buffer.close(error) } while buffer.waitForTarget() != nil
  }

  private enum Outcome {
    case cancelled, changed
    /// Nothing was decoded, and FFmpeg may do it.
    case unsuitable
  }

  /// Decodes a version of the file, with a new decoder after each interruption of a read, since it may be in any state.
  private mutating func play(_ source: RemoteSource) -> Outcome {
    while !buffer.isCancelled {
      do throws(FileError) {
        let file = RegularFile(reading: source, size: source.file.size, FilePath(address.shown))
        try decode(FileWindow(file), source)
        return .cancelled
      } catch {
        if buffer.isCancelled { return .cancelled }
        if let target = buffer.takeTarget() {
          position = target
          continue
        }
        switch source.failure {
        case .changed?: return .changed
        case .broken(let reason)?, .ended(let reason)?: buffer.close(reason)
        case .noRanges(let reason)?:
          if !hasFormat { return .unsuitable }
          buffer.close(reason)
        case nil:
          if !hasFormat { return .unsuitable }
          buffer.close(error)
        }
        guard let target = buffer.waitForTarget() else { return .cancelled }
        position = target
      }
    }
    return .cancelled
  }

  /// Reports what the tags of the file have, and stores their picture.
  private mutating func reportTags(_ source: RemoteSource, _ format: StreamFormat) {
    let file = RegularFile(reading: source, size: source.file.size, FilePath(address.shown))
    guard var tags = try? RemoteTags(FileWindow(file), TrackLocation(address)) else { return }
    hasTags = true
    tags.track.stream.duration = format.length?.seconds(at: format.sampleRate)
    tags.track.stream.sampleRate = format.sampleRate.hertz
    tags.track.stream.channels = format.channels
    buffer.add(.tagged(tags.track, cover: tags.picture.flatMap(files.storePicture)), atOnce: true)
  }

  /// Decodes until the cancellation. Throws why the file cannot be read or decoded any further.
  private mutating func decode(_ window: FileWindow, _ source: RemoteSource) throws(FileError) {
    let decoder = try DecoderRegistry.decoder(window)
    if position > 0 { try decoder.seek(to: FrameCount(position)) }
    guard buffer.accept(decoder.format, isSeekable: decoder.format.length != nil) else {
      throw FileError(.unsupported, address.shown, detail: "the sample rate or channels change")
    }
    hasFormat = true
    if !hasTags { reportTags(source, decoder.format) }
    let channels = decoder.format.channels
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2_048 * channels)
    defer { block.deallocate() }
    while !buffer.isCancelled {
      if let target = buffer.takeTarget() {
        position = target
        try decoder.seek(to: FrameCount(target))
      }
      let count = try decoder.read(into: block)
      while let event = decoder.nextEvent() { buffer.add(event) }
      if count > 0 {
        let frames = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(block)[..<(count * channels)])
        if buffer.write(frames) { position += count }
        continue
      }
      buffer.close(nil, endedEarly: decoder.endedEarly)
      guard let target = buffer.waitForTarget() else { return }
      position = target
      try decoder.seek(to: FrameCount(target))
    }
  }
}
