import AudioBase
import Glibc

/// A journal being written, on its disk before anyone is told so. Used by one thread.
///
/// It is locked while it is written: another program that finds it knows that nothing is to be recovered yet.
struct JournalFile: ~Copyable {
  let path: FilePath
  private let descriptor: Int32
  /// What is whole on the disk.
  private var length = 0
  /// What is not on the disk yet: kept until it is.
  private var waiting: [UInt8]

  /// Makes the file; what it begins with waits for `write`.
  init(path: FilePath) throws(AudioError) {
    self.path = path
    descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw AudioError(errno: errno, path.shown, call: "open", writing: true) }
    // Without a lock (some network disks have none) the recovery of a living recording could begin: it only reads.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    waiting = JournalCoder.signature
  }

  deinit { close(descriptor) }

  var hasWaiting: Bool { !waiting.isEmpty }

  mutating func append(_ record: JournalRecord) { waiting += JournalCoder.bytes(of: record) }

  /// Brings what waits onto the disk. Where that fails it goes on waiting, and the file is as it was.
  mutating func write() throws(AudioError) {
    var done = 0
    while done < waiting.count {
      let count = waiting[done...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(length + done))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let error = AudioError(errno: errno, path.shown, call: "write", writing: true)
        ftruncate(descriptor, off_t(length))
        throw error
      }
      done += count
    }
    guard fdatasync(descriptor) == 0 else {
      throw AudioError(errno: errno, path.shown, call: "fdatasync", writing: true)
    }
    length += done
    waiting = []
  }
}
