import AudioBase

extension RenderSource.Rest {
  /// The engine's part in a device's rest; on the thread that renders, between two blocks.
  static var ofEngine: RenderSource.Rest { RenderSource.Rest(begin: beginRest, sleep: sleep) }
}

private func beginRest(context: UnsafeMutableRawPointer) -> Bool {
  let state = context.assumingMemoryBound(to: RenderContext.self)
  guard state.pointee.renderer.isQuiet else { return false }
  return state.pointee.sleeper.beginRest { state.pointee.renderer.hasWork }
}

private func sleep(context: UnsafeMutableRawPointer, interruption: Int32) {
  let state = context.assumingMemoryBound(to: RenderContext.self)
  state.pointee.sleeper.rest(until: interruption)
  state.pointee.renderer.wakeUp()
}
