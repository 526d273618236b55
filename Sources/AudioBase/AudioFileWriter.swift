import SystemBase

/// A sound file being written. Used by one thread at a time.
package protocol AudioFileWriter: AnyObject {
  func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError)

  /// Brings the header up to date, so that the file is whole should the program end here.
  func updateHeader()

  /// Ends the file; nothing may be written after it.
  func close() throws(FileError)
}
