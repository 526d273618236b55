import AudioBase

/// One step of signal processing on the audio thread: a function, its state, and the delay that it adds.
package struct RenderUnit: @unchecked Sendable, BitwiseCopyable {
  /// Processes `count` frames in place. If `isSilent` is true, the input counts as zeros, whatever the memory holds.
  ///
  /// The function allocates nothing, takes no lock and does not block. It returns whether its output is silent; then
  /// the memory need not be written. Its name begins with `unitProcess`, by which `.ci/render-path` finds it.
  package typealias Process =
    @convention(c) (
      _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
    ) -> Bool

  let context: UnsafeMutableRawPointer
  let process: Process
  /// Frames between input and output.
  package let latency: Int

  package init(context: UnsafeMutableRawPointer, latency: Int = 0, process: @escaping Process) {
    (self.context, self.process, self.latency) = (context, process, latency)
  }

  /// Returns the same function with another latency.
  package func delayed(by frames: Int) -> RenderUnit {
    RenderUnit(context: context, latency: frames, process: process)
  }

  /// Calls the unit's function. The compiler cannot check a call through a pointer: the units' functions carry the
  /// annotations themselves, and `.ci/render-path` reads their machine code.
  @_semantics("no_performance_analysis") @inline(never)
  package func run(_ frames: UnsafeMutablePointer<Frame>, _ count: Int, isSilent: Bool) -> Bool {
    process(context, UnsafeMutableRawPointer(frames), count, isSilent)
  }
}
