import AudioBase
import SystemBase

/// Where a paced output's blocks go. Used by the output's thread alone once it runs.
package protocol PacedSink: AnyObject, Sendable {
  /// Takes one block; must not wait longer than a block lasts.
  func write(_ block: UnsafeBufferPointer<Frame>) throws(FileError)
  func close() throws(FileError)
  /// Whether somebody wants the silence of a pause too, as long as it is; else the output rests meanwhile.
  var wantsSilence: Bool { get }
}

extension PacedSink {
  package var wantsSilence: Bool { true }
}

/// Hears nothing.
package final class NullSink: PacedSink {
  package let wantsSilence = false

  package init() {}
  package func write(_ block: UnsafeBufferPointer<Frame>) {}
  package func close() {}
}
