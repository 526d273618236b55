/// Sound in memory: stereo frames at a rate.
package struct PCMBuffer: Sendable {
  package var frames: [Frame]
  package var sampleRate: SampleRate

  package init(frames: [Frame], sampleRate: SampleRate) {
    self.frames = frames
    self.sampleRate = sampleRate
  }

  package var count: FrameCount { FrameCount(frames.count) }
}
