import SystemBase

/// The times at which a device has requested a block and at which the block is heard.
public struct BlockTime: Sendable, BitwiseCopyable {
  /// The time at which the device requested the block.
  public let asked: HostTime
  /// Frames that are queued in the device and are heard before the block.
  public let delay: Int
  /// Whether the device keeps another time than before: it was started, starved or suspended, or its delay is not
  /// known yet.
  public let isRestart: Bool

  @inlinable public init(asked: HostTime, delay: Int, isRestart: Bool = false) {
    (self.asked, self.delay, self.isRestart) = (asked, delay, isRestart)
  }
}

/// The functions of an engine that a device calls, with their context. They are plain functions, so that the device's
/// thread counts no references: the engine must outlive that thread.
package struct RenderSource: @unchecked Sendable {
  package typealias Render =
    @convention(c) (
      _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int,
      _ askedNanoseconds: Int64, _ delay: Int, _ isRestart: Bool
    ) -> Void
  package typealias AfterRender = @convention(c) (_ context: UnsafeMutableRawPointer) -> Void

  /// The functions by which a device rests while nothing sounds, and has a long buffer for a while.
  package typealias Rest = (
    begin: @convention(c) (_ context: UnsafeMutableRawPointer) -> Bool,
    sleep: @convention(c) (_ context: UnsafeMutableRawPointer, _ interruption: Int32) -> Void,
    awaitHit: @convention(c) (_ context: UnsafeMutableRawPointer, _ nanoseconds: Int64) -> Bool,
    setRequestSize: @convention(c) (_ context: UnsafeMutableRawPointer, _ frames: Int) -> Bool
  )

  private let context: UnsafeMutableRawPointer
  private let render: Render
  private let afterRender: AfterRender
  private let rest: Rest?

  /// Creates a source from the functions of an engine.
  ///
  /// - Parameters:
  ///   - context: passed to the functions; must outlive the device's thread.
  ///   - rest: nil if the device may never rest.
  package init(
    context: UnsafeMutableRawPointer, render: @escaping Render, afterRender: @escaping AfterRender,
    rest: Rest? = nil
  ) {
    (self.rest, self.context, self.render, self.afterRender) = (rest, context, render, afterRender)
  }

  /// Renders one block. Takes no lock and allocates nothing. The device's thread.
  package func render(into block: UnsafeMutableBufferPointer<Frame>, at time: BlockTime) {
    guard let start = block.baseAddress else { return }
    render(context, start, block.count, time.asked.nanoseconds, time.delay, time.isRestart)
  }

  /// Wakes the threads that follow the engine, if the block has something for them. To be called on the device's
  /// thread when the block was handed over.
  ///
  /// A wake is a write to an eventfd, the only system call on this thread besides the device's own. It does not
  /// block.
  package func blockWasDelivered() { afterRender(context) }

  /// Begins a rest if nothing has sounded for a while and nothing is about to. To be called on the device's thread
  /// between two blocks. Returns whether the device may be halted; if so, `rest` must be called next.
  package func beginRest() -> Bool { rest?.begin(context) ?? false }

  /// Sleeps until the engine has work, or until `interruption` is readable. The next block is a restart.
  package func rest(until interruption: borrowing WakeSignal) { rest(until: interruption.descriptor) }

  /// Sleeps until the engine has work, or until a descriptor is readable. The next block is a restart.
  package func rest(until descriptor: Int32) { rest?.sleep(context, descriptor) }

  /// Sleeps until a time, or until a hit of a player waits for the next block. To be called on the device's thread
  /// between two blocks. Returns whether a hit waits; false at once if the engine never rests.
  package func awaitHit(until time: HostTime) -> Bool {
    rest?.awaitHit(context, time.nanoseconds) ?? false
  }

  /// Sets the most frames that the device requests at once. Music at another speed is stretched that far ahead. To be
  /// called on the device's thread between two blocks. Returns whether that many frames are ready. If not, the device
  /// calls again after the next block.
  package func setRequestSize(_ frames: FrameCount) -> Bool {
    rest?.setRequestSize(context, frames.value) ?? false
  }
}
