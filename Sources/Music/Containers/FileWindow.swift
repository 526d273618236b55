import Glibc
import SystemBase

/// Presents ranges of an open file as one stream to a C library, with some bytes replaced.
///
/// It hides tags from an MPEG decoder, which would decode their pictures as sound, extracts FLAC from Ogg
/// pages, and corrects lengths in headers. Used by one thread at a time.
package final class FileWindow {
  /// The whole file, independent of the ranges.
  package let file: RegularFile
  private var spans: [Span]
  private var patches: [Patch] = []
  /// The position of the next byte in the stream.
  package private(set) var tell = 0
  package let subject: String
  /// The read-ahead buffer: libraries read a few bytes at a time.
  private var ahead: [UInt8] = []
  /// The position in the stream of the first byte of the buffer.
  private var aheadStart = 0
  /// The `errno` of a read that failed.
  private var failure: Int32?

  private struct Span {
    /// The start of the part in the stream and in the file.
    let start: Int
    let offset: Int
    let length: Int
    var end: Int { start + length }
  }

  private struct Patch {
    let offset: Int
    let bytes: [UInt8]
  }

  /// Opens a file.
  ///
  /// - Throws: as `RegularFile`.
  package convenience init(opening path: FilePath) throws(FileError) {
    self.init(try RegularFile(path))
  }

  package init(_ file: consuming RegularFile) {
    spans = [Span(start: 0, offset: 0, length: file.size)]
    subject = file.subject
    self.file = file
  }

  package var fileSize: Int { file.size }

  /// The length of the stream in bytes.
  package var length: Int { spans.last?.end ?? 0 }

  /// Limits the stream to ranges of the file and moves to its start.
  package func narrow(to ranges: [Range<Int>]) {
    ahead = []
    var start = 0
    spans = ranges.filter { !$0.isEmpty }.map { range in
      defer { start += range.count }
      return Span(start: start, offset: range.lowerBound, length: range.count)
    }
    tell = 0
  }

  /// Limits the stream to a range of the file without replaced bytes, and moves to its start.
  package func restore(to range: Range<Int>) {
    patches = []
    narrow(to: [range])
  }

  package func patch(at offset: Int, with bytes: [UInt8]) {
    ahead = []
    patches.append(Patch(offset: offset, bytes: bytes))
  }

  /// Returns bytes of the file, independent of the ranges; fewer at the end of the file.
  package func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try file.read(at: offset, count: count)
  }

  /// Throws the error of a read that failed.
  package func checkReading() throws(FileError) {
    if let failure { throw FileError(errno: failure, subject, call: "pread") }
  }
}

extension FileWindow {
  /// The pointer that identifies the window in callbacks of C libraries; the window must outlive its use.
  package var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Returns the window behind a pointer from `context`.
  package static func from(_ context: UnsafeMutableRawPointer?) -> FileWindow? {
    context.map { Unmanaged<FileWindow>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let readAhead = 1 << 16

  /// Reads bytes and moves behind them. Returns the number of bytes, 0 at the end of the stream, −1 on failure.
  package func read(_ buffer: UnsafeMutableRawPointer, count: Int) -> Int {
    if count >= FileWindow.readAhead / 2 { return readThrough(buffer, count: count) }
    var done = 0
    while done < count {
      let part = takeAhead(buffer + done, count: count - done)
      done += part
      if part > 0 { continue }
      let got = fillAhead()
      if got <= 0 { return done > 0 ? done : got }
    }
    return done
  }

  private func takeAhead(_ buffer: UnsafeMutableRawPointer, count: Int) -> Int {
    let start = tell - aheadStart
    guard start >= 0, start < ahead.count else { return 0 }
    let part = min(count, ahead.count - start)
    ahead.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { buffer.copyMemory(from: base + start, byteCount: part) }
    }
    tell += part
    return part
  }

  private func fillAhead() -> Int {
    let position = tell
    var got = 0
    ahead = [UInt8](unsafeUninitializedCapacity: FileWindow.readAhead) { buffer, filled in
      if let start = buffer.baseAddress { got = readThrough(start, count: buffer.count) }
      filled = max(got, 0)
    }
    tell = position
    aheadStart = position
    return got
  }

  private func readThrough(_ buffer: UnsafeMutableRawPointer, count: Int) -> Int {
    var done = 0
    while done < count, let span = span(at: tell) {
      let offset = span.offset + tell - span.start
      let got = file.read(buffer + done, count: min(count - done, span.end - tell), at: offset)
      guard got >= 0 else {
        failure = errno
        return -1
      }
      guard got > 0 else { break }
      applyPatches(to: buffer + done, count: got, at: offset)
      done += got
      tell += got
    }
    return done
  }

  /// Returns bytes at a position of the stream without moving.
  package func peek(at position: Int, count: Int) throws(FileError) -> [UInt8] {
    let saved = tell
    defer { tell = saved }
    guard seek(to: position, from: SEEK_SET) >= 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = buffer.baseAddress.map { max(read($0, count: count), 0) } ?? 0
    }
    try checkReading()
    return bytes
  }

  /// Moves as `lseek` does. Returns the new position, or -1.
  package func seek(to offset: Int, from whence: Int32) -> Int {
    let origin =
      switch whence {
      case SEEK_CUR: tell
      case SEEK_END: length
      default: 0
      }
    let (target, overflow) = origin.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return -1 }
    tell = target
    return target
  }

  private func span(at position: Int) -> Span? {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].end <= position { low = middle + 1 } else { high = middle }
    }
    return low < spans.count ? spans[low] : nil
  }

  private func applyPatches(to buffer: UnsafeMutableRawPointer, count: Int, at offset: Int) {
    for patch in patches {
      for (index, byte) in patch.bytes.enumerated() {
        let place = patch.offset + index - offset
        if place >= 0 && place < count { buffer.storeBytes(of: byte, toByteOffset: place, as: UInt8.self) }
      }
    }
  }
}
