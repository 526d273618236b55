import SystemBase

/// The engine as a device sees it: two plain functions and their context, so that the audio thread counts no
/// references.
package struct RenderSource: @unchecked Sendable {
  package typealias Render =
    @convention(c) (
      _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int,
      _ askedNanoseconds: Int64, _ delay: Int, _ isRestart: Bool
    ) -> Void
  package typealias AfterRender = @convention(c) (_ context: UnsafeMutableRawPointer) -> Void

  /// How a device rests while nothing sounds.
  package struct Rest: Sendable {
    package typealias Begin = @convention(c) (_ context: UnsafeMutableRawPointer) -> Bool
    package typealias Sleep =
      @convention(c) (_ context: UnsafeMutableRawPointer, _ interruption: Int32) -> Void

    fileprivate let begin: Begin
    fileprivate let sleep: Sleep

    package init(begin: @escaping Begin, sleep: @escaping Sleep) {
      self.begin = begin
      self.sleep = sleep
    }
  }

  private let context: UnsafeMutableRawPointer
  private let render: Render
  private let afterRender: AfterRender
  private let rest: Rest?

  /// - Parameter context: must outlive the device's thread.
  package init(
    context: UnsafeMutableRawPointer, render: @escaping Render, afterRender: @escaping AfterRender,
    rest: Rest? = nil
  ) {
    self.rest = rest
    self.context = context
    self.render = render
    self.afterRender = afterRender
  }

  /// Renders one block. Audio thread: takes no lock, allocates nothing.
  package func render(into block: UnsafeMutableBufferPointer<Frame>, at time: BlockTime) {
    guard let start = block.baseAddress else { return }
    render(context, start, block.count, time.asked.nanoseconds, time.delay, time.isRestart)
  }

  /// To be called when a block has been handed over: wakes whoever waits for what the block told.
  ///
  /// At most one write to an eventfd, and none where nothing happened. This is the one system call besides the
  /// device's own on its thread: it never blocks, and polling instead would cost every listener its sleep.
  package func blockWasDelivered() { afterRender(context) }

  /// To be asked between two blocks, by the thread that renders.
  ///
  /// - Returns: whether nothing has sounded for long and nothing is to: the device may be halted, and `rest` must be
  ///   called next.
  package func beginRest() -> Bool { rest?.begin(context) ?? false }

  /// Sleeps until something is to sound, or until `interruption` is readable. The next block is a restart.
  package func rest(until interruption: borrowing WakeSignal) {
    rest?.sleep(context, interruption.descriptor)
  }
}
