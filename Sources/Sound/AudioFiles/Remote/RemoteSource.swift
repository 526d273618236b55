import AudioBase
import Glibc
import SystemBase

/// The bytes of a file of a server, in blocks that are received where they are read, and kept in memory and in the cache.
///
/// Used by one thread, which waits for the network. A connection that is lost is made again.
final class RemoteSource: ByteSource, @unchecked Sendable {
  /// The size of a block in bytes.
  static let block = 1 << 16
  /// The blocks that are kept in memory.
  private static let mostRecent = 32
  /// The attempts to receive a block before it is given up, without any progress.
  private static let attempts = 8
  /// The longest pause between two attempts, in seconds.
  private static let longestPause = 15.0

  private(set) var file: RemoteFile
  /// Why the last read failed; nil if it was interrupted.
  private(set) var failure: RemoteFailure?
  private let buffer: NetworkBuffer
  private let watch: NetworkWatch
  private let firstPause: Double
  private let cache: RemoteCacheFile?
  /// The answer that is being received, and the offset of its next byte.
  private var response: HTTPResponse?
  private var position = 0
  /// The block that is being received.
  private var partial = (index: -1, bytes: [UInt8]())
  /// The blocks that were read last, the latest at the end.
  private var recent: [(index: Int, bytes: [UInt8])] = []

  init(
    _ file: RemoteFile, _ cache: RemoteCacheFile?, _ buffer: NetworkBuffer, _ watch: NetworkWatch,
    firstPause: Double
  ) {
    (self.file, self.cache, self.buffer, self.watch) = (file, cache, buffer, watch)
    self.firstPause = firstPause
  }

  func read(_ buffer: UnsafeMutableRawPointer, count: Int, at offset: Int) -> Int {
    let wanted = min(count, file.size - offset)
    var done = 0
    while done < wanted {
      let index = (offset + done) / RemoteSource.block
      guard let bytes = bytes(index) else {
        errno = EIO
        return -1
      }
      let start = offset + done - index * RemoteSource.block
      let part = min(wanted - done, bytes.count - start)
      bytes.withUnsafeBytes { source in
        if let base = source.baseAddress { (buffer + done).copyMemory(from: base + start, byteCount: part) }
      }
      done += part
    }
    return max(done, 0)
  }

  /// Returns the bytes of a block; nil if they cannot be received.
  private func bytes(_ index: Int) -> [UInt8]? {
    if let place = recent.lastIndex(where: { $0.index == index }) {
      let found = recent.remove(at: place)
      recent.append(found)
      return found.bytes
    }
    let count = min(RemoteSource.block, file.size - index * RemoteSource.block)
    let kept = cache?.read(index, count: count)
    guard let bytes = kept ?? receive(index, count: count) else { return nil }
    if kept == nil { cache?.write(bytes, at: index) }
    if recent.count >= RemoteSource.mostRecent { recent.removeFirst() }
    recent.append((index, bytes))
    return bytes
  }

  /// Receives a block, with several attempts. Returns nil if that fails or is interrupted.
  private func receive(_ index: Int, count: Int) -> [UInt8]? {
    failure = nil
    var failures = 0
    while !buffer.isInterrupted {
      let before = partial.index == index ? partial.bytes.count : 0
      do throws(RemoteFailure) {
        try complete(index, count: count)
        failure = nil
        if failures > 0 { buffer.add(.resumed, atOnce: true) }
        return partial.bytes
      } catch {
        response = nil
        if buffer.isInterrupted { return nil }
        failure = error
        guard case .broken(let reason) = error else { return nil }
        if partial.bytes.count > before { failures = 0 }
        failures += 1
        EventLog.write(.stream, "\(file.address.host): failure \(failures): \(reason.detail ?? "")")
        if failures > RemoteSource.attempts { return nil }
        if failures == 1 { buffer.add(.interrupted(reason), atOnce: true) }
        let pause = min(firstPause * Double(1 << (failures - 1)), RemoteSource.longestPause)
        if !buffer.pause(seconds: pause) { return nil }
      }
    }
    return nil
  }

  /// Receives the rest of a block.
  private func complete(_ index: Int, count: Int) throws(RemoteFailure) {
    if partial.index != index { partial = (index, []) }
    let start = index * RemoteSource.block
    while partial.bytes.count < count {
      let wanted = start + partial.bytes.count
      if response == nil || position != wanted {
        response = nil
        response = try file.request(from: wanted, watch)
        position = wanted
      }
      let part: ArraySlice<UInt8>
      do throws(FileError) {
        part = try response?.receive(atMost: count - partial.bytes.count) ?? []
      } catch {
        throw .broken(error)
      }
      if part.isEmpty { throw .broken(HTTPResponse.closed(file.origin.shown)) }
      partial.bytes += part
      position += part.count
    }
  }
}
